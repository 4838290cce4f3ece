import CardJSON

/// The texts in an event's properties are no longer than Braze keeps.
enum TrackTextTooLong: RequestRule {
  static let text = RuleText(
    id: "track/text-too-long", severity: .error,
    summary: "a text in the properties of an event has at most 255 characters",
    reason: "The API refuses the event because of one such text.",
    bad: RuleExample(
      event("⟦\"" + String(repeating: "t", count: TrackNameTooLong.limit + 1) + "\"⟧")),
    good: RuleExample(event("\"" + String(repeating: "t", count: TrackNameTooLong.limit) + "\"")),
    source: "braze-docs, event_object, purchase_object")

  static let parts: Set<RequestPart> = [.event, .purchase]

  private static func event(_ text: String) -> String {
    #"{"events":[{"external_id":"u","name":"a","time":"2026-11-21T10:00:00Z","properties":{"text":"#
      + text + "}}]}"
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let properties = object.value("properties", of: .object) else { return }
    object.document.forEachMember(of: properties) { _, value in
      check(value, object, &findings)
      object.document.forEachElement(of: value) { check($0, object, &findings) }
    }
  }

  private static func check(
    _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    let limit = TrackNameTooLong.limit
    // A character has at least one byte, so most texts need not be counted.
    guard object.document.kind(value) == .string, object.document.word(value).extent > limit
    else { return }
    let length = object.length(value)
    guard length > limit else { return }
    findings.report(
      self, at: .value(value), "a text of \(length) characters; at most \(limit) are allowed")
  }
}
