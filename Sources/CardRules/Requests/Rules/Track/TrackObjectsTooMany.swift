import CardJSON

/// A body for /users/track holds no more objects than the API takes.
enum TrackObjectsTooMany: RequestRule {
  static let text = RuleText(
    id: "track/objects-too-many", severity: .error,
    summary: "a body for /users/track has at most 75 events, purchases and attributes together",
    reason: "The API refuses the request, and none of the events in it is recorded.",
    bad: RuleExample(#"{"events":["# + events(limit) + ",⟦" + event + "⟧]}"),
    good: RuleExample(#"{"events":["# + events(limit) + "]}"),
    source: "braze-docs, post_user_track and its rate limits; some plans allow 50")

  static let parts: Set<RequestPart> = [.usersTrack]

  /// The most objects in one request.
  static let limit = 75

  private static let event =
    #"{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z"}"#

  private static func events(_ count: Int) -> String {
    [String](repeating: event, count: count).joined(separator: ",")
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    var elements: [Int] = []
    for key: StaticString in ["attributes", "events", "purchases"] {
      guard let list = object.value(key) else { continue }
      object.document.forEachElement(of: list) { elements.append($0) }
    }
    guard elements.count > limit else { return }
    elements.sort()
    findings.report(
      self, at: .value(elements[limit]),
      "\(elements.count) objects in one request; the API takes \(limit), and this is the first "
        + "beyond them")
  }
}
