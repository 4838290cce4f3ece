import CardJSON

/// The names of events and products are no longer than Braze keeps.
enum TrackNameTooLong: RequestRule {
  static let text = RuleText(
    id: "track/name-too-long", severity: .error,
    summary: "the name of an event or product has at most 255 characters",
    reason: "The API refuses the object, and the event is lost.",
    bad: RuleExample(event("⟦\"" + String(repeating: "n", count: limit + 1) + "\"⟧")),
    good: RuleExample(event("\"" + String(repeating: "n", count: limit) + "\"")),
    source: "braze-docs, event_object, purchase_object")

  static let parts: Set<RequestPart> = [.event, .purchase]

  /// The longest name or text, in characters.
  static let limit = 255

  private static func event(_ name: String) -> String {
    #"{"events":[{"external_id":"u","time":"2026-11-21T10:00:00Z","name":"# + name + "}]}"
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let key: StaticString = object.part == .purchase ? "product_id" : "name"
    guard let value = object.value(key, of: .string) else { return }
    let length = object.length(value)
    guard length > limit else { return }
    findings.report(
      self, at: .value(value), "\"\(key)\" has \(length) characters; at most \(limit) are allowed")
  }
}
