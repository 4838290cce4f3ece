extension ShapeDefinition {
  /// The React Native SDK's cards.
  ///
  /// Source: braze-react-native-sdk, src/index.d.ts and ContentCardUtil.kt. The SDK always writes
  /// `url`, as null if absent. Apps store cards without `openURLInWebView` and `cardDescription`,
  /// so other keys identify them too. Before 8.0.0, `ImageOnly` was called `Banner`.
  static let reactNative = ShapeDefinition(
    name: "react-native",
    summary: "the React Native SDK",
    signatures: [
      // News Feed cards had this key too, together with `updated`.
      ShapeSignature(.has("openURLInWebView"), .unless(["updated"])),
      ShapeSignature(.anyScalar(["cardDescription"]), isWeak: true),
      ShapeSignature(
        .any(["isControl", "expiresAt", "imageAspectRatio", "extras"]), .number("created"),
        .has("id"), .unless(keysOfWeb), isWeak: true, isListed: false),
      ShapeSignature(
        .typeName("type"), .any(["id", "imageAspectRatio"]), .unless(keysOfWeb), isWeak: true,
        isListed: false),
    ],
    times: .number,
    types: reactNativeTypes(control: TypeName("Control", .control)),
    keys: reactNativeKeys(test: []),
    otherKeys: ["removed", "isTest", "language", "imageAltText"])

  /// Keys that the Web SDK's cards have and React Native's cards do not.
  static let keysOfWeb: [StaticString] = ["imageUrl", "linkText", "updated", "description"]

  /// The type names, which Cordova uses too, except for control cards.
  static func reactNativeTypes(control: TypeName) -> [TypeName] {
    [
      TypeName("Classic", .classic, dependsOnImage: true),
      TypeName("Captioned", .captionedImage), TypeName("ImageOnly", .imageOnly), control,
      TypeName("Banner", .imageOnly, isTolerated: true),
    ]
  }

  /// The keys, which Cordova uses too, with `isTest` in addition.
  static func reactNativeKeys(test: [ShapeKey]) -> [ShapeKey] {
    [
      ShapeKey("id", .id), ShapeKey("created", .created),
      ShapeKey("expiresAt", .expiresAt, absent: "-1"), ShapeKey("viewed", .viewed),
      ShapeKey("clicked", .clicked), ShapeKey("pinned", .pinned),
      ShapeKey("dismissed", .dismissed), ShapeKey("dismissible", .dismissible),
      .alias("dismissable", .dismissible), ShapeKey("url", .url, absent: "null"),
      ShapeKey("openURLInWebView", .opensURLInWebView), .control("isControl"),
    ] + test + [
      ShapeKey("extras", .extras, absent: "{}"), ShapeKey("type", .type),
      ShapeKey("image", .image), ShapeKey("imageAspectRatio", .imageAspectRatio),
      ShapeKey("title", .title), ShapeKey("cardDescription", .description),
      ShapeKey("domain", .linkText),
    ]
  }
}
