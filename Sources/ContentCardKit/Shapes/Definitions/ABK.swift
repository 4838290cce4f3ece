extension ShapeDefinition {
  /// The legacy iOS `ABKContentCard`, with its property names as keys.
  ///
  /// Source: `ABKContentCard.h` and the headers of its subclasses in appboy-ios-sdk. The type is
  /// the object's class, which is read from `class` or `type`.
  static let abk = ShapeDefinition(
    name: "abk",
    summary: "legacy iOS, ABKContentCard",
    signatures: [
      ShapeSignature(
        .has("idString"), .any(["viewed", "clicked", "isTest", "openUrlInWebView"]),
        .unless(["isControl"])),
      ShapeSignature(
        .any(["isControlCard", "openUrlInWebView"]), .unless(["tp"]), isListed: false),
    ],
    times: .number,
    types: [
      TypeName("ABKClassicContentCard", .classic, dependsOnImage: true, isWritten: false),
      TypeName("ABKCaptionedImageContentCard", .captionedImage, isWritten: false),
      TypeName("ABKBannerContentCard", .imageOnly, isWritten: false),
      TypeName("ABKContentCard", .control, isWritten: false),
    ],
    keys: [
      ShapeKey("idString", .id), ShapeKey("viewed", .viewed), ShapeKey("clicked", .clicked),
      ShapeKey("dismissed", .dismissed), ShapeKey("dismissible", .dismissible),
      .alias("dismissable", .dismissible), ShapeKey("pinned", .pinned),
      ShapeKey("created", .created), ShapeKey("expiresAt", .expiresAt, absent: "-1"),
      ShapeKey("extras", .extras), ShapeKey("isTest", .test), .control("isControlCard"),
      ShapeKey("urlString", .url),
      ShapeKey("openUrlInWebView", .opensURLInWebView), ShapeKey("image", .image),
      ShapeKey("imageAspectRatio", .imageAspectRatio), ShapeKey("title", .title),
      ShapeKey("cardDescription", .description), ShapeKey("domain", .linkText),
      .alias("type", .type), .alias("class", .type),
    ],
    otherKeys: ["url", "openURLInWebView", "isControl"])
}
