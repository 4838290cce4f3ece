// cardctl's own form. The shapes' facts in this folder are those of Braze's public SDK sources and
// documentation; each file says which.

extension ShapeDefinition {
  /// cardctl's own form: the canonical fields under their own names.
  static let card = ShapeDefinition(
    name: "card",
    summary: "cardctl's own form",
    marks: [
      ShapeMark(.has("open_url_in_webview"), .unless(["tp", "idString"])),
      // An app may lift the class type out of the extras of an SDK's card; what names the card it
      // happened to is an event of a journal.
      ShapeMark(
        .has("class_type"), .any(["id", "type", "created"]),
        .unless(["tp", "idString", "openURLInWebView", "cardDescription", "card_id"]),
        .unless(["imageUrl", "updated", "linkText", "time_to_live", "expire_at", "image_url"]),
        .unless(["extra", "ios_uri", "android_uri", "web_uri"]), isWeak: true),
    ],
    times: .chosen,
    types: canonicalTypes(areWritten: true),
    keepsUnknownTypes: true,
    keys: CardField.allCases.map { ShapeKey($0.name.description, $0) }
      + [.alias("dismissable", .dismissible)],
    otherKeys: DerivedField.allCases.map(\.rawValue))

  /// cardctl's own names for the types.
  static func canonicalTypes(areWritten: Bool) -> [TypeName] {
    CardType.allCases.filter { $0 != .unknown }.map {
      TypeName($0.name, $0, isWritten: areWritten)
    }
  }
}
