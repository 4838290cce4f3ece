import CardJSON

/// A request goes either to everybody or to the users it names.
enum RequestBroadcastWithRecipients: RequestRule {
  static let text = RuleText(
    id: "request/broadcast-with-recipients", severity: .error,
    summary: "a request that says \"broadcast\": true names no users",
    reason: "The API refuses such a request; were the recipients left out, the whole segment "
      + "would get the message.",
    bad: #"""
      {"campaign_id":"c","broadcast":⟦true⟧,"recipients":[{"external_user_id":"example-user-1"}]}
      """#,
    good: #"{"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}]}"#,
    source: "braze-docs, post_send_triggered_campaigns and post_send_messages")

  static let parts: Set<RequestPart> = [.messagesSend, .trigger]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let broadcast = object.value("broadcast", of: .true) else { return }
    let keys = object.recipientKeys.filter { object.value($0) != nil }
    guard !keys.isEmpty else { return }
    findings.report(
      self, at: .value(broadcast),
      "\"broadcast\" is true beside \(RequestObject.listed(keys, "and")); it excludes them")
  }
}
