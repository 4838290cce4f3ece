import CardJSON

/// What an object keeps of the card it came from, enough to log its events.
///
/// Two are equal, and hash alike, when their ids are: the other values may change from one sync to
/// the next.
public struct ContentCardData: Sendable {
  /// The id under which events are logged.
  public let contentCardId: String
  /// The class type.
  public let contentCardClassType: ContentCardClassType
  /// When the card was created, in epoch seconds.
  public let createdAt: Double
  /// When the card expires, in epoch seconds; nil for never.
  public let expiresAt: Double?
  /// Whether users can dismiss the card.
  public let isDismissible: Bool
  /// Whether the card stays on top.
  public let isPinned: Bool
  /// Whether the card is the control variant: its view is hidden, its impression is logged.
  public let isControl: Bool
  /// Whether the card has been seen.
  public let isViewed: Bool
  /// Whether the card has been clicked.
  public let isClicked: Bool
  /// Whether the card was sent as a test.
  public let isTest: Bool

  /// The data of a card, as the implementation guide makes it.
  public init(
    contentCardId: String, contentCardClassType: ContentCardClassType, createdAt: Double,
    isDismissible: Bool, expiresAt: Double? = nil, isPinned: Bool = false, isControl: Bool = false,
    isViewed: Bool = false, isClicked: Bool = false, isTest: Bool = false
  ) {
    self.contentCardId = contentCardId
    self.contentCardClassType = contentCardClassType
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.isDismissible = isDismissible
    self.isPinned = isPinned
    self.isControl = isControl
    self.isViewed = isViewed
    self.isClicked = isClicked
    self.isTest = isTest
  }
}

extension ContentCardData {
  /// The data that an object has as `ObjectConverter` prints it, at `node`.
  init(_ document: JSONDocument, _ node: Int, _ classType: ContentCardClassType) {
    func text(_ member: HeadColumn) -> String? {
      ByteBuffer(member.rawValue.utf8).read { document.member($0, of: node) }
        .map(document.string)
    }
    func time(_ member: HeadColumn) -> Double? { text(member).flatMap { Double($0) } }
    func flag(_ member: HeadColumn) -> Bool { text(member) == "true" }
    self.init(
      contentCardId: text(.contentCardId) ?? "", contentCardClassType: classType,
      createdAt: time(.createdAt) ?? 0, isDismissible: flag(.isDismissible),
      expiresAt: time(.expiresAt), isPinned: flag(.isPinned), isControl: flag(.isControl),
      isViewed: flag(.isViewed), isClicked: flag(.isClicked), isTest: flag(.isTest))
  }
}

extension ContentCardData: Hashable {
  /// Whether both are of one card.
  public static func == (left: ContentCardData, right: ContentCardData) -> Bool {
    left.contentCardId == right.contentCardId
  }

  /// Hashes the id alone, as equality asks for the id alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(contentCardId) }
}

extension HeadColumn: FlagKey {}

extension ContentCardData: Codable {
  private typealias CodingKeys = HeadColumn
}
