import CardJSON

/// A REST content card says only once when it expires.
enum RestExpiryTwice: RequestRule {
  static let text = RuleText(
    id: "rest/expiry-twice", severity: .error,
    summary: "a REST content card has only one of \"time_to_live\" and \"expire_at\"",
    reason: "The two exclude each other. Which one counts when both are there is documented "
      + "nowhere, so the card may be gone early or stay too long.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,
      ⟦"expire_at"⟧:"2026-11-21T10:00:00Z"}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-21T10:00:00Z"}
      """#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let seconds = object.value("time_to_live"), let time = object.value("expire_at") else {
      return
    }
    findings.report(
      self, at: .key(max(seconds, time)),
      "\"time_to_live\" and \"expire_at\" exclude each other: keep one")
  }
}
