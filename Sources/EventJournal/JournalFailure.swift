import CardPlatform

/// Why nothing can be done with a journal.
package enum JournalFailure: Error, Equatable, Sendable {
  /// The system refused something.
  case system(SystemFailure)
  /// Other processes had the lock of the journal for so many seconds.
  case locked(name: String, seconds: Int)
  /// What is called like the journal is no regular file.
  case notAFile(name: String, FileStatus.Kind)
  /// The file holds something, but no events.
  case foreign(name: String)
  /// The directory that the file was to be made in is not there.
  case noDirectory(name: String)
  /// An event cannot be put on one line.
  case unwritable
}

extension JournalFailure: CustomStringConvertible {
  /// The reason in words: lower case, no full stop.
  package var description: String {
    switch self {
    case .system(let failure): return failure.message
    case .locked(let name, let seconds):
      return "cannot lock \(name): other processes had it for \(seconds) s"
    case .notAFile(let name, let kind):
      return "cannot use \(name): expected a regular file, and this is \(kind.words)"
    case .foreign(let name):
      return "cannot append to \(name): it holds something else than events; "
        + "if it is a journal, 'cardctl log check --repair' sets the bad lines aside"
    case .noDirectory(let name):
      let directory = JournalFiles.directory(of: name)
      return "cannot open \(name): there is no directory \(directory); it has to be made first"
    case .unwritable:
      return "an event is longer than \(JournalLine.maximumLength) bytes, or not of the years "
        + "1 to 9999"
    }
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
  package let reason: JournalFailure

  /// A failure of a batch.
  package init(recorded: Int, possible: Int, reason: JournalFailure) {
    self.recorded = recorded
    self.possible = possible
    self.reason = reason
  }
}
