// The facts about the shapes in this directory come from Braze's public SDK sources and
// documentation; each file names its source.

extension ShapeDefinition {
  /// cardctl's card shape, with the canonical field names as keys.
  static let card = ShapeDefinition(
    name: "card",
    summary: "cardctl's own form",
    signatures: [
      ShapeSignature(.has("open_url_in_webview"), .unless(["tp", "idString"])),
      // An app may move the class type of an SDK's card out of the extras. An object with `card_id`
      // is a journal event.
      ShapeSignature(
        .has("class_type"), .any(["id", "type", "created"]),
        .unless(["tp", "idString", "openURLInWebView", "cardDescription", "card_id"]),
        .unless(["imageUrl", "updated", "linkText", "time_to_live", "expire_at", "image_url"]),
        .unless(["extra", "ios_uri", "android_uri", "web_uri"]), isWeak: true),
    ],
    times: .number,
    types: canonicalTypes(areWritten: true),
    keepsUnknownTypes: true,
    keys: CardField.allCases.map { ShapeKey($0.name, $0) }
      + [.alias("dismissable", .dismissible)],
    otherKeys: DerivedField.allCases.map(\.rawValue))

  /// cardctl's names for the types.
  static func canonicalTypes(areWritten: Bool) -> [TypeName] {
    CardType.allCases.compactMap {
      $0 == .unknown ? nil : TypeName($0.name, $0, isWritten: areWritten)
    }
  }
}
