import CardJSON
import ContentCards

/// A link text has a link.
enum ClickNotLogged: CardRule {
  static let text = RuleText(
    id: "links/click-not-logged", severity: .info,
    summary: "a card that asks for clicks has a link",
    reason: "The web SDK and the legacy iOS SDK log a click only for a card with a link: a link "
      + "text without one, or a click that was counted, leads nowhere.",
    bad:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B","dm":⟦"See more"⟧}"#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",
      "dm":"See more","u":"https://example.com/"}
      """#,
    source: "domain.md, section 7, R17 and the logging rules by SDK")

  static let signs: CardSigns = .noLink

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    guard card.valueNode(of: .url) == 0, context.type != .control else { return }
    let linkText = card.valueNode(of: .linkText)
    if linkText != 0 {
      findings.report(
        self, at: .value(linkText), "the card has a link text, but no link: no click is logged")
    } else if card.flag(.clicked) {
      findings.report(
        self, at: .value(card.valueNode(of: .clicked)),
        "the card was clicked, but has no link: such a click is not logged everywhere")
    }
  }
}
