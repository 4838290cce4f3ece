import CardJSON
import ContentCards

/// A card has not expired yet.
enum Expired: CardRule {
  static let text = RuleText(
    id: "card/expired", severity: .info,
    summary: "a card has not expired (a warning when --at says what now is)",
    reason: "SDKs do not show an expired card, and remove it from the device.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1500000000,"ea":⟦1500600000⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1500000000,"ea":-1,"tt":"A","ds":"B"}"#,
    source: "domain.md, section 2.6: expired is ea != -1 and ea <= now")

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let expiry = context.card.time(.expiresAt),
      expiry.milliseconds <= context.settings.now
    else { return }
    findings.report(
      self, at: .value(context.card.valueNode(of: .expiresAt)),
      severity: context.settings.isNowGiven ? .warning : nil,
      "the card expired \(Words.date(expiry.milliseconds))")
  }
}
