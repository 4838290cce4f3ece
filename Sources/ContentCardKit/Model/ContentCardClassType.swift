import CardJSON

/// The class type of a card, which determines the object that the card becomes.
///
/// It is a struct, so that apps can add class types. The static members are also patterns:
///
///     switch classType {
///     case .message(.fullPage): showPage()
///     case .item(.tile), .item(.group): showHome()
///     case .none: break
///     default: show(classType.rawType)
///     }
public struct ContentCardClassType: Hashable, Sendable {
  /// The kinds of items in the guide's home feed; no cases will be added.
  public enum ItemKind: String, CaseIterable, Sendable {
    /// `home_tile`.
    case tile = "home_tile"
    /// `group`.
    case group
  }
  /// The kinds of messages in the guide's message center; no cases will be added.
  public enum MessageKind: String, CaseIterable, Sendable {
    /// `message_full_page`.
    case fullPage = "message_full_page"
    /// `message_webview`.
    case webView = "message_webview"
  }

  /// The text in a card's extras, in lower case; empty for `.none`.
  public let rawType: String

  /// Creates the class type with this text in a card's extras, ignoring the case of ASCII letters;
  /// `.none` for nil.
  public init(rawType: String?) { self.rawType = rawType?.lowercasedASCII ?? "" }

  /// No class type, so the card does not become an object.
  public static let none = ContentCardClassType(rawType: nil)
  /// `ad_banner`.
  public static let ad = ContentCardClassType(rawType: "ad_banner")
  /// `coupon_code`.
  public static let coupon = ContentCardClassType(rawType: "coupon_code")
  /// `home_tile` and `group`.
  public static func item(_ kind: ItemKind) -> Self { Self(rawType: kind.rawValue) }
  /// `message_full_page` and `message_webview`.
  public static func message(_ kind: MessageKind) -> Self { Self(rawType: kind.rawValue) }
  /// A class type of an app; the case of ASCII letters is ignored.
  public static func custom(_ rawType: String) -> ContentCardClassType { .init(rawType: rawType) }
}

extension ContentCardClassType: CustomStringConvertible {
  /// The text in a card's extras, in lower case.
  public var description: String { rawType }
}

extension ContentCardClassType: Codable {
  /// Decodes the text in a card's extras.
  public init(from decoder: any Decoder) throws {
    self.init(rawType: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text in a card's extras.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawType)
  }
}
