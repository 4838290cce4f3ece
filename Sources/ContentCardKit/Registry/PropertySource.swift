/// A source of a property's value: a field of the card, or an extra.
///
///     Property<String>("title", from: .extra("message_title"), .title)
public struct PropertySource: Hashable, Sendable {
  /// The kinds of sources.
  package enum Kind: Hashable, Sendable {
    /// A canonical field.
    case field(CardField)
    /// An extra, by its key.
    case extra(String)
  }

  /// The kind of source, with its field or key.
  package let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// The extra with the key `key`.
  public static func extra(_ key: String) -> PropertySource { PropertySource(.extra(key)) }
  /// A canonical field.
  package static func field(_ field: CardField) -> PropertySource { PropertySource(.field(field)) }

  /// The card's id.
  public static let id = field(.id)
  /// The card's type, such as `captioned_image`.
  public static let type = field(.type)
  /// The class type.
  public static let classType = field(.classType)
  /// The title.
  public static let title = field(.title)
  /// The description.
  public static let description = field(.description)
  /// The image URL.
  public static let image = field(.image)
  /// The width of the image divided by its height.
  public static let imageAspectRatio = field(.imageAspectRatio)
  /// The alternative text of the image.
  public static let imageAlt = field(.imageAlt)
  /// The URL that a click opens.
  public static let url = field(.url)
  /// Whether a click opens a web view.
  public static let opensURLInWebView = field(.opensURLInWebView)
  /// The text of the link.
  public static let linkText = field(.linkText)
  /// The language.
  public static let language = field(.language)
  /// The creation time, in epoch seconds.
  public static let created = field(.created)
  /// The expiry time, in epoch seconds.
  public static let expiresAt = field(.expiresAt)
  /// Whether the user has seen the card.
  public static let viewed = field(.viewed)
  /// Whether the user has clicked the card.
  public static let clicked = field(.clicked)
  /// Whether the card is pinned to the top.
  public static let pinned = field(.pinned)
  /// Whether users can dismiss the card.
  public static let dismissible = field(.dismissible)
  /// Whether the user has dismissed the card.
  public static let dismissed = field(.dismissed)
  /// Whether the server removed the card.
  public static let removed = field(.removed)
  /// Whether the card was sent as a test.
  public static let test = field(.test)

  /// The key in a name of the form `extras.KEY`, compared as bytes; nil for other names.
  package static func extraKey(in name: String) -> String? {
    let prefix = CardField.extrasPrefix.utf8
    guard name.utf8.starts(with: prefix) else { return nil }
    return String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  /// The name in a registry file and in messages: `image`, `extras.tile_title`.
  public var name: String {
    switch kind {
    case .field(let field): field.name.description
    case .extra(let key): CardField.extrasPrefix + key
    }
  }

  /// The key of an extra; nil for a field.
  package var extraKey: String? { if case .extra(let key) = kind { key } else { nil } }
}
