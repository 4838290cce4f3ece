import CardPlatform

// Why a journal cannot be used, where the system itself refuses nothing.
extension SystemFailure {
  /// Other processes held the lock of the journal for this number of seconds.
  package static func locked(name: String, seconds: Int) -> SystemFailure {
    SystemFailure(action: "cannot lock \(name)", reason: "other processes had it for \(seconds) s")
  }

  /// The path of the journal leads to something other than a regular file.
  package static func notAFile(name: String, _ kind: FileStatus.Kind) -> SystemFailure {
    SystemFailure(
      action: "cannot use \(name)", reason: "expected a regular file, and this is \(kind.words)")
  }

  /// The first line of the file is not an event.
  package static func notAJournal(name: String) -> SystemFailure {
    SystemFailure(
      action: "cannot use \(name)",
      reason: "it is not an event journal, whose first line is an event")
  }

  /// A file that is not a rotated journal has a name that rotation needs.
  package static func inTheWay(name: String) -> SystemFailure {
    SystemFailure(
      action: "cannot rotate", reason: "\(name) is in the way: it is not an event journal")
  }

  /// The directory of the file does not exist.
  static func noDirectory(name: String) -> SystemFailure {
    let directory = SystemText.shown(JournalFiles.directory(of: name))
    return SystemFailure(
      action: "cannot open \(name)",
      reason: "the directory \(directory) does not exist; make it first")
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

/// Why not all events of a batch could be appended.
///
/// The events of a batch are appended in order: the first `recorded` are in the journal, the next
/// `possible` may be, those after them are not.
package struct AppendFailure: Error, Equatable, Sendable {
  /// The number of recorded events.
  package let recorded: Int
  /// The number of events after those that may be recorded.
  package let possible: Int
  /// The error.
  package let reason: SystemFailure

  /// A failure of a batch.
  package init(recorded: Int, possible: Int, reason: SystemFailure) {
    self.recorded = recorded
    self.possible = possible
    self.reason = reason
  }
}
