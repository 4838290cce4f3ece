import CardJSON

/// The trigger properties of a request are no larger than the API takes.
enum TriggerPropertiesTooLarge: RequestRule {
  static let text = RuleText(
    id: "trigger/properties-too-large", severity: .error,
    summary: "\"trigger_properties\" is at most 50 KB of JSON",
    reason: "The API refuses the request, so that nobody gets the message.",
    bad: RuleExample(
      #"{"campaign_id":"c","broadcast":true,"trigger_properties":⟦{"text":""#
        + String(repeating: "a", count: limit) + #""}⟧}"#),
    good: #"{"campaign_id":"c","broadcast":true,"trigger_properties":{"text":"short"}}"#,
    source: "braze-docs, trigger_properties_object")

  static let parts: Set<RequestPart> = [.trigger, .recipient]

  /// The largest size, in bytes without white space between tokens.
  static let limit = 50 * 1024

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let pairs = object.value("trigger_properties", of: .object) else { return }
    let size = object.size(pairs)
    guard size > limit else { return }
    findings.report(
      self, at: .value(pairs), "\(size) bytes of trigger properties; the API takes \(limit)")
  }
}
