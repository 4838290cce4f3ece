/// A message that fills a page of the message center (`message_full_page`).
public struct FullPageMessage: ContentCardable, Sendable {
  /// The card it came from.
  public let contentCardData: ContentCardData?
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
  public static let destination = "fullPage"

  /// The message that a card makes.
  public init(
    converting metaData: ContentCardMetaData, classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, as: .message(.fullPage))
    contentCardData = properties.contentCardData
    messageHeader = properties["messageHeader"]
    messageTitle = properties["messageTitle"]
    imageUrl = properties["imageUrl"]
    cardTitle = properties["cardTitle"]
    cardDescription = properties["cardDescription"]
  }
}
