/// A key of a card's metadata or of its extras.
///
/// The static members have the raw values of the implementation guide and its demo app. An app can
/// add keys:
///
///     extension ContentCardKey { static let points = ContentCardKey(rawValue: "points") }
public struct ContentCardKey: RawRepresentable, Hashable, Sendable {
  /// The key in JSON.
  public let rawValue: String

  /// Creates a key from its text in JSON.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The id for logging events: `String`.
  public static let idString = ContentCardKey(rawValue: "idString")
  /// The creation time: `Double`, epoch seconds.
  public static let created = ContentCardKey(rawValue: "created")
  /// Whether users can dismiss the card: `Bool`.
  public static let dismissible = ContentCardKey(rawValue: "dismissible")
  /// The key-value pairs of the campaign: `[AnyHashable: Any]`.
  public static let extras = ContentCardKey(rawValue: "extras")
  /// The image URL: `String`.
  public static let image = ContentCardKey(rawValue: "image")
  /// The title: `String`.
  public static let title = ContentCardKey(rawValue: "title")
  /// The description: `String`.
  public static let cardDescription = ContentCardKey(rawValue: "cardDescription")
  /// The URL that a click opens: `String`.
  public static let urlString = ContentCardKey(rawValue: "urlString")
  /// The text of the link: `String`.
  public static let linkText = ContentCardKey(rawValue: "linkText")
  /// Whether a click opens a web view: `Bool`.
  public static let openUrlInWebView = ContentCardKey(rawValue: "openUrlInWebView")
  /// The width of the image divided by its height: `ContentCardNumber`.
  public static let imageAspectRatio = ContentCardKey(rawValue: "imageAspectRatio")
  /// The alternative text of the image: `String`.
  public static let imageAlt = ContentCardKey(rawValue: "imageAlt")
  /// The language: `String`.
  public static let language = ContentCardKey(rawValue: "language")
  /// The type, such as `captioned_image`: `String`.
  public static let type = ContentCardKey(rawValue: "contentCardType")
  /// The expiry time: `Double`, epoch seconds.
  public static let expiresAt = ContentCardKey(rawValue: "expiresAt")
  /// Whether the user has dismissed the card: `Bool`.
  public static let dismissed = ContentCardKey(rawValue: "dismissed")
  /// Whether the server removed the card: `Bool`.
  public static let removed = ContentCardKey(rawValue: "removed")
  /// Whether the card is pinned to the top: `Bool`.
  public static let pinned = ContentCardKey(rawValue: "pinned")
  /// Whether the user has seen the card: `Bool`.
  public static let viewed = ContentCardKey(rawValue: "viewed")
  /// Whether the user has clicked the card: `Bool`.
  public static let clicked = ContentCardKey(rawValue: "clicked")
  /// Whether the card was sent as a test: `Bool`.
  public static let isTest = ContentCardKey(rawValue: "isTest")
  /// Whether the card is a control card: `Bool`.
  public static let isControl = ContentCardKey(rawValue: "isControl")
  /// The class type, also in the extras: `String`.
  public static let classType = ContentCardKey(rawValue: "class_type")
  /// In a message's extras: the header in the list of messages.
  public static let messageHeader = ContentCardKey(rawValue: "message_header")
  /// In a message's extras: the title in the list of messages.
  public static let messageTitle = ContentCardKey(rawValue: "message_title")
  /// In a message's extras: a page of HTML.
  public static let html = ContentCardKey(rawValue: "html")
  /// In a message's extras: the URL of a page.
  public static let url = ContentCardKey(rawValue: "url")
  /// In a message's extras: the id of a content block that contains the page.
  public static let contentBlockId = ContentCardKey(rawValue: "content_block_id")
  /// In a coupon's extras: the discount in percent.
  public static let discountPercentage = ContentCardKey(rawValue: "discount_percentage")
  /// In a tile's extras: the title.
  public static let tileTitle = ContentCardKey(rawValue: "tile_title")
  /// In a tile's extras: the image URL.
  public static let tileImage = ContentCardKey(rawValue: "tile_image")
  /// In a tile's extras: the app's id of the item.
  public static let tileId = ContentCardKey(rawValue: "tile_id")
  /// In a tile's extras: the URL that a click opens.
  public static let tileDeeplink = ContentCardKey(rawValue: "tile_deeplink")
  /// In a tile's extras: the price.
  public static let tilePrice = ContentCardKey(rawValue: "tile_price")
  /// In a tile's extras: the text below the title.
  public static let tileDetail = ContentCardKey(rawValue: "tile_detail")
  /// In a tile's extras: the tags, separated by commas.
  public static let tileTags = ContentCardKey(rawValue: "tile_tags")
  /// The guide's name for ``tileTags``.
  public static let tags = tileTags
  /// In a group's extras: the style.
  public static let groupStyle = ContentCardKey(rawValue: "group_style")
  /// In the extras, for the SDK's own card views: the background color.
  public static let backgroundColor = ContentCardKey(rawValue: "background_color")
  /// In the extras, for the SDK's own card views: the border color.
  public static let borderColor = ContentCardKey(rawValue: "border_color")
  /// In the extras, for the SDK's own card views: the border width.
  public static let borderWidth = ContentCardKey(rawValue: "border_width")
  /// In the extras, for the SDK's own card views: the corner radius.
  public static let cornerRadius = ContentCardKey(rawValue: "corner_radius")
  /// In the extras, for the SDK's own card views: the font style.
  public static let fontStyle = ContentCardKey(rawValue: "font_style")
  /// In the extras, for the SDK's own card views: the label color.
  public static let labelColor = ContentCardKey(rawValue: "label_color")
  /// In the extras, for the SDK's own card views: the link color.
  public static let linkColor = ContentCardKey(rawValue: "link_color")
  /// In the extras, for the SDK's own card views: the unread color.
  public static let unreadColor = ContentCardKey(rawValue: "unread_color")

  /// The guide's misspelling of ``dismissible``.
  @available(*, deprecated, renamed: "dismissible")
  public static var dismissable: ContentCardKey { .dismissible }

  /// The keys of the guide and its demo app.
  package static let known: [ContentCardKey] = [
    .idString, .created, .dismissible, .extras, .image, .title, .cardDescription, .urlString,
    .linkText, .openUrlInWebView, .imageAspectRatio, .imageAlt, .language, .type, .expiresAt,
    .dismissed, .removed, .pinned, .viewed, .clicked, .isTest, .isControl, .classType,
    .messageHeader, .messageTitle, .html, .url, .contentBlockId, .discountPercentage, .tileTitle,
    .tileImage, .tileId, .tileDeeplink, .tilePrice, .tileDetail, .tileTags, .groupStyle,
    .backgroundColor, .borderColor, .borderWidth, .cornerRadius, .fontStyle, .labelColor,
    .linkColor, .unreadColor,
  ]
}
