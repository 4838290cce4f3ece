import CardJSON
import ContentCards

/// The time at which a REST content card expires is written as ISO 8601.
enum RestExpireAtInvalid: RequestRule {
  static let text = RuleText(
    id: "rest/expire-at-invalid", severity: .error,
    summary: "\"expire_at\" is an ISO 8601 time",
    reason: "The API refuses a time that it cannot read. Epoch seconds, and dates as people write "
      + "them, are no ISO 8601.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":⟦"21.11.2026 10:00"⟧}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-21T10:00:00Z"}
      """#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.text("expire_at"), object.date(value) == nil else { return }
    findings.report(
      self, at: .value(value),
      "\(object.shown(value)) is no ISO 8601 time; expected one such as \"2026-11-21T10:00:00Z\"")
  }
}
