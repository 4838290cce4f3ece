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

  /// The data of a card.
  ///
  /// - Throws: when the card has no id, or does not say when it was created.
  public init(
    metaData: ContentCardMetaData, classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let name = classType.rawType
    guard let id = metaData[.idString]?.scalarText, !ContentCardData.isBlank(id) else {
      throw ConversionFailure(.idMissing, classType: name, sources: ["id"])
    }
    contentCardId = id
    contentCardClassType = classType
    switch metaData[.created] {
    case .number(let number): createdAt = number.doubleValue
    case .text(let text):
      throw ConversionFailure(
        .createdInvalid, classType: name, sources: ["created"],
        value: ConversionFailure.shown(text, isText: true), expected: "a time")
    case .flag, .pairs, .list, .nested, nil:
      throw ConversionFailure(.createdMissing, classType: name, sources: ["created"])
    }
    if case .number(let number) = metaData[.expiresAt] {
      expiresAt = number.doubleValue
    } else {
      expiresAt = nil
    }
    func flag(_ key: ContentCardKey) -> Bool { metaData[key] == .flag(true) }
    isDismissible = flag(.dismissible)
    isPinned = flag(.pinned)
    isControl = flag(.isControl)
    isViewed = flag(.viewed)
    isClicked = flag(.clicked)
    isTest = flag(.isTest)
  }

  private static func isBlank(_ id: String) -> Bool {
    ByteBuffer(id.utf8).read { JSONNumber.trimmed($0).count == 0 }
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
