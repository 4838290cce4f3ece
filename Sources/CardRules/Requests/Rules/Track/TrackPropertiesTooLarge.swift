import CardJSON

/// The properties of an event are no larger than the API takes.
enum TrackPropertiesTooLarge: RequestRule {
  static let text = RuleText(
    id: "track/properties-too-large", severity: .error,
    summary: "the properties of an event are at most 100 KB of JSON",
    reason: "The API refuses the event, and it is lost.",
    bad: RuleExample(event("⟦{\"items\":[" + items(limit / 4) + "]}⟧")),
    good: RuleExample(event("{\"items\":[" + items(4) + "]}")),
    source: "braze-docs, event_object, purchase_object")

  static let parts: Set<RequestPart> = [.event, .purchase]

  /// The largest size, in bytes without white space between tokens.
  static let limit = 100 * 1024

  private static func items(_ count: Int) -> String {
    [String](repeating: "100", count: count).joined(separator: ",")
  }

  private static func event(_ properties: String) -> String {
    #"{"events":[{"external_id":"u","name":"a","time":"2026-11-21T10:00:00Z","properties":"#
      + properties + "}]}"
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let properties = object.value("properties", of: .object) else { return }
    let size = object.size(properties)
    guard size > limit else { return }
    findings.report(
      self, at: .value(properties), "\(size) bytes of properties; the API takes \(limit)")
  }
}
