import CardJSON

/// The time that a REST content card lives is a positive number of seconds.
enum RestTimeToLiveInvalid: RequestRule {
  static let text = RuleText(
    id: "rest/time-to-live-invalid", severity: .error,
    summary: "\"time_to_live\" is a positive number of seconds",
    reason: "A card that lives no time at all is expired when it arrives, and nobody sees it.",
    bad: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":⟦0⟧}"#,
    good: #"{"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600}"#,
    source: "braze-docs, content_cards_object")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("time_to_live", of: .number),
      JSONNumber.compare(object.document.content(value), ByteView("0")) <= 0
    else { return }
    findings.report(
      self, at: .value(value),
      "expected a positive number of seconds, found \(object.shown(value))")
  }
}
