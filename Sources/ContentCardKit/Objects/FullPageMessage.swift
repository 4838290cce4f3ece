/// A message that fills a page of the message center (`message_full_page`).
public struct FullPageMessage: ReasonedContentCardable, Hashable, Codable {
  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The name of the object.
  public var object: String { name.text }
  /// The line in the list of messages.
  public let messageHeader: String?
  /// The title in the list of messages; the card's own where the extras have none.
  public let messageTitle: String?
  /// The picture.
  public let imageUrl: String?
  /// The title on the page.
  public let cardTitle: String?
  /// The text on the page.
  public let cardDescription: String?

  /// The screen that a click opens.
  public private(set) var destination = "fullPage"

  private var name = ObjectName<FullPageMessage>()

  private enum CodingKeys: String, CodingKey {
    case contentCardData, name = "object", messageHeader, messageTitle, imageUrl, cardTitle,
      cardDescription, destination
  }

  /// The message that a card makes.
  public init(
    converting metaData: [ContentCardKey: Any], classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, as: .message(.fullPage))
    contentCardData = properties.contentCardData
    messageHeader = properties["messageHeader"]
    messageTitle = properties["messageTitle"]
    imageUrl = properties["imageUrl"]
    cardTitle = properties["cardTitle"]
    cardDescription = properties["cardDescription"]
  }

  /// A message with the given values, such as one of the app's own.
  public init(
    contentCardData: ContentCardData? = nil, messageHeader: String? = nil,
    messageTitle: String? = nil, imageUrl: String? = nil, cardTitle: String? = nil,
    cardDescription: String? = nil
  ) {
    self.contentCardData = contentCardData
    self.messageHeader = messageHeader
    self.messageTitle = messageTitle
    self.imageUrl = imageUrl
    self.cardTitle = cardTitle
    self.cardDescription = cardDescription
  }
}
