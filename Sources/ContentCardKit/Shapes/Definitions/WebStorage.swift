extension ShapeDefinition {
  /// The Web SDK's local storage, with the wire format's short keys, except that `cr` is the
  /// creation time, `s` is the test flag, and times are dates.
  ///
  /// Source: the data that braze-web-sdk 5.4.0 stores under `ab.storage.cc.KEY`. Since 6.0, the
  /// creation time is `ca`, which was the time of the last change before, and the language and the
  /// image's alternative text are `l` and `ia`.
  static let webStorage = ShapeDefinition(
    name: "web-storage",
    summary: "the Web SDK's local storage",
    signatures: [
      ShapeSignature(.has("cr"), .has("tp")), ShapeSignature(.string("ca"), .has("tp")),
      ShapeSignature(.string("ea"), .has("tp")),
      ShapeSignature(.has("cr"), .has("id"), isWeak: true, isListed: false),
      ShapeSignature(.string("ca"), .has("id"), isWeak: true, isListed: false),
      ShapeSignature(.string("ea"), .has("id"), .lacks("ca"), isWeak: true, isListed: false),
    ],
    times: .dateWithMilliseconds,
    types: wireTypes,
    keepsUnknownTypes: true,
    keys: [ShapeKey("id", .id), ShapeKey("tp", .type)] + shortFlags + [
      ShapeKey("s", .test), ShapeKey("cr", .created, absent: "null"),
      ShapeKey("ca", .created, absent: "null"), ShapeKey("ea", .expiresAt, absent: "null"),
    ] + shortContent(url: ShapeKey("u", .url, absent: "null"), language: "l", imageAlt: "ia") + [
      .alias("language", .language), .alias("image_alt", .imageAlt),
    ],
    otherKeys: ["read", "t"])
}
