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

  /// Whether the reader of a pipe has gone.
  package var isClosedPipe: Bool { code == EPIPE }
}
