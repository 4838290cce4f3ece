import CardJSON

/// A REST content card does not expire before it is sent.
enum RestExpiryPast: RequestRule {
  static let text = RuleText(
    id: "rest/expiry-past", severity: .warning,
    summary: "\"expire_at\" is not in the past",
    reason: "A card that has expired is not sent, or is gone before anybody sees it.",
    bad: RuleExample(
      #"{"type":"CLASSIC","title":"Hi","description":"There","expire_at":⟦"2026-11-20"⟧}"#, noon),
    good: RuleExample(
      #"{"type":"CLASSIC","title":"Hi","description":"There","expire_at":"2026-11-22"}"#, noon),
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  /// Noon of 21 November 2026.
  private static var noon: CheckSettings {
    var settings = CheckSettings()
    settings.now = 1_795_262_400_000
    settings.isNowGiven = true
    return settings
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let settings = object.settings
    guard settings.now != 0, let value = object.text("expire_at"), let date = object.date(value),
      date <= settings.now
    else { return }
    findings.report(
      self, at: .value(value), severity: settings.isNowGiven ? nil : .info,
      "\(object.shown(value)) is in the past")
  }
}
