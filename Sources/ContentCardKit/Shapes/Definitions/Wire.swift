extension ShapeDefinition {
  /// The short keys of sync responses and of SDK storage.
  ///
  /// Source: `BrazeContentCard` in braze-flutter-sdk's lib/braze_plugin.dart and `ContentCard.cs`
  /// in braze-unity-sdk. `tt`, `ds` and `u` are always written, because BrazeKit rejects a card
  /// without them (braze-swift-sdk, CHANGELOG 7.5.0: an empty `u` is accepted).
  static let wire = ShapeDefinition(
    name: "wire",
    summary: "sync responses and SDK storage, short keys",
    signatures: [
      ShapeSignature(.has("tp"), .has("ca"), isListed: false),
      ShapeSignature(.typeName("tp"), isListed: false),
      ShapeSignature(.anyScalar(["tp"]), isWeak: true),
      ShapeSignature(.anyScalar(["ca"]), .has("id"), isWeak: true),
      ShapeSignature(.loggedFlag("r"), .has("id"), isWeak: true),
    ],
    times: .number,
    types: wireTypes,
    keepsUnknownTypes: true,
    keys: [ShapeKey("id", .id), ShapeKey("tp", .type)] + shortFlags + [
      ShapeKey("t", .test), ShapeKey("ca", .created),
      ShapeKey("ea", .expiresAt, absent: "-1"),
    ]
      + shortContent(
        url: ShapeKey("u", .url, absent: "\"\""), language: "language", imageAlt: "image_alt"),
    otherKeys: ["read"])

  /// The values of `tp`.
  ///
  /// Android shows a `short_news` without an image as a text announcement; a `text_announcement`
  /// never has an image. Braze's documentation loosely calls both `classic`.
  static let wireTypes = [
    TypeName("text_announcement", .classic),
    TypeName("short_news", .classicImage, dependsOnImage: true),
    TypeName("captioned_image", .captionedImage),
    TypeName("banner_image", .imageOnly),
    TypeName("control", .control),
    TypeName("classic", .classic, dependsOnImage: true, isTolerated: true),
  ]

  /// The flags of both the wire format and the Web SDK's storage.
  static let shortFlags = [
    ShapeKey("v", .viewed), ShapeKey("cl", .clicked), ShapeKey("p", .pinned),
    ShapeKey("db", .dismissible), ShapeKey("d", .dismissed), ShapeKey("r", .removed),
  ]

  /// The content fields of both the wire format and the Web SDK's storage.
  static func shortContent(
    url: ShapeKey, language: StaticString, imageAlt: StaticString
  ) -> [ShapeKey] {
    [
      ShapeKey("tt", .title, absent: "\"\""), ShapeKey("ds", .description, absent: "\"\""),
      ShapeKey("i", .image), ShapeKey("ar", .imageAspectRatio),
      url, ShapeKey("uw", .opensURLInWebView),
      ShapeKey("dm", .linkText), ShapeKey("e", .extras, absent: "{}"),
      ShapeKey(language, .language), ShapeKey(imageAlt, .imageAlt),
    ]
  }
}
