import CardJSON
import ContentCards

/// Every delivered card says when it was created.
enum CreatedMissing: CardRule {
  static let text = RuleText(
    id: "card/created-missing", severity: .error,
    summary: "a delivered card says when it was created",
    reason: "Android and the Swift SDK reject a card without a creation time, and feeds are sorted "
      + "by it.",
    bad: #"⟦{"id":"card-1","tp":"text_announcement","tt":"Hi","ds":"There"}⟧"#,
    good: #"{"id":"card-1","tp":"text_announcement","ca":1701861950,"tt":"Hi","ds":"There"}"#,
    source: "domain.md, section 2.3: Android and BrazeKit require ca")

  static let signs: CardSigns = .noCreation

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    guard card.valueNode(of: .created) == 0 else { return }
    let written = card.writtenNode(of: .created)
    // The web SDK's dates may be null, and its cards are shown all the same.
    let isNullDate = written != 0 && context.shape.writesNull(for: .created)
    findings.report(
      self, at: context.place(ofMissing: .created), severity: isNullDate ? .info : nil,
      "the card does not say when it was created (\"\(context.key(of: .created))\")")
  }
}
