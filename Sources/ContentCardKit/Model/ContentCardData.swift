/// The data of a card that its object keeps, for logging events.
///
/// Two values are equal, and have the same hash, if their ids are equal, because the other members
/// may change with each sync. ``hasSameContent(as:)`` compares all members.
public struct ContentCardData: Sendable {
  /// The id for logging events.
  public let contentCardId: String
  /// The class type.
  public let contentCardClassType: ContentCardClassType
  /// The creation time, in epoch seconds.
  public let createdAt: Double
  /// The expiry time, in epoch seconds; nil if the card never expires.
  public let expiresAt: Double?
  /// Whether users can dismiss the card.
  public let isDismissible: Bool
  /// Whether the card is pinned to the top.
  public let isPinned: Bool
  /// Whether the card is a control card, whose view is hidden but whose impression is logged.
  public let isControl: Bool
  /// Whether the user has seen the card.
  public let isViewed: Bool
  /// Whether the user has clicked the card.
  public let isClicked: Bool
  /// Whether the card was sent as a test.
  public let isTest: Bool

  /// Creates the data of a card; only the members of the implementation guide have no defaults.
  public init(
    contentCardId: String, contentCardClassType: ContentCardClassType, createdAt: Double,
    isDismissible: Bool, expiresAt: Double? = nil, isPinned: Bool = false, isControl: Bool = false,
    isViewed: Bool = false, isClicked: Bool = false, isTest: Bool = false
  ) {
    (self.contentCardId, self.contentCardClassType) = (contentCardId, contentCardClassType)
    (self.createdAt, self.expiresAt, self.isDismissible) = (createdAt, expiresAt, isDismissible)
    (self.isPinned, self.isControl, self.isViewed) = (isPinned, isControl, isViewed)
    (self.isClicked, self.isTest) = (isClicked, isTest)
  }

  /// Creates the data of a card from its metadata, as in
  /// ``ContentCardable/init(metaData:classType:)``; fails without an id or a creation time.
  public init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType) {
    let card = ContentCard(metaData: metaData)
    guard let id = card.id, !id.utf8.allSatisfy({ $0 <= 0x20 }), let created = card.created,
      created.isFinite
    else { return nil }
    self.init(
      contentCardId: id, contentCardClassType: classType, createdAt: created,
      isDismissible: card.isDismissible, expiresAt: card.expiresAt, isPinned: card.isPinned,
      isControl: card.isControl, isViewed: card.isViewed, isClicked: card.isClicked,
      isTest: card.isTest)
  }

  /// Whether all members are equal, not only the ids.
  public func hasSameContent(as other: ContentCardData) -> Bool {
    contentCardId == other.contentCardId && createdAt == other.createdAt
      && contentCardClassType == other.contentCardClassType && expiresAt == other.expiresAt
      && flags == other.flags
  }

  private var flags: [Bool] { [isDismissible, isPinned, isControl, isViewed, isClicked, isTest] }

  /// Whether the card has expired at `time`, in epoch seconds.
  public func isExpired(at time: Double) -> Bool { expiresAt.map { $0 <= time } ?? false }
}

extension ContentCardData: Hashable, Identifiable {
  /// The card's id.
  public var id: String { contentCardId }

  /// Whether both values belong to the same card.
  public static func == (left: ContentCardData, right: ContentCardData) -> Bool {
    left.contentCardId == right.contentCardId
  }

  /// Hashes the id alone, because equality compares the id alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(contentCardId) }
}

// The guide's misspelling of `dismissible`.
extension ContentCardData {
  /// Creates the data of a card with the members of the implementation guide.
  @available(
    *, deprecated, renamed: "init(contentCardId:contentCardClassType:createdAt:isDismissible:)"
  )
  public init(
    contentCardId: String, contentCardClassType: ContentCardClassType, createdAt: Double,
    isDismissable: Bool
  ) {
    self.init(
      contentCardId: contentCardId, contentCardClassType: contentCardClassType,
      createdAt: createdAt, isDismissible: isDismissable)
  }

  /// Whether users can dismiss the card.
  @available(*, deprecated, renamed: "isDismissible")
  public var isDismissable: Bool { isDismissible }
}

extension CardDataColumn: CodingKey {}

extension ContentCardData: Codable {
  private typealias CodingKeys = CardDataColumn
}

extension KeyedDecodingContainer where Key == CardDataColumn {
  /// Decodes a flag, which is false if absent; the synthesized decoder calls it for each `Bool`.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decodeIfPresent(type, forKey: key) ?? false
  }
}
