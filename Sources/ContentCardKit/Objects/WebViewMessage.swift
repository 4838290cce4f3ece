extension ContentCardObjects {
  /// A message in a web view (`message_webview`).
  public struct WebViewMessage: ContentCardObject, Hashable, Codable {
    /// The content of a web view; no cases will be added.
    public enum Content: Hashable, Sendable {
      /// A page at a URL.
      case url(String)
      /// HTML from the card.
      case html(String)
      /// The id of a content block that contains the page.
      case contentBlock(String)
    }

    static let content = Property<Content>(
      "content",
      firstOf: [
        "url": [.url, .extra("url")], "html": [.extra("html")],
        "contentBlock": [.extra("content_block_id")],
      ], isRequired: true)
    static let destination = Property<String>("destination", constant: "webView")

    /// The class of the object.
    public static let contentCardClass = ContentCardClass(
      "message_webview", object: "WebViewMessage",
      properties: content, Common.messageHeader, Common.messageTitle, Common.imageUrl,
      Common.cardDescription, destination)

    /// The data of the card; nil for the app's own items.
    public let contentCardData: ContentCardData?
    /// The name of the object in JSON.
    public private(set) var object = "WebViewMessage"
    /// The content of the web view; nil only for a control card.
    public let content: Content?
    /// The header in the list of messages.
    public let messageHeader: String?
    /// The title in the list of messages; by default, the card's title.
    public let messageTitle: String?
    /// The image URL.
    public let imageUrl: String?
    /// The text in the list of messages.
    public let cardDescription: String?
    /// The screen that a click opens.
    public private(set) var destination = "webView"

    /// Creates the object from its properties.
    public init(_ properties: ContentCardProperties) throws(ConversionFailure) {
      contentCardData = properties.contentCardData
      content = properties[Self.content]
      messageHeader = properties[Common.messageHeader]
      messageTitle = properties[Common.messageTitle]
      imageUrl = properties[Common.imageUrl]
      cardDescription = properties[Common.cardDescription]
    }
  }
}

extension ContentCardObjects.WebViewMessage.Content: PropertyValue {
  /// Text.
  public static var propertyType: PropertyType { .string }

  /// Creates the content from `{"kind":…,"value":…}`.
  public init?(propertyValue: ContentCardValue) {
    guard case .pairs(let pairs) = propertyValue, let text = pairs["value"]?.text else {
      return nil
    }
    switch pairs["kind"]?.text {
    case "url": self = .url(text)
    case "html": self = .html(text)
    case "contentBlock": self = .contentBlock(text)
    default: return nil
    }
  }

  /// The content as `{"kind":…,"value":…}`.
  public var propertyValue: ContentCardValue {
    switch self {
    case .url(let text): ["kind": "url", "value": .text(text)]
    case .html(let text): ["kind": "html", "value": .text(text)]
    case .contentBlock(let text): ["kind": "contentBlock", "value": .text(text)]
    }
  }
}

extension ContentCardObjects.WebViewMessage.Content: Codable {
  /// Decodes `{"kind":…,"value":…}`.
  ///
  /// - Throws: the decoder's error, or an error for an unknown kind.
  public init(from decoder: any Decoder) throws {
    let value = try ContentCardValue(from: decoder)
    guard let content = Self(propertyValue: value) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a content: \(value)"))
    }
    self = content
  }

  /// Encodes `{"kind":…,"value":…}`.
  public func encode(to encoder: any Encoder) throws { try propertyValue.encode(to: encoder) }
}
