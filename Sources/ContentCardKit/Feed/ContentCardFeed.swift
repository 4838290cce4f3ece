/// The cards of an input in memory, in order, and what of it could not be read.
///
/// Any framing (an array, a sync response, one value a line), any shape that an SDK or the REST API
/// writes:
///
///     let feed = ContentCardFeed(json)
///     let coupons = ContentCardFactory().handleContentCardsUpdated(feed, for: [.coupon])
public struct ContentCardFeed: Sendable {
  /// The cards.
  public private(set) var cards: [ContentCard] = []
  /// Where each card begins.
  public private(set) var places: [ContentCardPlace] = []
  /// What could not be read.
  public private(set) var failures: [ContentCardFailure] = []

  /// The cards of a text.
  public init(_ json: String) { self.init(json.utf8) }

  /// The cards of bytes of UTF-8.
  public init(_ json: some Sequence<UInt8>) {
    var reader = ContentCardReader()
    for element in reader.read(json) + reader.finish() { add(element) }
  }

  private mutating func add(_ element: ContentCardElement) {
    switch element {
    case .card(let card, let place):
      cards.append(card)
      places.append(place)
    case .failure(let failure): failures.append(failure)
    }
  }
}

/// What comes next in an input.
public enum ContentCardElement: Sendable {
  /// A card, and where it begins.
  case card(ContentCard, ContentCardPlace)
  /// Something that could not be read.
  case failure(ContentCardFailure)
}

/// Where something stands in an input.
public struct ContentCardPlace: Hashable, Sendable {
  /// How many bytes come before it.
  public let offset: Int
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// A place.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }
}

/// Why something of an input became no card, or a card no object.
public struct ContentCardFailure: Error, Hashable, Sendable {
  /// A stable name of the sort of failure, such as `json/syntax` or `property-missing`.
  public let code: String
  /// The reason in words: lower case, no full stop.
  public let message: String
  /// Where it is; nil for a card that was not read from an input.
  public let place: ContentCardPlace?
  /// The card's id; nil when it has none, or is no card.
  public let cardID: String?
  /// Why the card does not become its object; nil for what could not be read.
  public let conversion: ConversionFailure?

  init(code: String, message: String, place: ContentCardPlace) {
    self.code = code
    self.message = message
    self.place = place
    cardID = nil
    conversion = nil
  }

  init(_ failure: ConversionFailure, of card: ContentCard, at place: ContentCardPlace?) {
    code = failure.code
    message = failure.description
    self.place = place
    cardID = card.id
    conversion = failure
  }
}

extension ContentCardFailure: CustomStringConvertible {
  /// The place and the reason: `2:14: expected a value, found "]"`.
  public var description: String {
    guard let place else { return message }
    return "\(place.line):\(place.column): \(message)"
  }
}
