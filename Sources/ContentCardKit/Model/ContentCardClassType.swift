import CardJSON

/// The class type of a card: which object it becomes.
///
/// The cases are those of the implementation guide and its demo app, grouped as there; a class of
/// one's own is `.custom`.
public enum ContentCardClassType: Hashable, Sendable {
  /// Cards that stand among other items of a feed.
  public enum Item: Hashable, Sendable {
    /// `home_tile`.
    case tile
    /// `group`.
    case group
  }
  /// Cards of a message center.
  public enum Message: Hashable, Sendable {
    /// `message_full_page`.
    case fullPage
    /// `message_webview`.
    case webView
  }

  /// `ad_banner`.
  case ad
  /// `coupon_code`.
  case coupon
  /// `home_tile` and `group`.
  case item(Item)
  /// `message_full_page` and `message_webview`.
  case message(Message)
  /// A class that only the registry knows, in lower case.
  case custom(String)
  /// No class: the card becomes no object.
  case none

  /// The class type of the guide that a card's text names; `.none` for any other.
  ///
  /// A class of one's own is known to the factory that it is registered with
  /// (`ContentCardFactory.classType(named:)`).
  ///
  /// - Parameter rawType: the text as the card has it; the case of ASCII letters does not count.
  public init(rawType: String?) {
    let name = rawType?.lowercasedASCII
    self = ContentCardClassType.builtIn.first { $0.rawType == name } ?? .none
  }

  /// The class types of the guide and its demo app.
  public static let builtIn: [ContentCardClassType] = [
    .coupon, .item(.tile), .item(.group), .message(.fullPage), .message(.webView), .ad,
  ]

  /// The text in a card's extras, in lower case; empty for `.none`.
  public var rawType: String {
    switch self {
    case .ad: "ad_banner"
    case .coupon: "coupon_code"
    case .item(.tile): "home_tile"
    case .item(.group): "group"
    case .message(.fullPage): "message_full_page"
    case .message(.webView): "message_webview"
    case .custom(let name): name
    case .none: ""
    }
  }
}

extension ContentCardClassType: Codable {
  /// Reads the text of a card's extras; one that is not of the guide is a class of one's own.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    self.init(rawType: name)
    if self == .none, !name.isEmpty { self = .custom(name.lowercasedASCII) }
  }

  /// Writes the text of a card's extras.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawType)
  }
}
