import CardJSON

/// The severity of a finding.
package enum Severity: String, CaseIterable, Comparable, BitwiseCopyable, Sendable {
  /// Worth knowing; never fails a run.
  case info
  /// Probably an error; fails a run only on request.
  case warning
  /// An error that shows on users' phones, or keeps a card from them.
  case error

  /// Whether `left` is less severe than `right`.
  package static func < (left: Severity, right: Severity) -> Bool {
    left.one(error: 2, warning: 1, info: 0) < right.one(error: 2, warning: 1, info: 0)
  }

  /// The one of three values that belongs to the severity.
  package func one<Value>(error: Value, warning: Value, info: Value) -> Value {
    switch self {
    case .info: info
    case .warning: warning
    case .error: error
    }
  }
}

/// One result of a rule, and the bytes it is about.
package struct Finding: Equatable, Sendable {
  /// The rule's id, such as `card/id-missing`.
  package var rule: String
  /// The severity before any policy of the user.
  package var severity: Severity
  /// The problem: lower case, no full stop.
  package var message: String
  /// The first byte it is about, from the start of the input.
  package var offset: Int
  /// The byte after the last one it is about; at least `offset`.
  package var endOffset: Int
  /// The start of the value that could not be read, from the start of the input; nil if the value
  /// could be read.
  package var valueOffset: Int?
  /// The location as a JSON Pointer (RFC 6901) from the document's root; that of an outer container
  /// if the pointer would be longer than 1 KiB.
  package var pointer: String
  /// The number of the card in the input, from 1; nil if the finding is not about one card.
  package var record: Int?
  /// The card's id; nil if it has none or one of more than 1 KiB, or if the finding is not about
  /// one card.
  package var cardID: String?

  /// The fix; nil unless it is certain.
  package var correction: Correction?

  /// A replacement for the bytes of a finding.
  package struct Correction: Equatable, Sendable {
    /// The bytes as written.
    package let old: String
    /// The right bytes.
    package let new: String
  }

  /// A finding with the given parts.
  package init(
    rule: String, severity: Severity, message: String, offset: Int, endOffset: Int,
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

  /// A finding of `rule` in the bytes of `range`.
  ///
  /// - Parameter severity: one that the rule lists; nil for the usual one.
  package init(
    of rule: Rule, severity: Severity? = nil, message: String, at range: Range<Int>,
    pointer: String = "", record: Int? = nil, cardID: String? = nil
  ) {
    assert(
      severity == nil || severity == rule.severity
        || rule.exceptions.contains { $0.severity == severity },
      "a severity that \(rule.id) does not list")
    self.init(
      rule: rule.id, severity: severity ?? rule.severity, message: message,
      offset: range.lowerBound, endOffset: range.upperBound, pointer: pointer, record: record,
      cardID: cardID)
  }
}

/// The subject of a finding in a scanned document.
package enum FindingPlace {
  /// A value.
  case value(JSONNode)
  /// The key of a value.
  case key(JSONNode)
  /// A piece of a string: bytes of its content as written, counted from after the quote.
  case part(JSONNode, Range<Int>)

  /// The value that the place is or belongs to.
  var node: JSONNode {
    switch self {
    case .value(let node), .key(let node), .part(let node, _): node
    }
  }

  /// The bytes of the place in its document.
  var range: Range<Int> {
    switch self {
    case .value(let node): node.range
    case .key(let node): node.key.range
    case .part(let node, let bytes):
      node.word.offset + bytes.lowerBound..<node.word.offset + bytes.upperBound
    }
  }
}
