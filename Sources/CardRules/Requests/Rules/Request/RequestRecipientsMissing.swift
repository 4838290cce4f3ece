import CardJSON

/// A request to send says to whom.
enum RequestRecipientsMissing: RequestRule {
  static let text = RuleText(
    id: "request/recipients-missing", severity: .warning,
    summary: "a request to send names recipients, or says \"broadcast\": true",
    reason: "Without recipients the API sends only when \"broadcast\" is true, so that nobody "
      + "writes to everybody by accident; else it refuses the request.",
    bad: #"⟦{"campaign_id":"example-campaign","trigger_properties":{"name":"Ada"}}⟧"#,
    good: #"{"campaign_id":"example-campaign","broadcast":true}"#,
    source: "braze-docs, post_send_triggered_campaigns and post_send_messages")

  static let parts: Set<RequestPart> = [.messagesSend, .trigger]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    if let broadcast = object.value("broadcast"), object.document.kind(broadcast) != .false {
      return
    }
    let keys = object.recipientKeys
    if keys.contains(where: { object.value($0) != nil || object.hasMisnomer(of: $0) }) { return }
    findings.report(
      self, at: .value(object.node),
      "nobody is named: expected \(RequestObject.listed(keys)), or \"broadcast\": true")
  }
}
