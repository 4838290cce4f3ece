import CardJSON

/// A REST content card says when it expires.
enum RestExpiryMissing: RequestRule {
  static let text = RuleText(
    id: "rest/expiry-missing", severity: .error,
    summary: "a REST content card has \"time_to_live\" or \"expire_at\"",
    reason: "The API requires one of them; a card that never expires can be made in the "
      + "dashboard only.",
    bad: #"⟦{"type":"CLASSIC","title":"Hi","description":"There"}⟧"#,
    good: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600}"#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for key: StaticString in ["time_to_live", "expire_at"] {
      if object.value(key) != nil || object.hasMisnomer(of: key) { return }
    }
    findings.report(
      self, at: .value(object.node),
      "the card does not say when it expires: expected \"time_to_live\" or \"expire_at\"")
  }
}
