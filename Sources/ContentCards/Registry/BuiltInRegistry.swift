extension Registry {
  /// The six classes of the implementation guide and its demo app (domain.md, section 8).
  public static let builtIn: Registry = {
    // The text is part of the program and a test parses it, so it has no mistakes.
    (try? Registry(parsing: builtInText.utf8)) ?? Registry([])
  }()

  /// The built-in classes in the registry's own format.
  static let builtInText = """
    {"classes": {
      "coupon_code": {"object": "Coupon", "properties": {
        "discountPercentage": {"from": ["extras.discount_percentage"], "type": "number",
          "minimum": 0, "maximum": 100, "required": true},
        "imageUrl": {"from": ["image"], "type": "url"}}},
      "home_tile": {"object": "Tile", "properties": {
        "title": {"from": ["extras.tile_title"], "required": true},
        "imageUrl": {"from": ["extras.tile_image"], "type": "url", "required": true},
        "tileId": {"from": ["extras.tile_id"]},
        "deeplink": {"from": ["extras.tile_deeplink"]},
        "price": {"from": ["extras.tile_price"], "type": "number"},
        "detail": {"from": ["extras.tile_detail"]},
        "tags": {"from": ["extras.tile_tags"], "type": "list", "separator": ","}}},
      "group": {"object": "Group", "properties": {
        "title": {"join": ["title", "description"], "with": " ", "required": ["description"]},
        "imageUrl": {"from": ["image"], "type": "url"},
        "clickUrl": {"from": ["url"], "type": "url"},
        "style": {"from": ["extras.group_style"],
          "values": ["primary", "secondary", "largerow", "headline"]}}},
      "message_full_page": {"object": "FullPageMessage", "properties": {
        "messageHeader": {"from": ["extras.message_header"]},
        "messageTitle": {"from": ["extras.message_title", "title"]},
        "imageUrl": {"from": ["image"], "type": "url"},
        "cardTitle": {"from": ["title"]},
        "cardDescription": {"from": ["description"]},
        "destination": {"constant": "fullPage"}}},
      "message_webview": {"object": "WebViewMessage", "properties": {
        "content": {"firstOf": {
          "url": ["url", "extras.url"],
          "html": ["extras.html"],
          "contentBlock": ["extras.content_block_id"]}, "required": true},
        "messageHeader": {"from": ["extras.message_header"]},
        "messageTitle": {"from": ["extras.message_title", "title"]},
        "imageUrl": {"from": ["image"], "type": "url"},
        "cardDescription": {"from": ["description"]},
        "destination": {"constant": "webView"}}},
      "ad_banner": {"object": "Ad", "properties": {
        "imageUrl": {"from": ["image"], "type": "url"}}}
    }}
    """
}
