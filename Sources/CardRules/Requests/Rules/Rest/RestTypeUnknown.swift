import CardJSON
import ContentCards

/// The type of a REST content card is one of the API's three.
enum RestTypeUnknown: RequestRule {
  static let text = RuleText(
    id: "rest/type-unknown", severity: .error,
    summary: "the type of a REST content card is CLASSIC, CAPTIONED_IMAGE or BANNER",
    reason: "The API knows three types, in capital letters. It refuses a card whose type bears "
      + "the name that the dashboard or an SDK has for it.",
    bad: #"""
      {"type":⟦"captioned_image"⟧,"title":"Hi","description":"There","time_to_live":3600,
      "image_url":"https://cdn.example.com/a.png"}
      """#,
    good: #"""
      {"type":"CAPTIONED_IMAGE","title":"Hi","description":"There","time_to_live":3600,
      "image_url":"https://cdn.example.com/a.png"}
      """#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let type = object.value("type", of: .string) else { return }
    let name = object.document.string(type)
    if name.isEmpty || RequestPart.cardTypes.contains(name) { return }
    findings.report(
      self, at: .value(type), "\(object.shown(type)) is no type of a REST card\(hint(name))")
  }

  private static func hint(_ name: String) -> String {
    if let meant = meant(by: name) { return "; write \"\(meant)\"" }
    let hint = NearestName.hint(for: name, among: RequestPart.cardTypes)
    return hint.isEmpty ? "; expected CLASSIC, CAPTIONED_IMAGE or BANNER" : hint
  }

  /// The type that is called `name` elsewhere.
  static func meant(by name: String) -> String? {
    switch name.lowercased().filter({ $0.isLetter }) {
    case "classic", "classicimage", "shortnews", "textannouncement": "CLASSIC"
    case "captionedimage", "captioned": "CAPTIONED_IMAGE"
    case "banner", "imageonly", "bannerimage": "BANNER"
    default: nil
    }
  }
}
