import CardJSON

/// The severity of a finding.
package enum Severity: String, CaseIterable, Comparable, BitwiseCopyable, Sendable {
  /// Information that never fails a run.
  case info
  /// A probable error, which fails a run only on request.
  case warning
  /// An error that is visible on users' phones, or prevents a card from reaching them.
  case error

  /// Returns whether `left` is less severe than `right`.
  package static func < (left: Severity, right: Severity) -> Bool {
    left.one(error: 2, warning: 1, info: 0) < right.one(error: 2, warning: 1, info: 0)
  }

  /// Returns the argument for this severity.
  package func one<Value>(error: Value, warning: Value, info: Value) -> Value {
    switch self {
    case .info: info
    case .warning: warning
    case .error: error
    }
  }
}

/// One result of a rule, with the bytes that it is about.
package struct Finding: Equatable, Sendable {
  /// The rule that the input breaks.
  package var rule: Rule
  /// The severity before the user's policy is applied.
  package var severity: Severity
  /// The message: lower case, no period.
  package var message: String
  /// The offset of the first byte that it is about, in the input.
  package var offset: Int
  /// The offset after the last byte that it is about; at least `offset`.
  package var endOffset: Int
  /// The offset in the input of the value that could not be read; nil if it could be read.
  package var valueOffset: Int?
  /// The location as a JSON Pointer (RFC 6901) from the document's root, or the pointer to an outer
  /// container if it would be longer than 1 KiB.
  package var pointer: String
  /// The 1-based number of the card in the input; nil if the finding is not about one card.
  package var record: Int?
  /// The card's id; nil if absent or longer than 1 KiB, or if the finding is not about one card.
  package var cardID: String?

  /// The edits of the input that fix it; empty if there is no unambiguous fix.
  package var fix: [TextEdit] = []

  /// Creates a finding from its parts.
  package init(
    rule: Rule, severity: Severity, message: String, offset: Int, endOffset: Int,
    pointer: String = "", record: Int? = nil, cardID: String? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.offset = offset
    self.endOffset = max(endOffset, offset)
    self.pointer = pointer
    self.record = record
    self.cardID = cardID
  }

  /// Creates a finding of `rule` at `range`.
  ///
  /// - Parameter severity: a severity that the rule lists; nil for its default one.
  package init(
    of rule: Rule, severity: Severity? = nil, message: String, at range: Range<Int>,
    pointer: String = "", record: Int? = nil, cardID: String? = nil
  ) {
    assert(
      severity == nil || severity == rule.severity
        || rule.exceptions.contains { $0.severity == severity },
      "a severity that \(rule.id) does not list")
    self.init(
      rule: rule, severity: severity ?? rule.severity, message: message,
      offset: range.lowerBound, endOffset: range.upperBound, pointer: pointer, record: record,
      cardID: cardID)
  }
}

/// The location of a finding in a scanned document.
package enum FindingPlace {
  /// A value.
  case value(JSONNode)
  /// The key of a value.
  case key(JSONNode)
  /// A part of a string: a byte range of its content as written, without the opening quote.
  case part(JSONNode, Range<Int>)

  /// The value at the location, or the value of the key.
  var node: JSONNode {
    switch self {
    case .value(let node), .key(let node), .part(let node, _): node
    }
  }

  /// The byte range of the location in its document.
  var range: Range<Int> {
    switch self {
    case .value(let node): node.range
    case .key(let node): node.key.range
    case .part(let node, let bytes):
      node.word.offset + bytes.lowerBound..<node.word.offset + bytes.upperBound
    }
  }
}
