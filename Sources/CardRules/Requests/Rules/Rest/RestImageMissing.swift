import CardJSON

/// A REST content card that shows an image has one.
enum RestImageMissing: RequestRule {
  static let text = RuleText(
    id: "rest/image-missing", severity: .error,
    summary: "a CAPTIONED_IMAGE or BANNER card has \"image_url\"",
    reason: "The image is what these types are made of. The API refuses the card without it, and "
      + "a phone would show an empty one.",
    bad: #"⟦{"type":"BANNER","time_to_live":3600}⟧"#,
    good: #"""
      {"type":"BANNER","image_url":"https://cdn.example.com/a.png","time_to_live":3600}
      """#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let type = object.cardType, type != "CLASSIC" else { return }
    if let image = object.value("image_url") {
      let word = object.document.word(image)
      if word.kind == .string, word.extent == 0 {
        findings.report(self, at: .value(image), "\"image_url\" of a \(type) card is empty")
      }
    } else if !object.hasMisnomer(of: "image_url") {
      findings.report(
        self, at: object.place(ofMissing: "image_url"), "a \(type) card needs \"image_url\"")
    }
  }
}
