import CardJSON

/// A recipient that may be unknown comes with what makes a user of it.
enum TriggerNewUserIncomplete: RequestRule {
  static let text = RuleText(
    id: "trigger/new-user-incomplete", severity: .error,
    summary: "\"send_to_existing_only\": false needs \"attributes\" and an external id",
    reason: "Braze makes a new user only from attributes, and never for an alias. The API refuses "
      + "such a recipient.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      "send_to_existing_only":⟦false⟧}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      "send_to_existing_only":false,"attributes":{"first_name":"Ada"}}]}
      """#,
    source: "braze-docs, post_send_triggered_campaigns")

  static let parts: Set<RequestPart> = [.recipient]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let flag = object.value("send_to_existing_only", of: .false) else { return }
    if object.value("user_alias") != nil {
      findings.report(
        self, at: .value(flag), "a user cannot be made from an alias; leave this out")
    } else if object.value("attributes") == nil {
      findings.report(self, at: .value(flag), "a user that may be new needs \"attributes\"")
    }
  }
}
