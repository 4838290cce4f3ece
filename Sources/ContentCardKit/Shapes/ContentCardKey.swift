/// The keys of a card's metadata and of its extras, with the raw values of the implementation guide
/// and its demo app.
public enum ContentCardKey: String, CaseIterable, Sendable {
  /// The id under which events are logged: `String`.
  case idString
  /// When the card was created: `Double`, epoch seconds.
  case created
  /// Whether users can dismiss the card: `Bool`.
  case dismissible
  /// The key-value pairs of the campaign: `[AnyHashable: Any]`.
  case extras
  /// The address of the image: `String`.
  case image
  /// The title: `String`.
  case title
  /// The text: `String`.
  case cardDescription
  /// Where a tap leads: `String`.
  case urlString
  /// The text of the link: `String`.
  case linkText
  /// Whether a tap opens a web view: `Bool`.
  case openUrlInWebView
  /// The width of the image by its height: `ContentCardNumber`.
  case imageAspectRatio
  /// What stands for the image where it is not seen: `String`.
  case imageAlt
  /// The language: `String`.
  case language
  /// The type, such as `captioned_image`: `String`.
  case type = "contentCardType"
  /// When the card expires: `Double`, epoch seconds.
  case expiresAt
  /// Whether the card has been dismissed: `Bool`.
  case dismissed
  /// Whether the server withdrew the card: `Bool`.
  case removed
  /// Whether the card stays on top: `Bool`.
  case pinned
  /// Whether the card has been seen: `Bool`.
  case viewed
  /// Whether the card has been clicked: `Bool`.
  case clicked
  /// Whether the card was sent as a test: `Bool`.
  case isTest
  /// Whether the card is the control variant: `Bool`.
  case isControl
  /// The class type; in the extras too: `String`.
  case classType = "class_type"
  /// In a message's extras: the line in the list of messages.
  case messageHeader = "message_header"
  /// In a message's extras: the title in the list of messages.
  case messageTitle = "message_title"
  /// In a message's extras: a page of HTML.
  case html
  /// In a message's extras: the address of a page.
  case url
  /// In a message's extras: the id of a content block with the page.
  case contentBlockId = "content_block_id"
  /// In a coupon's extras: the discount in per cent.
  case discountPercentage = "discount_percentage"
  /// In a tile's extras: the headline.
  case tileTitle = "tile_title"
  /// In a tile's extras: the address of the picture.
  case tileImage = "tile_image"
  /// In a tile's extras: the app's own id of the item.
  case tileId = "tile_id"
  /// In a tile's extras: where a tap leads.
  case tileDeeplink = "tile_deeplink"
  /// In a tile's extras: the price.
  case tilePrice = "tile_price"
  /// In a tile's extras: the text below the headline.
  case tileDetail = "tile_detail"
  /// In a tile's extras: what it is about, with commas between.
  case tileTags = "tile_tags"
  /// In a group's extras: how it looks.
  case groupStyle = "group_style"
  /// In the extras, for the SDK's own card views: the background color.
  case backgroundColor = "background_color"
  /// In the extras, for the SDK's own card views: the border color.
  case borderColor = "border_color"
  /// In the extras, for the SDK's own card views: the border width.
  case borderWidth = "border_width"
  /// In the extras, for the SDK's own card views: the corner radius.
  case cornerRadius = "corner_radius"
  /// In the extras, for the SDK's own card views: the font style.
  case fontStyle = "font_style"
  /// In the extras, for the SDK's own card views: the label color.
  case labelColor = "label_color"
  /// In the extras, for the SDK's own card views: the link color.
  case linkColor = "link_color"
  /// In the extras, for the SDK's own card views: the unread color.
  case unreadColor = "unread_color"
}
