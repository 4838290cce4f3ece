/// A message that a web view shows (`message_webview`).
public struct WebViewMessage: ReasonedContentCardable, Hashable, Codable {
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
  /// The name of the object.
  public var object: String { name.text }
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
  public private(set) var destination = "webView"

  private var name = ObjectName<WebViewMessage>()

  private enum CodingKeys: String, CodingKey {
    case contentCardData, name = "object", content, messageHeader, messageTitle, imageUrl,
      cardDescription, destination
  }

  /// The message that a card makes.
  public init(
    converting metaData: [ContentCardKey: Any], classType: ContentCardClassType
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

  /// A message with the given values, such as one of the app's own.
  public init(
    contentCardData: ContentCardData? = nil, content: Content? = nil, messageHeader: String? = nil,
    messageTitle: String? = nil, imageUrl: String? = nil, cardDescription: String? = nil
  ) {
    self.contentCardData = contentCardData
    self.content = content
    self.messageHeader = messageHeader
    self.messageTitle = messageTitle
    self.imageUrl = imageUrl
    self.cardDescription = cardDescription
  }
}

extension WebViewMessage.Content: Codable {
  private enum CodingKeys: CodingKey { case kind, value }

  /// Reads `{"kind":…,"value":…}`.
  ///
  /// - Throws: what the decoder throws, also for an unknown kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try container.decode(String.self, forKey: .kind)
    guard let content = Self(kind: kind, try container.decode(String.self, forKey: .value)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "no kind of content is called \(kind)")
    }
    self = content
  }

  /// Writes `{"kind":…,"value":…}`.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (kind, value) =
      switch self {
      case .url(let text): ("url", text)
      case .html(let text): ("html", text)
      case .contentBlock(let text): ("contentBlock", text)
      }
    try container.encode(kind, forKey: .kind)
    try container.encode(value, forKey: .value)
  }
}
