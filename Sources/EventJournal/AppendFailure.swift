import CardPlatform

// Why nothing can be done with a journal, where the system itself refuses nothing.
extension SystemFailure {
  /// Other processes had the lock of the journal for so many seconds.
  package static func locked(name: String, seconds: Int) -> SystemFailure {
    SystemFailure(
      action: "cannot lock \(name)", reason: "other processes had it for \(seconds) s")
  }

  /// What is called like the journal is no regular file.
  package static func notAFile(name: String, _ kind: FileStatus.Kind) -> SystemFailure {
    SystemFailure(
      action: "cannot use \(name)",
      reason: "expected a regular file, and this is \(kind.words)")
  }

  /// The file holds something, but no events.
  package static func foreign(name: String) -> SystemFailure {
    SystemFailure(
      action: "cannot append to \(name)",
      reason: "it holds something else than events; "
        + "if it is a journal, 'cardctl log check --repair' sets the bad lines aside")
  }

  /// The directory that the file was to be made in is not there.
  static func noDirectory(name: String) -> SystemFailure {
    let directory = SystemText.shown(JournalFiles.directory(of: name))
    return SystemFailure(
      action: "cannot open \(name)",
      reason: "there is no directory \(directory); it has to be made first")
  }
}

extension FileStatus.Kind {
  fileprivate var words: String {
    switch self {
    case .regular: "one"
    case .directory: "a directory"
    case .symbolicLink: "a symbolic link, which is not followed"
    case .pipe: "a FIFO"
    case .other: "a device or a socket"
    }
  }
}

/// Why not all events of a batch could be appended, and what has become of them.
///
/// The events of a batch are appended in order: the first `recorded` are in the journal, the next
/// `possible` may be, those after them are not.
package struct AppendFailure: Error, Equatable, Sendable {
  /// How many events are recorded.
  package let recorded: Int
  /// How many events after those may be recorded.
  package let possible: Int
  /// What went wrong.
  package let reason: SystemFailure

  /// A failure of a batch.
  package init(recorded: Int, possible: Int, reason: SystemFailure) {
    self.recorded = recorded
    self.possible = possible
    self.reason = reason
  }
}
