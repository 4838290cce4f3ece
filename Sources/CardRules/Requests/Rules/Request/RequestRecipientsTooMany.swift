import CardJSON

/// A request to send names no more users than the API takes.
enum RequestRecipientsTooMany: RequestRule {
  static let text = RuleText(
    id: "request/recipients-too-many", severity: .error,
    summary: "a request to send names at most 50 users",
    reason: "The API refuses the whole request, so that nobody gets the message.",
    bad: RuleExample(
      #"{"campaign_id":"c","recipients":["# + users(RequestPart.recipientLimit)
        + #",⟦{"external_user_id":"example"}⟧]}"#),
    good: RuleExample(
      #"{"campaign_id":"c","recipients":["# + users(RequestPart.recipientLimit) + "]}"),
    source: "braze-docs, post_send_triggered_campaigns; rate limits of the sending endpoints")

  static let parts: Set<RequestPart> = [.messagesSend, .trigger]

  private static func users(_ count: Int) -> String {
    [String](repeating: #"{"external_user_id":"example"}"#, count: count).joined(separator: ",")
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for key in object.recipientKeys {
      guard let list = object.value(key, of: .array) else { continue }
      var count = 0
      var first = 0
      object.document.forEachElement(of: list) { element in
        count += 1
        if count == RequestPart.recipientLimit + 1 { first = element }
      }
      guard first != 0 else { continue }
      findings.report(
        self, at: .value(first),
        "\"\(key)\" has \(count) entries; the API takes \(RequestPart.recipientLimit), and this is "
          + "the first beyond them")
    }
  }
}
