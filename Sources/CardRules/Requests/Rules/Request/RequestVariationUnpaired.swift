import CardJSON

/// A campaign id and a message variation id stand together.
enum RequestVariationUnpaired: RequestRule {
  static let text = RuleText(
    id: "request/variation-unpaired", severity: .info,
    summary: "\"campaign_id\" and \"message_variation_id\" are both there or both absent",
    reason: "The card is sent all the same, but the dashboard cannot count it: the campaign id "
      + "says where, the variation id as what.",
    bad: #"""
      {"external_user_ids":["example-user-1"],"campaign_id":⟦"example-campaign"⟧,
      "messages":{"content_card":{"type":"CLASSIC","title":"Hi","description":"There",
      "time_to_live":3600}}}
      """#,
    good: #"""
      {"external_user_ids":["example-user-1"],"campaign_id":"example-campaign",
      "messages":{"content_card":{"type":"CLASSIC","title":"Hi","description":"There",
      "message_variation_id":"example-variation","time_to_live":3600}}}
      """#,
    source: "braze-docs, content_cards_object and post_send_messages")

  static let parts: Set<RequestPart> = [.messagesSend]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let document = object.document
    guard let messages = object.value("messages", of: .object),
      let card = document.member(ByteView("content_card"), of: messages)
    else { return }
    let variation = document.member(ByteView("message_variation_id"), of: card)
    let campaign = object.value("campaign_id")
    switch (campaign, variation) {
    case (let campaign?, nil):
      findings.report(
        self, at: .value(campaign),
        "the card has no \"message_variation_id\", so the campaign does not count it")
    case (nil, let variation?):
      findings.report(
        self, at: .value(variation),
        "the request has no \"campaign_id\", so the variation means nothing")
    case (nil, nil), (_?, _?): break
    }
  }
}
