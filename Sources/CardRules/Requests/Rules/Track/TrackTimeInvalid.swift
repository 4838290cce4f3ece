import CardJSON

/// The time of an event is one that the API can read.
enum TrackTimeInvalid: RequestRule {
  static let text = RuleText(
    id: "track/time-invalid", severity: .error,
    summary: "the time of an event or purchase is ISO 8601, or yyyy-MM-dd'T'HH:mm:ss:SSSZ",
    reason: "The API refuses an event whose time it cannot read, and the event is lost.",
    bad: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":⟦"1795255200"⟧}]}
      """#,
    good: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z"},
      {"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00:123+0100"}]}
      """#,
    source: "braze-docs, event_object")

  static let parts: Set<RequestPart> = [.event, .purchase]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("time", of: .string), object.document.word(value).extent > 0,
      object.trackedDate(value) == nil
    else { return }
    findings.report(
      self, at: .value(value),
      "\(object.shown(value)) is no ISO 8601 time; expected one such as \"2026-11-21T10:00:00Z\"")
  }
}
