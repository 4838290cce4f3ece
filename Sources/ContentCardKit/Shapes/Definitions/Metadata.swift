extension ShapeDefinition {
  /// The metadata dictionary of the implementation guide, with the keys of its `ContentCardKey`.
  ///
  /// Source: `ContentCardKey` in braze-growth-shares-ios-demo-app, and the additional properties
  /// that the guide's `ContentCardData` allows. The dictionary may also contain keys of the extras.
  /// Fields without a key in the guide are read, because the library passes them to objects, but
  /// not written.
  static let metadata = ShapeDefinition(
    name: "metadata",
    summary: "the guide's metadata dictionary",
    signatures: [
      ShapeSignature(.has("idString")),
      ShapeSignature(.has("urlString"), .unless(["tp"]), isWeak: true, isListed: false),
    ],
    times: .number,
    types: canonicalTypes(areWritten: false),
    keys: [
      ShapeKey("idString", .id), ShapeKey("created", .created),
      ShapeKey("expiresAt", .expiresAt), ShapeKey("dismissible", .dismissible),
      .alias("dismissable", .dismissible), ShapeKey("pinned", .pinned),
      ShapeKey("viewed", .viewed), ShapeKey("clicked", .clicked), ShapeKey("isTest", .test),
      .control("isControl"), ShapeKey("extras", .extras), ShapeKey("image", .image),
      ShapeKey("title", .title), ShapeKey("cardDescription", .description),
      ShapeKey("urlString", .url), .alias("contentCardType", .type), .alias("linkText", .linkText),
      .alias("openUrlInWebView", .opensURLInWebView),
      .alias("imageAspectRatio", .imageAspectRatio), .alias("imageAlt", .imageAlt),
      .alias("language", .language), .alias("dismissed", .dismissed),
      .alias("removed", .removed),
    ],
    otherKeys: ContentCardKey.known.map(\.rawValue))
}
