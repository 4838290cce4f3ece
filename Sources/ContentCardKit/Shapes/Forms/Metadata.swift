extension ShapeDefinition {
  /// The metadata dictionary of the implementation guide, by its `ContentCardKey`.
  ///
  /// Source: `ContentCardKey` in braze-growth-shares-ios-demo-app, with the properties that the
  /// guide's `ContentCardData` allows for beside it. The extras' keys may stand in it too. What the
  /// guide's dictionary has no key for is read, as the library hands it to objects, and not
  /// written.
  static let metadata = ShapeDefinition(
    name: "metadata",
    summary: "the guide's metadata dictionary",
    marks: [
      ShapeMark(.has("idString")),
      ShapeMark(.has("urlString"), .unless(["tp"]), isWeak: true, isListed: false),
    ],
    times: .seconds,
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
