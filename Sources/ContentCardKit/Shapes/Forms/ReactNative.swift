extension ShapeDefinition {
  /// The React Native SDK's cards.
  ///
  /// Source: braze-react-native-sdk, src/index.d.ts and ContentCardUtil.kt; the SDK's own writer
  /// always has `url`, as null where there is none. Apps keep cards without `openURLInWebView` and
  /// `cardDescription`, so these are known by the other keys too. `Banner` was `ImageOnly`'s name
  /// before 8.0.0.
  static let reactNative = ShapeDefinition(
    name: "react-native",
    summary: "the React Native SDK",
    marks: [
      // The News Feed's cards had it too, and said when they were updated.
      ShapeMark(.has("openURLInWebView"), .unless(["updated"])),
      ShapeMark(.anyScalar(["cardDescription"]), isWeak: true),
      ShapeMark(
        .any(["isControl", "expiresAt", "imageAspectRatio", "extras"]), .number("created"),
        .has("id"), .unless(keysOfWeb), isWeak: true, isListed: false),
      ShapeMark(
        .typeName("type"), .any(["id", "imageAspectRatio"]), .unless(keysOfWeb), isWeak: true,
        isListed: false),
    ],
    times: .seconds,
    types: reactNativeTypes(control: TypeName("Control", .control)),
    keys: reactNativeKeys(test: []),
    otherKeys: ["removed", "isTest", "language", "imageAltText"])

  /// Keys by which the Web SDK's cards are known, and which no card of React Native's has.
  static let keysOfWeb = ["imageUrl", "linkText", "updated", "description"]

  /// The names of the types, which Cordova shares but for the control card's.
  static func reactNativeTypes(control: TypeName) -> [TypeName] {
    [
      TypeName("Classic", .classic, dependsOnImage: true),
      TypeName("Captioned", .captionedImage), TypeName("ImageOnly", .imageOnly), control,
      TypeName("Banner", .imageOnly, isTolerated: true),
    ]
  }

  /// The keys, which Cordova shares but for its `isTest`.
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
