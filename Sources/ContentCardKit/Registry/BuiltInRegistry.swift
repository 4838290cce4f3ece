extension Registry {
  /// The six classes of the implementation guide and its demo app.
  ///
  /// Rejected: their text in the registry's own format, whose reading took a fifth of the
  /// instructions of a process for one card.
  package static let builtIn = Registry([coupon, tile, group, fullPageMessage, webViewMessage, ad])

  private static var coupon: ClassDefinition {
    var discount = PropertyDefinition("discountPercentage", .extra("discount_percentage"), .number)
    discount.minimum = "0"
    discount.maximum = "100"
    discount.requirement = .required
    return ClassDefinition(name: "coupon_code", object: "Coupon", properties: [discount, .image])
  }

  private static var tile: ClassDefinition {
    ClassDefinition(
      name: "home_tile", object: "Tile",
      properties: [
        PropertyDefinition("title", .extra("tile_title"), requirement: .required),
        PropertyDefinition("imageUrl", .extra("tile_image"), .url, requirement: .required),
        PropertyDefinition("tileId", .extra("tile_id")),
        PropertyDefinition("deeplink", .extra("tile_deeplink")),
        PropertyDefinition("price", .extra("tile_price"), .number),
        PropertyDefinition("detail", .extra("tile_detail")),
        PropertyDefinition("tags", .extra("tile_tags"), .list, separator: ","),
      ])
  }

  private static var group: ClassDefinition {
    var title = PropertyDefinition(
      name: "title", origin: .join([.field(.title), .field(.description)], separator: " "))
    title.requirement = .fields([.field(.description)])
    var style = PropertyDefinition("style", .extra("group_style"))
    style.values = ["primary", "secondary", "largerow", "headline"]
    return ClassDefinition(
      name: "group", object: "Group",
      properties: [title, .image, PropertyDefinition("clickUrl", .field(.url), .url), style])
  }

  private static var fullPageMessage: ClassDefinition {
    ClassDefinition(
      name: "message_full_page", object: "FullPageMessage",
      properties: [
        .messageHeader, .messageTitle, .image,
        PropertyDefinition("cardTitle", .field(.title)), .cardDescription,
        PropertyDefinition(name: "destination", origin: .constant(.text("fullPage"))),
      ])
  }

  private static var webViewMessage: ClassDefinition {
    var content = PropertyDefinition(
      name: "content",
      origin: .firstOf([
        .init(kind: "url", sources: [.field(.url), .extra("url")]),
        .init(kind: "html", sources: [.extra("html")]),
        .init(kind: "contentBlock", sources: [.extra("content_block_id")]),
      ]))
    content.requirement = .required
    return ClassDefinition(
      name: "message_webview", object: "WebViewMessage",
      properties: [
        content, .messageHeader, .messageTitle, .image, .cardDescription,
        PropertyDefinition(name: "destination", origin: .constant(.text("webView"))),
      ])
  }

  private static var ad: ClassDefinition {
    ClassDefinition(name: "ad_banner", object: "Ad", properties: [.image])
  }
}

extension PropertyDefinition {
  /// An optional property with the first of the values that is there.
  fileprivate init(
    _ name: String, _ first: PropertySource, or second: PropertySource? = nil,
    _ type: PropertyType = .string, separator: String? = nil,
    requirement: Requirement = .optional
  ) {
    self.init(
      name: name, origin: .from(second.map { [first, $0] } ?? [first]), type: type,
      separator: separator, requirement: requirement)
  }

  fileprivate static var image: PropertyDefinition {
    PropertyDefinition("imageUrl", .field(.image), .url)
  }
  fileprivate static var messageHeader: PropertyDefinition {
    PropertyDefinition("messageHeader", .extra("message_header"))
  }
  fileprivate static var messageTitle: PropertyDefinition {
    PropertyDefinition("messageTitle", .extra("message_title"), or: .field(.title))
  }
  fileprivate static var cardDescription: PropertyDefinition {
    PropertyDefinition("cardDescription", .field(.description))
  }
}
