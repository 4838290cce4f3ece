import CardJSON

/// The names of an event's properties are ones that Braze accepts.
enum TrackPropertyName: RequestRule {
  static let text = RuleText(
    id: "track/property-name", severity: .error,
    summary: "a property's name has 1 to 255 characters, does not begin with \"$\" and is not "
      + "reserved",
    reason: "The API refuses the event because of one such name. \"time\" and \"event_name\" are "
      + "Braze's own.",
    bad: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z",
      "properties":{⟦"event_name"⟧:"tap"}}]}
      """#,
    good: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z",
      "properties":{"card_id":"example-card"}}]}
      """#,
    source: "braze-docs, event_object, purchase_object")

  static let parts: Set<RequestPart> = [.event, .purchase]

  private static let reserved = ["time", "event_name"]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let properties = object.value("properties", of: .object) else { return }
    object.document.forEachMember(of: properties) { key, value in
      guard let mistake = mistake(in: object.document.string(key), object.part) else { return }
      findings.report(self, at: .key(value), mistake)
    }
  }

  private static func mistake(in name: String, _ part: RequestPart) -> String? {
    if name.isEmpty { return "a property needs a name, found \"\"" }
    if name.hasPrefix("$") {
      return "the name \(Words.quoted(name)) of a property begins with \"$\""
    }
    let length = name.unicodeScalars.count
    if length > TrackNameTooLong.limit {
      return "the name of a property has \(length) characters; at most \(TrackNameTooLong.limit) "
        + "are allowed"
    }
    if part == .event, reserved.contains(name) {
      return "\"\(name)\" is reserved by Braze: choose another name"
    }
    return nil
  }
}
