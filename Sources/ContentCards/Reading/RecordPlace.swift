import CardJSON

/// Where a card, or what should have been one, stands among the values of its input.
///
/// A block knows nothing of what came before it, so numbers count from its beginning where it
/// continues something; whoever puts blocks in order adds up `BlockEnd`s.
public struct RecordPlace {
  /// The number of the record in the block, from 1; 0 for a problem between two records, which is
  /// about none.
  public let record: Int
  /// The place in the array, from 0; nil for a value that stands in none.
  public let element: Int?
  /// Whether the array began before the block, so that `element` counts from the block's beginning.
  public let isContinued: Bool
  /// The key of the array in an envelope; nil for an array that stands for itself.
  public let arrayKey: CardsKey?
  /// The inside of the string that holds the card, as it is written; nil for a card that is none.
  ///
  /// The card's document is then the text of that string.
  public let string: ByteView?
}

extension RecordPlace {
  /// The place of a record that stands in no array and no string.
  package init(record: Int) {
    self.init(record: record, element: nil, isContinued: false, arrayKey: nil, string: nil)
  }
}

/// The keys under which envelopes have their cards.
public enum CardsKey: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Sync responses, React Native, the Web SDK.
  case cards
  /// Unity.
  case mContentCards
  /// Flutter.
  case contentCards

  /// The key as it is written.
  public var name: StaticString {
    switch self {
    case .cards: "cards"
    case .mContentCards: "mContentCards"
    case .contentCards: "contentCards"
    }
  }
}

/// Something about an array or an envelope of cards that is being read; offsets are in bytes from
/// the start of the input.
public enum ContainerEvent {
  /// An array of cards begins that stands in no envelope.
  case array(offset: Int)
  /// An envelope begins.
  case envelope(offset: Int)
  /// An envelope has a member, whose key, quotes and all, stands there; a loan like a card. Its
  /// value is the root of a document; nil for an array of cards.
  case member(key: ByteView, value: JSONDocument?, offset: Int)
  /// The array or envelope ends before this byte.
  case end(offset: Int)
}
