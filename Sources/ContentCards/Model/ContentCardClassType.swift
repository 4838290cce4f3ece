import CardJSON

/// The class type of a card: which object it becomes.
///
/// The cases are those of the implementation guide and its demo app, grouped as there; a class of
/// one's own is `.custom`.
public enum ContentCardClassType: Hashable, Sendable {
  /// Cards that stand among other items of a feed.
  public enum Item: Hashable, Sendable { case tile, group }
  /// Cards of a message center.
  public enum Message: Hashable, Sendable { case fullPage, webView }

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

  /// The class type that a card's text names; `.none` when the registry has no such class.
  ///
  /// - Parameters:
  ///   - rawType: the text as the card has it; the case of ASCII letters does not count.
  ///   - registry: the classes there are.
  public init(rawType: String?, in registry: Registry = .builtIn) {
    guard let rawType, registry.index(of: rawType) != nil else {
      self = .none
      return
    }
    let name = rawType.lowercasedASCII
    self = ContentCardClassType.builtIn.first { $0.rawType == name } ?? .custom(name)
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
