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

    /// The content that the registry's alternative `kind` stands for; nil when it has another name.
    fileprivate init?(kind: String, _ text: String) {
      switch kind {
      case "url": self = .url(text)
      case "html": self = .html(text)
      case "contentBlock": self = .contentBlock(text)
      default: return nil
      }
    }
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
    let properties = try ContentCardProperties(metaData, classType, as: .message(.webView))
    contentCardData = properties.contentCardData
    content = properties["content"].flatMap { text in
      properties.kind(of: "content").flatMap { Content(kind: $0, text) }
    }
    messageHeader = properties["messageHeader"]
    messageTitle = properties["messageTitle"]
    imageUrl = properties["imageUrl"]
    cardDescription = properties["cardDescription"]
  }
}
