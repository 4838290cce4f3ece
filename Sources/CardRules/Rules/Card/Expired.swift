import CardJSON
import ContentCards

/// A card has not expired yet.
enum Expired: CardRule {
  static let text = RuleText(
    id: "card/expired", severity: .info,
    summary: "a card has not expired (a warning when --at says what now is)",
    reason: "SDKs do not show an expired card, and remove it from the device.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":15000000,"ea":⟦15006000⟧,"tt":"A","ds":"B"}"#,
      .example { $0.now = 16_000_000_000 }),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":15000000,"ea":-1,"tt":"A","ds":"B"}"#,
      .example { $0.now = 16_000_000_000 }),
    source: "domain.md, section 2.6: expired is ea != -1 and ea <= now")

  static let signs: CardSigns = .expiry

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let expiry = context.expiry, expiry.milliseconds <= context.settings.now
    else { return }
    findings.report(
      self, at: .value(context.card.valueNode(of: .expiresAt)),
      severity: context.settings.isNowGiven ? .warning : nil,
      "the card expired \(Words.date(expiry.milliseconds))")
  }
}
