/// What happens when the system has no memory for bytes that are to be held.
///
/// Unless a program says otherwise the process traps: a library cannot know what else there is to do.
package enum MemoryFailure {
  /// Ends the process; told how many bytes were wanted.
  ///
  /// It is called in any thread, where nothing more can be allocated.
  package typealias Handler = @Sendable (Int) -> Never

  /// What the program does; set once, before the first thread is started.
  nonisolated(unsafe) package static var handler: Handler?

  /// Ends the process for want of so many bytes.
  static func end(_ wanted: Int) -> Never {
    if let handler = unsafe handler { handler(wanted) }
    preconditionFailure("no memory for \(wanted) bytes")
  }
}
