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
    contentCardData = try ContentCardData(metaData: metaData, classType: classType)
    let reader = MetadataReader(metaData, classType)
    messageHeader = reader.text("messageHeader", from: .extra(.messageHeader)).optional
    messageTitle =
      reader.text("messageTitle", from: .extra(.messageTitle), .field(.title)).optional
    imageUrl = reader.url("imageUrl", from: .field(.image)).optional
    cardTitle = reader.text("cardTitle", from: .field(.title)).optional
    cardDescription = reader.text("cardDescription", from: .field(.description)).optional
  }
}
