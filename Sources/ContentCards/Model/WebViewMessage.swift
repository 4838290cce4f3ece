/// A message that a web view shows (`message_webview`).
public struct WebViewMessage: ContentCardable, Sendable {
  /// What the web view shows.
  public enum Content: Hashable, Sendable {
    /// A page at a URL.
    case url(String)
    /// A page in the card itself.
    case html(String)
    /// A page that is kept as a content block with this id.
    case contentBlock(String)
  }

  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// What the web view shows; nil only for a control card.
  public let content: Content?
  /// The line in the list of messages.
  public let messageHeader: String?
  /// The title in the list of messages; the card's own where the extras have none.
  public let messageTitle: String?
  /// The picture.
  public let imageUrl: String?
  /// The text in the list of messages.
  public let cardDescription: String?

  /// The screen that a click opens.
  public static let destination = "webView"

  /// The message that a card makes.
  public init(
    converting metaData: ContentCardMetaData, classType: ContentCardClassType
  ) throws(ConversionFailure) {
    contentCardData = try ContentCardData(metaData: metaData, classType: classType)
    let reader = MetadataReader(metaData, classType)
    content = try WebViewMessage.content(reader)
    messageHeader = reader.text("messageHeader", from: .extra(.messageHeader)).optional
    messageTitle =
      reader.text("messageTitle", from: .extra(.messageTitle), .field(.title)).optional
    imageUrl = reader.url("imageUrl", from: .field(.image)).optional
    cardDescription = reader.text("cardDescription", from: .field(.description)).optional
  }

  private static func content(_ reader: MetadataReader) throws(ConversionFailure) -> Content? {
    let reading = reader.text(
      "content", from: .field(.url), .extra(.url), .extra(.html), .extra(.contentBlockId))
    guard let text = reader.isControl ? reading.optional : try reading.required() else {
      return nil
    }
    if reader[.field(.url)] != nil || reader[.extra(.url)] != nil { return .url(text) }
    return reader[.extra(.html)] != nil ? .html(text) : .contentBlock(text)
  }
}
