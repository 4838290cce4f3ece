import CardJSON
import ContentCards

/// Classic and captioned cards have a title or a text.
enum TextMissing: CardRule {
  static let text = RuleText(
    id: "card/text-missing", severity: .error,
    summary: "classic and captioned cards have a title or a description",
    reason: "Users see a card without a word on it. Where the app shows an object of the class "
      + "type instead, the finding is only a hint.",
    bad: #"⟦{"id":"a","tp":"text_announcement","ca":1701861950}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"","ds":"There"}"#,
    source: "domain.md, section 2.2; braze-docs, content_cards_object.md: title, description")

  static let signs: CardSigns = .noText

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard let type = context.type, kinds.contains(type) else { return }
    guard context.card.valueNode(of: .title) == 0, context.card.valueNode(of: .description) == 0
    else { return }
    findings.report(
      self, at: .value(context.card.node),
      severity: context.card.classType == nil ? nil : .info,
      "a card of type \(type.name) has neither title nor description")
  }

  private static let kinds: [CardType] = [.classic, .classicImage, .captionedImage]
}
