extension ContentCardObjects {
  /// A message that fills a page of the message center (`message_full_page`).
  public struct FullPageMessage: ContentCardObject, Hashable, Codable {
    static let cardTitle = Property<String>("cardTitle", from: .title)
    static let destination = Property<String>("destination", constant: "fullPage")

    /// The class of the object.
    public static let contentCardClass = ContentCardClass(
      "message_full_page", object: "FullPageMessage",
      properties: Common.messageHeader, Common.messageTitle, Common.imageUrl, cardTitle,
      Common.cardDescription, destination)

    /// The data of the card; nil for the app's own items.
    public let contentCardData: ContentCardData?
    /// The name of the object in JSON.
    public private(set) var object = "FullPageMessage"
    /// The header in the list of messages.
    public let messageHeader: String?
    /// The title in the list of messages; by default, the card's title.
    public let messageTitle: String?
    /// The image URL.
    public let imageUrl: String?
    /// The title on the page.
    public let cardTitle: String?
    /// The text on the page.
    public let cardDescription: String?
    /// The screen that a click opens.
    public private(set) var destination = "fullPage"

    /// Creates the object from its properties.
    public init(_ properties: ContentCardProperties) throws(ConversionFailure) {
      contentCardData = properties.contentCardData
      messageHeader = properties[Common.messageHeader]
      messageTitle = properties[Common.messageTitle]
      imageUrl = properties[Common.imageUrl]
      cardTitle = properties[Self.cardTitle]
      cardDescription = properties[Common.cardDescription]
    }
  }
}
