import CardJSON

/// No object names its user in two ways.
enum RequestUserNamedTwice: RequestRule {
  static let text = RuleText(
    id: "request/user-named-twice", severity: .error,
    summary: "a recipient, event, purchase or set of attributes names its user in one way only",
    reason: "The API refuses an object that names a user twice, because the two may differ.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      ⟦"user_alias"⟧:{"alias_name":"example","alias_label":"device"}}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"},
      {"user_alias":{"alias_name":"example","alias_label":"device"}}]}
      """#,
    source: "braze-docs, recipient_object, event_object, purchase_object")

  static let parts: Set<RequestPart> = [.recipient, .event, .purchase, .attributes]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let keys = object.part.exclusiveUserKeys
    let given = keys.compactMap { object.value($0) }.sorted()
    guard given.count > 1, let second = given.dropFirst().first else { return }
    findings.report(
      self, at: .key(second), "expected only one of \(RequestObject.listed(keys))")
  }
}
