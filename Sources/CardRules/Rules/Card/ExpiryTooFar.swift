import CardJSON
import ContentCards

/// A card lives for 30 days at most.
enum ExpiryTooFar: CardRule {
  static let text = RuleText(
    id: "card/expiry-too-far", severity: .warning,
    summary: "a card expires at most 30 days after its creation",
    reason: "Braze lets a card live for 30 days; a later expiry was not made by Braze, or will not "
      + "be kept.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":⟦1704540350⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"ea":1704453950,"tt":"A","ds":"B"}"#,
    source: "braze-docs, content_cards_object.md: 30 days at most")

  /// 30 days, in milliseconds.
  private static let limit: Int64 = 30 * 24 * 60 * 60 * 1000

  static let signs: CardSigns = .expiry

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let expiry = context.expiry, let created = context.created,
      expiry.milliseconds - created.milliseconds > limit
    else { return }
    let days = (expiry.milliseconds - created.milliseconds) / 86_400_000
    findings.report(
      self, at: .value(context.card.valueNode(of: .expiresAt)),
      "the card expires \(days) days after its creation; 30 are the most")
  }
}
