import CardJSON
import ContentCards

/// A card expires after it was created.
enum ExpiryBeforeCreation: CardRule {
  static let text = RuleText(
    id: "card/expiry-before-creation", severity: .warning,
    summary: "a card expires after it was created",
    reason: "The card has expired before it arrives: nobody ever sees it, and it counts as sent.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":⟦1701861950⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":1702466750,"tt":"A","ds":"B"}"#,
    source: "domain.md, section 2.6: a card is expired when ea <= now; never is -1")

  static let signs: CardSigns = .expiry

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let expiry = context.expiry, let created = context.created,
      expiry.milliseconds <= created.milliseconds
    else { return }
    let node = context.card.valueNode(of: .expiresAt)
    if expiry.milliseconds == 0 {
      findings.report(
        self, at: .value(node), "0 is a time long ago; a card that never expires has -1")
    } else {
      findings.report(
        self, at: .value(node),
        "the card expires \(Words.date(expiry.milliseconds)), not after its creation "
          + Words.date(created.milliseconds))
    }
  }
}
