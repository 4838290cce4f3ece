import CardPlatform

// Reasons why a journal cannot be used, other than system errors.
extension SystemFailure {
  /// Other processes held the journal's lock for `JournalSystem.lockSeconds`.
  package static func locked(name: String) -> SystemFailure {
    SystemFailure(
      action: "cannot lock \(name)",
      reason: "other processes held it for \(JournalSystem.lockSeconds) s")
  }

  /// The journal's path is not a regular file.
  package static func notAFile(name: String, _ kind: FileStatus.Kind) -> SystemFailure {
    SystemFailure(
      action: "cannot use \(name)", reason: "expected a regular file, found \(kind.words)")
  }

  /// The first line of the file is not an event.
  package static func notAJournal(name: String) -> SystemFailure {
    SystemFailure(
      action: "cannot use \(name)",
      reason: "its first line is not an event, so it is not an event journal")
  }

  /// A file that is not a rotated journal has a name that the rotation needs.
  package static func inTheWay(name: String) -> SystemFailure {
    SystemFailure(
      action: "cannot rotate", reason: "\(name) exists and is not an event journal")
  }

  /// The file's directory does not exist.
  static func noDirectory(name: String) -> SystemFailure {
    let directory = SystemText.shown(JournalFiles(path: name).directory)
    return SystemFailure(
      action: "cannot open \(name)",
      reason: "the directory \(directory) does not exist; create it first")
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

/// An error that prevented some events of a batch from being appended.
///
/// Events are appended in order: the first `recorded` are in the journal, the next `possible` may
/// be, and the rest are not.
package struct AppendFailure: Error, Equatable, Sendable {
  /// The number of recorded events.
  package let recorded: Int
  /// The number of events after the recorded ones that may or may not be in the journal.
  package let possible: Int
  /// The error.
  package let reason: SystemFailure

  /// Creates the failure of a batch.
  package init(recorded: Int, possible: Int, reason: SystemFailure) {
    self.recorded = recorded
    self.possible = possible
    self.reason = reason
  }
}
