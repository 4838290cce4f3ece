/// The cards of an input in memory, in order, and the parts that could not be read.
///
/// The input may have any framing (an array, a sync response, one value per line) and any shape
/// that an SDK or the REST API writes:
///
///     let feed = ContentCardFeed(json)
///     let coupons = ContentCardFactory().handleContentCardsUpdated(feed, for: [.coupon])
///
/// Feeds are equal if their cards are. As JSON a feed is `{"cards": […]}`, which it reads back.
public struct ContentCardFeed: Sendable {
  /// The cards.
  public private(set) var cards: [ContentCard] = []
  /// The location of each card; empty if the feed was not read from an input.
  public private(set) var places: [ContentCardPlace] = []
  /// The parts that could not be read.
  public private(set) var failures: [ContentCardFailure] = []

  /// Reads the cards of text.
  public init(_ json: String) { self.init(json.utf8) }

  /// The cards of bytes of UTF-8.
  public init(_ json: some Sequence<UInt8>) {
    var reader = ContentCardReader()
    add(reader.read(json))
    add(reader.finish())
  }

  /// A feed of cards.
  public init(cards: [ContentCard]) { self.cards = cards }

  private mutating func add(_ elements: [ContentCardElement]) {
    for element in elements {
      switch element {
      case .card(let card, let place):
        cards.append(card)
        places.append(place)
      case .failure(let failure): failures.append(failure)
      }
    }
  }

  /// The reason why the feed has no cards, or none to be used because the sync failed; nil if it
  /// has cards.
  public var emptyReason: EmptyReason? {
    let failed = failures.first { $0.code == ContentCardFailure.syncFailedCode }
    if let failed { return .syncFailed(failed) }
    return cards.isEmpty ? EmptyReason(failures.first) : nil
  }

  /// The cards that users see, in the order in which a device shows them: pinned cards first, then
  /// the newest, then by id.
  ///
  /// - Parameter time: the time in epoch seconds, which decides about expired cards.
  public func shown(at time: Double) -> [ContentCard] {
    cards.filter { $0.isShown(at: time) }.sorted { left, right in
      if left.isPinned != right.isPinned { return left.isPinned }
      let (first, second) = (left.created ?? -.infinity, right.created ?? -.infinity)
      return first == second ? (left.id ?? "") > (right.id ?? "") : first > second
    }
  }

  /// The card with this id; of duplicates the last one.
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

/// One element of an input.
///
/// No case will be added.
public enum ContentCardElement: Sendable {
  /// A card, and its location.
  case card(ContentCard, ContentCardPlace)
  /// Something that could not be read.
  case failure(ContentCardFailure)
}

/// A location in an input.
public struct ContentCardPlace: Hashable, Sendable {
  /// The number of bytes before it.
  public let offset: Int
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// A location.
  public init(offset: Int, line: Int, column: Int) {
    (self.offset, self.line, self.column) = (offset, line, column)
  }
}

/// The reason why something in an input is not a card, or a card does not become an object.
public struct ContentCardFailure: Error, Hashable, Sendable {
  /// A stable name of the kind of failure, such as `json/syntax` or `property-missing`.
  ///
  /// Failures to read have the codes of `cardctl help rules` for reading; failures of a conversion
  /// those of ``ConversionFailure/Reason``.
  public let code: String
  /// The reason in words: lower case, no full stop.
  public let message: String
  /// The location; nil for a card that was not read from an input.
  public let place: ContentCardPlace?
  /// The id of the card; nil if it has none, or is not a card.
  public let cardID: String?
  /// The reason why the card does not become its object; nil for a failure to read.
  public let conversion: ConversionFailure?

  /// The code of a sync response that failed.
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
  /// The location and the reason: `2:14: expected a value, found "]"`.
  public var description: String {
    guard let place else { return message }
    return "\(place.line):\(place.column): \(message)"
  }
}
