import CardJSON

/// Receives the cards of an input while it is read.
package protocol CardVisitor: ~Copyable {
  /// Whether to continue after each card and each problem; true unless implemented.
  var wantsMore: Bool { get }

  /// Takes the next card.
  ///
  /// - Parameters:
  ///   - card: the card, on loan until the call returns.
  ///   - offset: where it begins, in bytes from the start of the input.
  ///   - place: which record it is, and where in its array or envelope.
  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace)

  /// Takes note of something that could not be read.
  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace)

  /// Receives a value that is not a card before it is reported; returns whether it recognizes it.
  mutating func visitOther(_ document: JSONDocument, at offset: Int, _ place: RecordPlace) -> Bool

  /// Whether to report a value that is not a card with the reason in words; true unless
  /// implemented.
  ///
  /// To find them takes longer than to read the value. Whoever only counts such values does
  /// without.
  ///
  /// - Parameter reason: the reason as it is without them: "no card".
  mutating func wantsWords(for reason: NoCardReason) -> Bool

  /// Receives an event of an array or envelope of cards; does nothing unless implemented.
  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace)
}

extension CardVisitor where Self: ~Copyable {
  /// Always goes on.
  package var wantsMore: Bool { true }

  /// Passes the card over.
  package mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {}

  /// Passes the problem over.
  package mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {}

  /// Leaves the value to be noted as a problem.
  package mutating func visitOther(
    _ document: JSONDocument, at offset: Int, _ place: RecordPlace
  ) -> Bool {
    false
  }

  /// Wants all reasons in words.
  package mutating func wantsWords(for reason: NoCardReason) -> Bool { true }

  /// Passes the event over.
  package mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {}
}

/// Where a card, or what should have been one, stands among the values of its input.
///
/// A block knows nothing of what came before it, so numbers count from its beginning where it
/// continues something; the one who puts blocks in order adds up `BlockEnd`s.
package struct RecordPlace {
  /// The number of the record in the block, from 1; 0 for a problem between two records, which is
  /// about none.
  package internal(set) var record = 0
  /// The position in the array, from 0; nil for a value outside arrays.
  package internal(set) var element: Int?
  /// Whether the array began before the block, so that `element` counts from the block's beginning.
  package internal(set) var isContinued = false
  /// The key of the array in an envelope; nil for an array that stands for itself.
  package internal(set) var arrayKey: CardsKey?
  /// How many values are open around it that hold what is read as if it stood alone: `inside` told
  /// of each.
  package internal(set) var depth = 0
  /// The node of the record in its document; 0 for a value that was scanned alone.
  package internal(set) var node = 0
  /// The content of the string that contains the card, as written; nil for a card outside strings.
  ///
  /// The card's document is then the text of that string. Where `node` is not 0, this begins with
  /// that node.
  package internal(set) var string: ByteView?
}

extension RecordPlace {
  /// The place of a record outside arrays and strings.
  package init(record: Int) {
    self.init()
    self.record = record
  }
}

/// Something about an array or an envelope of cards that is being read; offsets are in bytes from
/// the start of the input.
package enum ContainerEvent {
  /// An array of cards outside envelopes begins.
  case array(offset: Int)
  /// An envelope begins.
  case envelope(offset: Int)
  /// An envelope has a member, whose key, quotes and all, stands there; a loan like a card. Its
  /// value is a node of a document; nil for an array of cards and what is read as one.
  case member(key: ByteView, value: (document: JSONDocument, node: Int)?, range: Range<Int>)
  /// What has a depth greater than that of the place stands in the value there, of the member with
  /// this key if there is one; all of it in the same place when that is a string.
  case inside(key: ByteView?, isString: Bool)
  /// The array or envelope ends before this byte.
  case end(offset: Int)
}
