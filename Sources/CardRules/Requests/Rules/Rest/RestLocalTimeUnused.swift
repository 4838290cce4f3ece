import CardJSON

/// The user's local time is asked for only where there is a time.
enum RestLocalTimeUnused: RequestRule {
  static let text = RuleText(
    id: "rest/local-time-unused", severity: .info,
    summary: "\"expire_in_local_time\" stands beside \"expire_at\"",
    reason: "A number of seconds is the same everywhere, so the switch has no effect.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,
      ⟦"expire_in_local_time"⟧:true}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-21T10:00:00",
      "expire_in_local_time":true}
      """#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("expire_in_local_time", of: .true),
      object.value("expire_at") == nil, object.value("time_to_live") != nil
    else { return }
    findings.report(
      self, at: .key(value), "without \"expire_at\" this has no effect")
  }
}
