extension ShapeDefinition {
  /// capacitor-braze's cards, with the Web SDK's keys, times in milliseconds, and a type.
  ///
  /// Source: bma342/capacitor-braze, its serializers and their tests.
  static let capacitor = ShapeDefinition(
    name: "capacitor",
    summary: "capacitor-braze",
    signatures: [
      ShapeSignature(.number("updated"), .typeName("type")),
      ShapeSignature(.has("useWebView"), .typeName("type"), isListed: false),
    ],
    times: .milliseconds,
    types: [
      TypeName("classic", .classic, dependsOnImage: true),
      TypeName("captionedImage", .captionedImage), TypeName("imageOnly", .imageOnly),
      TypeName("control", .control),
    ],
    keys: [
      ShapeKey("id", .id), ShapeKey("viewed", .viewed), ShapeKey("pinned", .pinned),
      ShapeKey("extras", .extras, absent: "{}"), ShapeKey("type", .type),
      ShapeKey("updated", .created, absent: "null"),
      ShapeKey("expiresAt", .expiresAt, absent: "null"), ShapeKey("clicked", .clicked),
      ShapeKey("dismissed", .dismissed), ShapeKey("dismissible", .dismissible),
      .alias("dismissable", .dismissible), ShapeKey("imageUrl", .image),
      ShapeKey("url", .url, absent: "null"),
      ShapeKey("aspectRatio", .imageAspectRatio), ShapeKey("title", .title),
      ShapeKey("description", .description), ShapeKey("linkText", .linkText),
      ShapeKey("language", .language), ShapeKey("altImageText", .imageAlt),
      ShapeKey("useWebView", .opensURLInWebView),
    ],
    otherKeys: ["created", "isControl", "test"])
}
