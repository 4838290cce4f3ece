import CardJSON
import ContentCards

/// A pinned card cannot be dismissed.
enum PinnedDismissible: CardRule {
  static let text = RuleText(
    id: "card/pinned-dismissible", severity: .warning,
    summary: "a card is not both pinned and dismissible",
    reason: "Users cannot dismiss a pinned card, so one of the two is not what was meant.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"p":true,"db":⟦true⟧,"tt":"A",
      "ds":"B"}
      """#,
    good:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"p":true,"db":false,"tt":"A","ds":"B"}"#,
    source: "braze-docs, create and behaviour pages")

  static let signs: CardSigns = .flags

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.card.flag(.pinned), context.card.flag(.dismissible) else { return }
    findings.report(
      self, at: .value(context.card.valueNode(of: .dismissible)),
      "the card is pinned, and a pinned card cannot be dismissed")
  }
}
