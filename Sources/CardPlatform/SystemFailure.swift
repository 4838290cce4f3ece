import CardLibC

/// A failed operation: the action, its object, and usually the system's error.
package struct SystemFailure: Error, Equatable {
  /// The failed action and its object, such as "cannot read cards.json".
  package let action: String
  /// The system's error number; 0 if the system reported no error.
  package let code: Int32
  /// The reason, in lower case and without a full stop.
  package let reason: String

  /// Creates a failure of `action`, such as "cannot read cards.json", with the system's error.
  package init(action: String, code: Int32) {
    (self.action, self.code) = (action, code)
    reason = SystemCalls.text(of: code)
  }

  /// Creates a failure of `action` with another reason.
  package init(action: String, reason: String) {
    (self.action, self.reason) = (action, reason)
    code = 0
  }

  /// The message: the action and the reason.
  package var message: String { "\(SystemText.shown(action)): \(reason)" }

  // MARK: Reasons that programs distinguish

  /// Whether the reader of a pipe has closed it.
  package var isClosedPipe: Bool { code == EPIPE }
  /// Whether the file does not exist.
  package var isMissing: Bool { code == ENOENT }
  /// Whether the path has too many symbolic links, or one that is not allowed.
  package var isLink: Bool { code == ELOOP }

  /// The system cannot open a file.
  static func opening(_ name: String, _ code: Int32) -> SystemFailure {
    SystemFailure(action: "cannot open \(name)", code: code)
  }

  /// The file does not exist.
  package static func missing(_ name: String) -> SystemFailure { opening(name, ENOENT) }

  /// The path has too many symbolic links.
  package static func tooManyLinks(_ name: String) -> SystemFailure { opening(name, ELOOP) }

  /// The reader of the output has closed it.
  package static let outputClosed = SystemFailure(action: "cannot write the output", code: EPIPE)

  /// The system wrote nothing and reported no error.
  package static func nothingWritten(_ name: String) -> SystemFailure {
    SystemFailure(action: "cannot write \(name)", code: EIO)
  }

  /// A file ended earlier than expected.
  package static func nothingRead(_ name: String) -> SystemFailure {
    SystemFailure(action: "cannot read \(name)", code: EIO)
  }
}
