import CardJSON

/// A REST content card that shows text has a title and a description.
enum RestTextMissing: RequestRule {
  static let text = RuleText(
    id: "rest/text-missing", severity: .error,
    summary: "a CLASSIC or CAPTIONED_IMAGE card has \"title\" and \"description\"",
    reason: "The API requires both for every type but BANNER; the title may be empty, but it has "
      + "to be there.",
    bad: #"⟦{"type":"CLASSIC","title":"Hi","time_to_live":3600}⟧"#,
    good: #"{"type":"CLASSIC","title":"","description":"There","time_to_live":3600}"#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let type = object.cardType, type != "BANNER" else { return }
    for key: StaticString in ["title", "description"] {
      if object.value(key) != nil || object.hasMisnomer(of: key) { continue }
      findings.report(
        self, at: object.place(ofMissing: key), "a \(type) card needs \"\(key)\"")
    }
  }
}
