extension ShapeDefinition {
  /// The Cordova plugin's cards, with React Native's keys and `isTest`.
  ///
  /// Source: braze-cordova-sdk, src/ios/BrazePlugin.m and src/android/ContentCardUtils.kt. Control
  /// cards have no type, and on iOS the extras are a string of JSON.
  static let cordova = ShapeDefinition(
    name: "cordova",
    summary: "the Cordova plugin",
    signatures: [
      ShapeSignature(
        .has("isTest"),
        .any(["openURLInWebView", "cardDescription", "dismissible", "expiresAt"]), isListed: false),
      ShapeSignature(.flag("isTest"), isWeak: true),
    ],
    times: .number,
    types: reactNativeTypes(control: TypeName("Control", .control, isWritten: false)),
    keys: reactNativeKeys(test: [ShapeKey("isTest", .test)]),
    otherKeys: ["removed", "language", "imageAltText"])
}
