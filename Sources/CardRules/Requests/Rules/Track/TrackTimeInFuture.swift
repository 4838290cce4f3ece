import CardJSON

/// The time of an event is not in the future.
enum TrackTimeInFuture: RequestRule {
  static let text = RuleText(
    id: "track/time-in-future", severity: .info,
    summary: "the time of an event or purchase is not in the future",
    reason:
      "Braze puts the time at which it gets the event in place of one that lies ahead, so the "
      + "reports show another time than was sent.",
    bad: RuleExample(
      #"{"events":[{"external_id":"u","name":"a","time":⟦"2026-11-22T10:00:00Z"⟧}]}"#, noon),
    good: RuleExample(
      #"{"events":[{"external_id":"u","name":"a","time":"2026-11-21T10:00:00Z"}]}"#, noon),
    source: "braze-docs, event_object")

  static let parts: Set<RequestPart> = [.event, .purchase]

  /// Noon of 21 November 2026.
  private static var noon: CheckSettings {
    var settings = CheckSettings()
    settings.now = 1_795_262_400_000
    settings.isNowGiven = true
    return settings
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard object.settings.now != 0, let value = object.value("time", of: .string),
      let date = object.trackedDate(value), date > object.settings.now
    else { return }
    findings.report(
      self, at: .value(value), "\(object.shown(value)) lies ahead; Braze sets it to now")
  }
}
