import CardLibC

/// Why something could not be read or written: what was tried, on what, and the reason, which is
/// mostly the system's own.
package struct SystemFailure: Error, Equatable {
  /// What was tried, as in "cannot read cards.json".
  package let action: String
  /// The system's error number; 0 where the reason is not the system's.
  package let code: Int32
  /// The reason in words: lower case, no full stop.
  package let reason: String

  /// A failure of `action`, as in "cannot read cards.json", for the system's reason.
  package init(action: String, code: Int32) {
    self.action = action
    self.code = code
    reason = SystemCalls.text(of: code)
  }

  /// A failure of `action` for a reason in words.
  package init(action: String, reason: String) {
    self.action = action
    self.reason = reason
    code = 0
  }

  /// The action and the reason in words.
  package var message: String { "\(SystemText.shown(action)): \(reason)" }

}

// The reasons of the system that programs tell apart.
extension SystemFailure {
  /// Whether the reader of a pipe has gone.
  package var isClosedPipe: Bool { code == EPIPE }
  /// Whether there is nothing of the name that was asked for.
  package var isMissing: Bool { code == ENOENT }
  /// Whether something of the name is there already.
  package var isExisting: Bool { code == EEXIST }
  /// Whether there are too many symbolic links, or one where none may be.
  package var isLink: Bool { code == ELOOP }

  /// A file cannot be opened for the system's reason.
  static func opening(_ name: String, _ code: Int32) -> SystemFailure {
    SystemFailure(action: "cannot open \(name)", code: code)
  }

  /// There is no file of this name.
  package static func missing(_ name: String) -> SystemFailure { opening(name, ENOENT) }

  /// A symbolic link leads to another one, and so on.
  package static func tooManyLinks(_ name: String) -> SystemFailure { opening(name, ELOOP) }

  /// The reader of the output has gone.
  package static let outputClosed = SystemFailure(action: "cannot write the output", code: EPIPE)

  /// The system wrote nothing and gave no reason, where asking again might never end.
  package static func nothingWritten(_ name: String) -> SystemFailure {
    SystemFailure(action: "cannot write \(name)", code: EIO)
  }

  /// A file ended before all of it was read that is known to be there.
  package static func nothingRead(_ name: String) -> SystemFailure {
    SystemFailure(action: "cannot read \(name)", code: EIO)
  }
}
