/// The cards of an input in memory, in order, and the failures to read it.
///
/// The input may have any framing (an array, a sync response, one value per line) and any shape of
/// an SDK or the REST API:
///
///     let feed = ContentCardFeed(json)
///     let coupons = ContentCardFactory().handleContentCardsUpdated(feed, for: [.coupon])
///
/// Feeds are equal if their cards are equal. The JSON of a feed is `{"cards": […]}`, which can be
/// read back.
public struct ContentCardFeed: Sendable {
  /// The cards.
  public private(set) var cards: [ContentCard] = []
  /// The location of each card; empty if the feed was not read from an input.
  public private(set) var places: [ContentCardPlace] = []
  /// The failures to read parts of the input.
  public private(set) var failures: [ContentCardFailure] = []

  /// Reads the cards of text.
  public init(_ json: String) { self.init(json.utf8) }

  /// Reads the cards of UTF-8 bytes.
  public init(_ json: some Sequence<UInt8>) {
    var reader = ContentCardReader()
    for element in reader.read(json) + reader.finish() {
      switch element {
      case .card(let card, let place):
        cards.append(card)
        places.append(place)
      case .failure(let failure): failures.append(failure)
      }
    }
  }

  /// Creates a feed of cards.
  public init(cards: [ContentCard]) { self.cards = cards }

  /// The reason why the feed has no cards, or why its cards must not be used because the sync
  /// failed; nil otherwise.
  public var emptyReason: EmptyReason? {
    let failed = failures.first { $0.code == ContentCardFailure.syncFailedCode }
    if let failed { return .syncFailed(failed) }
    return cards.isEmpty ? EmptyReason(failures.first) : nil
  }

  /// The cards that are visible to users at `time`, in epoch seconds, in the display order of a
  /// device: pinned cards first, then by creation time and id, both descending.
  public func shown(at time: Double) -> [ContentCard] {
    cards.filter { $0.isShown(at: time) }.sorted { left, right in
      if left.isPinned != right.isPinned { return left.isPinned }
      let (first, second) = (left.created ?? -.infinity, right.created ?? -.infinity)
      return first == second ? (left.id ?? "") > (right.id ?? "") : first > second
    }
  }

  /// The card with this id; the last one if several have it.
  public subscript(id id: String) -> ContentCard? { cards.last { $0.id == id } }
}

extension ContentCardFeed: Equatable {
  /// Whether both feeds have equal cards in the same order.
  public static func == (left: ContentCardFeed, right: ContentCardFeed) -> Bool {
    left.cards == right.cards
  }
}

extension ContentCardFeed: Codable {
  private enum CodingKeys: String, CodingKey { case cards }
}

/// An element of an input; no cases will be added.
public enum ContentCardElement: Sendable {
  /// A card with its location.
  case card(ContentCard, ContentCardPlace)
  /// A failure to read part of the input.
  case failure(ContentCardFailure)
}

/// A location in an input.
public struct ContentCardPlace: Hashable, Sendable {
  /// The byte offset.
  public let offset: Int
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// Creates a location.
  public init(offset: Int, line: Int, column: Int) {
    (self.offset, self.line, self.column) = (offset, line, column)
  }
}

/// The reason why part of an input is not a card, or why a card does not become an object.
public struct ContentCardFailure: Error, Hashable, Sendable {
  /// A stable name for the kind of failure, such as `json/syntax` or `property-missing`.
  ///
  /// Failures to read have the rule ids listed in `cardctl help rules`; failures to convert have
  /// the names in ``ConversionFailure/Reason``.
  public let code: String
  /// The message: lower case, without a full stop.
  public let message: String
  /// The location in the input; nil for a card that was not read from an input.
  public let place: ContentCardPlace?
  /// The id of the card; nil if there is no card or it has no id.
  public let cardID: String?
  /// The reason why the card does not become an object; nil for a failure to read.
  public let conversion: ConversionFailure?

  /// The code of a failed sync.
  static let syncFailedCode = "sync/failed"

  init(code: String, message: String, place: ContentCardPlace) {
    (self.code, self.message, self.place) = (code, message, place)
    cardID = nil
    conversion = nil
  }

  init(_ failure: ConversionFailure, cardID: String?, at place: ContentCardPlace?) {
    code = failure.code
    message = failure.description
    (self.place, self.cardID) = (place, cardID)
    conversion = failure
  }
}

extension ContentCardFailure: CustomStringConvertible {
  /// The location and the message: `2:14: expected a value, found "]"`.
  public var description: String {
    guard let place else { return message }
    return "\(place.line):\(place.column): \(message)"
  }
}
