import CardLibC

/// Why the system refused something: what was tried, on what, and the system's own reason.
package struct SystemFailure: Error, Equatable {
  /// What was tried, as in "cannot read cards.json".
  package let action: String
  /// The system's error number.
  package let code: Int32

  /// A failure of `action`, as in "cannot read cards.json".
  package init(action: String, code: Int32) {
    self.action = action
    self.code = code
  }

  /// The action and the reason in words.
  package var message: String { "\(SystemText.shown(action)): \(SystemCalls.text(of: code))" }

  /// Whether the reader of a pipe has gone.
  package var isClosedPipe: Bool { code == EPIPE }
}
