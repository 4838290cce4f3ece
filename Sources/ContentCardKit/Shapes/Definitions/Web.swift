extension ShapeDefinition {
  /// The Web SDK's `Card` object, as serialized by an app.
  ///
  /// Source: braze-web-sdk's type declarations and CHANGELOG. Since 6.0, the creation time is
  /// `updated`, and `created` and `categories` no longer exist.
  static let web = ShapeDefinition(
    name: "web",
    summary: "the Web SDK's Card object",
    signatures: [
      ShapeSignature(
        .has("id"), .anyScalar(keysOfWeb),
        .any(["isControl", "dismissible", "linkText", "aspectRatio"]), isListed: false),
      ShapeSignature(.has("updated"), .has("isControl"), isListed: false),
      ShapeSignature(.has("id"), .anyScalar(keysOfWeb), isWeak: true),
      // Braze requires nothing else of a card that apps store. The other keys belong to cards of
      // other shapes.
      ShapeSignature(
        .has("id"), .object("extras"), .unless(keysOfWeb),
        .unless(["type", "created", "expires_at", "removed"]), isWeak: true, isListed: false),
    ],
    times: .dateWithMilliseconds,
    keys: [
      ShapeKey("id", .id), ShapeKey("viewed", .viewed), ShapeKey("clicked", .clicked),
      ShapeKey("dismissed", .dismissed), ShapeKey("dismissible", .dismissible),
      .alias("dismissable", .dismissible), ShapeKey("pinned", .pinned), .control("isControl"),
      ShapeKey("test", .test), ShapeKey("title", .title), ShapeKey("description", .description),
      ShapeKey("imageUrl", .image), ShapeKey("url", .url, absent: "null"),
      ShapeKey("linkText", .linkText),
      ShapeKey("aspectRatio", .imageAspectRatio),
      ShapeKey("updated", .created, absent: "null"), .alias("created", .created),
      ShapeKey("expiresAt", .expiresAt, absent: "null"),
      ShapeKey("extras", .extras, absent: "{}"), ShapeKey("language", .language),
      ShapeKey("altImageText", .imageAlt),
    ],
    otherKeys: ["categories", "lastUpdated", "type"])
}
