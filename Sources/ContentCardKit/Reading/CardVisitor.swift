import CardJSON

/// Receives the cards of an input as they are read.
package protocol CardVisitor: ~Copyable {
  /// Whether to continue; checked after each card and each problem, by default true.
  var wantsMore: Bool { get }

  /// Receives the next card, valid until the call returns, and its byte offset in the input.
  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace)

  /// Receives a problem.
  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace)

  /// Receives a value that is not a card; returns true to recognize it, so that it is not reported.
  mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool

  /// The message about a value of a known kind that is not a card; nil for other values.
  func message(about value: JSONNode) -> String?

  /// Whether to describe the reason why a value is not a card, which takes longer than reading it;
  /// by default true.
  mutating func wantsWords(for reason: NoCardReason) -> Bool

  /// Receives an event of an array or envelope of cards; does nothing by default.
  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace)

  /// Receives the state that a device stored, before the cards next to it; does nothing by default.
  mutating func visitStored(_ stored: DeviceHistory)
}

extension CardVisitor where Self: ~Copyable {
  /// Always true.
  package var wantsMore: Bool { true }

  /// Ignores the card.
  package mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {}

  /// Ignores the problem.
  package mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {}

  /// Does not recognize the value.
  package mutating func visitOther(
    _ value: JSONNode, at offset: Int, _ place: RecordPlace
  ) -> Bool { false }

  /// A message about JSON of Braze that has no cards.
  package func message(about value: JSONNode) -> String? { OtherValue(value)?.message }

  /// Always true.
  package mutating func wantsWords(for reason: NoCardReason) -> Bool { true }

  /// Ignores the event.
  package mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {}

  /// Ignores the state, which the reader has applied to the cards after it.
  package mutating func visitStored(_ stored: DeviceHistory) {}
}

/// The place of a card or an invalid record in its input.
///
/// Numbers in an array that began in an earlier block count from the start of the block; the caller
/// that orders the blocks adds the numbers in their `BlockEnd`s.
package struct RecordPlace {
  /// The number of the record in the block, from 1; 0 for a problem between two records.
  package internal(set) var record = 0
  /// The index in the array, from 0; nil for a value outside arrays.
  package internal(set) var element: Int?
  /// Whether the array began before the block, so that `element` counts from the block's start.
  package internal(set) var isContinued = false
  /// The key of the array in an envelope; nil for an array outside envelopes.
  package internal(set) var arrayKey: CardsKey?
  /// The shape of the card if it was assumed, although the card's own marks come first in another
  /// shape; nil if it was not.
  package internal(set) var assumedShape: Shape?
  /// The number of open wrappers and arrays around the record, as reported by `inside` events.
  package internal(set) var depth = 0
  /// The index of the record's node in its document; 0 for a value that was scanned separately.
  package internal(set) var node = 0
  /// The content of the string that contains the card, as written, from the byte that is at
  /// `textStart` in its text; nil for a card outside strings.
  package internal(set) var string: ByteView?
  /// The start of `string` in the text: 0 if the card is the whole text, or else the start of the
  /// card.
  package internal(set) var textStart = 0
}

extension RecordPlace {
  /// Creates the place of a record outside arrays and strings.
  package init(record: Int) {
    self.init()
    self.record = record
  }
}

/// An event of an array or envelope of cards, with byte offsets in the input.
package enum ContainerEvent {
  /// An array of cards outside envelopes begins.
  case array(offset: Int)
  /// An envelope begins.
  case envelope(offset: Int)
  /// A member of an envelope: its key with quotes, valid during the call, and its value; nil for
  /// cards, and for a value that is read like a separate file.
  case member(key: ByteView, value: JSONNode?, range: Range<Int>)
  /// A value that is read like a separate file, with the key of its member.
  ///
  /// Places with a greater depth are inside it; in a string, they all have the same location.
  case inside(key: ByteView?, isString: Bool)
  /// The array or envelope ends before this offset.
  case end(offset: Int)

  /// Whether this is a member with a key of sync responses.
  package var isSyncMember: Bool {
    guard case .member(let key, _, _) = self else { return false }
    let name = key.slice(1..<max(key.count - 1, 1))
    return OtherValue.syncKeys.contains { ByteView($0) == name }
  }
}
