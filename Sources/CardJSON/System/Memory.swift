import CardLibC

/// Memory of the system: everything that this module needs of the C library except `Monitor`.
@usableFromInline
@safe
enum Memory {
  /// Memory for `count` bytes and some more after them, which `free` gives back.
  ///
  /// Ends the process if the allocation fails.
  @unsafe
  static func allocate(_ count: Int, padding: Int = 0) -> UnsafeMutableRawPointer {
    guard let memory = unsafe malloc(count + padding) else { MemoryFailure.end(count) }
    return unsafe memory
  }

  /// The same content in memory for `count` bytes and some more after them.
  ///
  /// Ends the process if the allocation fails.
  @unsafe
  static func resize(_ memory: UnsafeMutableRawPointer, to count: Int, padding: Int)
    -> UnsafeMutableRawPointer
  {
    guard let memory = unsafe realloc(memory, count + padding) else { MemoryFailure.end(count) }
    return unsafe memory
  }

  /// Gives memory back.
  @unsafe
  static func free(_ memory: UnsafeMutableRawPointer) { unsafe CardLibC.free(memory) }

  /// How bytes sort, one by one: below 0 when those of `one` come first, 0 when they are the same.
  @unsafe
  @inlinable
  static func order(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, count: Int
  ) -> Int32 { unsafe memcmp(one, other, count) }

  /// Where the byte first stands among `count` ones; nil when it does not.
  @unsafe
  @inlinable
  static func find(_ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    guard let found = unsafe memchr(bytes, Int32(byte), count) else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
  }
}

/// The reaction to a failed allocation.
///
/// Unless a program says otherwise the process traps: a library cannot know what else there is to
/// do.
package enum MemoryFailure {
  /// Ends the process; told how many bytes were wanted.
  ///
  /// It is called in any thread, where nothing more can be allocated.
  package typealias Handler = @Sendable (Int) -> Never

  /// The handler of the program; set once, before the first thread is started.
  nonisolated(unsafe) package static var handler: Handler?

  /// Ends the process after an allocation of this size failed.
  static func end(_ wanted: Int) -> Never {
    if let handler = unsafe handler { handler(wanted) }
    preconditionFailure("no memory for \(wanted) bytes")
  }
}
