/// The keys of a card's metadata and of its extras, with the raw values of the implementation guide
/// and its demo app.
public enum ContentCardKey: String, CaseIterable, Sendable {
  // What the SDK says of a card.
  case idString, created, dismissible, extras, image, title, cardDescription, urlString
  case expiresAt, pinned, viewed, clicked, isTest, isControl

  /// The key of the extras that names the class type.
  case classType = "class_type"

  // Extras of messages.
  case messageHeader = "message_header"
  case messageTitle = "message_title"
  case html
  case url
  case contentBlockId = "content_block_id"

  // Extras of coupons.
  case discountPercentage = "discount_percentage"

  // Extras of tiles.
  case tileTitle = "tile_title"
  case tileImage = "tile_image"
  case tileId = "tile_id"
  case tileDeeplink = "tile_deeplink"
  case tilePrice = "tile_price"
  case tileDetail = "tile_detail"
  case tileTags = "tile_tags"

  // Extras of groups.
  case groupStyle = "group_style"

  // Extras that style the SDK's own card views.
  case backgroundColor = "background_color"
  case borderColor = "border_color"
  case borderWidth = "border_width"
  case cornerRadius = "corner_radius"
  case fontStyle = "font_style"
  case labelColor = "label_color"
  case linkColor = "link_color"
  case unreadColor = "unread_color"
}
