/// How much a finding matters.
package enum Severity: String, CaseIterable, Comparable, BitwiseCopyable, Sendable {
  /// Worth knowing; never fails a run.
  case info
  /// Likely a mistake; fails a run only when asked for.
  case warning
  /// A mistake that shows on users' phones, or keeps a card from them.
  case error

  /// Whether `left` matters less than `right`.
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

/// Something a rule has found, and the bytes it is about.
package struct Finding: Equatable, Sendable {
  /// The rule's id, such as `card/id-missing`.
  package var rule: String
  /// How much it matters, before any policy of the user.
  package var severity: Severity
  /// What is wrong, in words: lower case, no full stop.
  package var message: String
  /// The first byte it is about, from the start of the input.
  package var offset: Int
  /// The byte after the last one it is about; at least `offset`.
  package var endOffset: Int
  /// Where the value begins that could not be read, from the start of the input; nil for what is
  /// wrong with a value that could.
  package var valueOffset: Int?
  /// The place as a JSON Pointer (RFC 6901) from the document's root; that of a container round it
  /// where the pointer would be longer than 1 KiB.
  package var pointer: String
  /// The number of the card in the input, from 1; nil for what is not about one card.
  package var record: Int?
  /// The card's id; nil when it has none or one of more than 1 KiB, and when the finding is not
  /// about one card.
  package var cardID: String?

  /// What the bytes should be instead, where that leaves no doubt; nil elsewhere.
  package var correction: Correction?

  /// The bytes of a finding as they stand, and as they should.
  package struct Correction: Equatable, Sendable {
    /// As they are written.
    package let old: String
    /// What they should be.
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
}

extension Finding {
  /// What `rule` has found in the bytes of `range`.
  ///
  /// - Parameter severity: one that the rule lists; nil for the usual one.
  init(
    of rule: any Rule.Type, severity: Severity? = nil, message: String, at range: Range<Int>,
    pointer: String = "", record: Int? = nil, cardID: String? = nil
  ) {
    let text = rule.text
    assert(text.mayGive(severity ?? text.severity), "a severity that \(text.id) does not list")
    self.init(
      rule: text.id, severity: severity ?? text.severity, message: message,
      offset: range.lowerBound, endOffset: range.upperBound, pointer: pointer, record: record,
      cardID: cardID)
  }
}

/// What a finding is about, in a scanned document.
package enum FindingPlace: Equatable, Sendable {
  /// A value.
  case value(Int)
  /// The key of the value with this node.
  case key(Int)
  /// A piece of a string: bytes of its content as written, counted from after the quote.
  case part(Int, Range<Int>)
}
