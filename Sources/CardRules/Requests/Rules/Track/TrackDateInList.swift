import CardJSON

/// The lists in an event's properties hold no dates.
enum TrackDateInList: RequestRule {
  static let text = RuleText(
    id: "track/date-in-list", severity: .error,
    summary: "a list in the properties of an event holds no dates",
    reason: "Braze reads a text that looks like a date as one, and takes no dates in lists.",
    bad: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z",
      "properties":{"visits":["first",⟦"2026-11-20T09:00:00Z"⟧]}}]}
      """#,
    good: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z",
      "properties":{"visit":"2026-11-20T09:00:00Z","steps":["first","2026"]}}]}
      """#,
    source: "braze-docs, event_object, purchase_object")

  static let parts: Set<RequestPart> = [.event, .purchase]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let properties = object.value("properties", of: .object) else { return }
    object.document.forEachMember(of: properties) { _, list in
      object.document.forEachElement(of: list) { element in
        guard object.document.kind(element) == .string, object.trackedDate(element) != nil else {
          return
        }
        findings.report(
          self, at: .value(element), "\(object.shown(element)) is a date, which no list may hold")
      }
    }
  }
}
