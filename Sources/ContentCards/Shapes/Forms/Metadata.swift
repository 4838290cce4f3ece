extension ShapeDefinition {
  /// The metadata dictionary of the implementation guide, by its `ContentCardKey`.
  ///
  /// Source: `ContentCardKey` in braze-growth-shares-ios-demo-app, with the properties that the
  /// guide's `ContentCardData` allows for beside it. The extras' keys may stand in it too.
  static let metadata = ShapeDefinition(
    name: "metadata",
    summary: "the guide's metadata dictionary",
    marks: [
      ShapeMark(.has("idString")), ShapeMark(.has("urlString"), .unless(["tp"]), isTold: false),
    ],
    times: .seconds,
    keys: [
      ShapeKey("idString", .id), ShapeKey("created", .created),
      ShapeKey("expiresAt", .expiresAt), ShapeKey("dismissible", .dismissible),
      .alias("dismissable", .dismissible), ShapeKey("pinned", .pinned),
      ShapeKey("viewed", .viewed), ShapeKey("clicked", .clicked), ShapeKey("isTest", .test),
      .control("isControl"), ShapeKey("extras", .extras), ShapeKey("image", .image),
      ShapeKey("title", .title), ShapeKey("cardDescription", .description),
      ShapeKey("urlString", .url),
    ],
    otherKeys: ContentCardKey.allCases.map(\.rawValue))
}
