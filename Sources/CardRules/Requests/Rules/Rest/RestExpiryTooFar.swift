import CardJSON
import ContentCards

/// A REST content card expires within 30 days.
enum RestExpiryTooFar: RequestRule {
  static let text = RuleText(
    id: "rest/expiry-too-far", severity: .error,
    summary: "a REST content card expires at most 30 days ahead",
    reason: "Braze keeps no card that was sent by the API for longer than 30 days: it refuses the "
      + "request.",
    bad: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":⟦2592001⟧}"#,
    good: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":2592000}"#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  /// The longest time a card may live, in seconds.
  static let limit: Int64 = 2_592_000

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    checkTimeToLive(object, &findings)
    checkExpireAt(object, &findings)
  }

  private static func checkTimeToLive(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("time_to_live", of: .number) else { return }
    let spelling = object.document.content(value)
    guard JSONNumber.compare(spelling, ByteView("2592000")) > 0 else { return }
    let days = JSONNumber.rounded(spelling).map { " (\($0 / 86_400) days)" } ?? ""
    findings.report(
      self, at: .value(value),
      "\(object.shown(value)) seconds\(days) are more than 30 days, \(limit) seconds"
        + hint(spelling))
  }

  /// Thousand times too much is a number of milliseconds.
  private static func hint(_ spelling: ByteView) -> String {
    guard let value = JSONNumber.smallInteger(spelling), value % 1000 == 0,
      value >= 3_600_000, value <= limit * 1000
    else { return "" }
    return "; in seconds it would be \(value / 1000)"
  }

  /// The clock decides only when the user has set it; else a finding is no more than a hint.
  private static func checkExpireAt(_ object: RequestObject, _ findings: inout FindingSink) {
    let settings = object.settings
    guard settings.now != 0, let value = object.text("expire_at"), let date = object.date(value),
      date > settings.now + limit * 1000
    else { return }
    findings.report(
      self, at: .value(value), severity: settings.isNowGiven ? nil : .info,
      "\(object.shown(value)) is more than 30 days ahead")
  }
}
