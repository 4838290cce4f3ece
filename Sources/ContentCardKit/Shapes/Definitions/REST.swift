extension ShapeDefinition {
  /// The `content_card` messaging object of the REST API, a card that has not been sent and has no
  /// id.
  ///
  /// Source: Braze's documentation of the content cards object,
  /// https://www.braze.com/docs/api/objects_filters/messaging/content_cards_object
  static let rest = ShapeDefinition(
    name: "rest",
    summary: "the REST API's messaging object",
    signatures: [
      ShapeSignature(
        .typeName("type"), .lacks("id"),
        .any(["time_to_live", "expire_at", "image_url", "extra", "web_uri"]), isListed: false),
      ShapeSignature(.typeName("type"), .lacks("id"), isWeak: true),
    ],
    times: .date,
    types: [
      TypeName("CLASSIC", .classic, dependsOnImage: true),
      TypeName("CAPTIONED_IMAGE", .captionedImage), TypeName("BANNER", .imageOnly),
    ],
    keys: [
      ShapeKey("type", .type), ShapeKey("title", .title, absent: "\"\""),
      ShapeKey("description", .description, absent: "\"\""),
      ShapeKey("pinned", .pinned), ShapeKey("image_url", .image),
      ShapeKey("expire_at", .expiresAt), ShapeKey("ios_uri", .url), ShapeKey("android_uri", .url),
      ShapeKey("web_uri", .url), ShapeKey("ios_use_webview", .opensURLInWebView, absent: "true"),
      ShapeKey("android_use_webview", .opensURLInWebView, absent: "true"),
      ShapeKey("uri_text", .linkText),
      ShapeKey("extra", .extras),
    ],
    otherKeys: [
      "message_variation_id", "time_to_live", "expire_after", "expire_in_local_time",
    ])
}
