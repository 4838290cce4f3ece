import CardJSON
import ContentCards

/// The class type is known before the card is sent.
enum ClassTypeLiquid: CardRule {
  static let text = RuleText(
    id: "class/type-liquid", severity: .error,
    summary: "the class type holds no Liquid, not even in a template",
    reason: "The app decides by the class type what a card becomes, so it has to be known when the "
      + "campaign is configured; what Liquid makes of it nobody can check.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":⟦"{{x}}"⟧}}"#,
      .example { $0.isTemplate = true }),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"{{x}}","ds":"B","e":{"class_type":"group"}}"#,
      .example { $0.isTemplate = true }),
    source: "the implementation guide: class types are fixed per campaign")

  static let scope = CardScope.content

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.mayHoldLiquid else { return }
    let node = context.card.classTypeNode
    guard node != 0, context.holdsLiquid(node, of: context.card.extrasDocument) else { return }
    findings.reportExtra(
      self, at: .value(node), "the class type holds Liquid, so nobody knows what the card becomes")
  }

  /// Whether `node` of the card's document is its class type.
  static func isClassType(_ node: Int, _ context: CardContext) -> Bool {
    !context.card.hasDecodedExtras && node == context.card.classTypeNode
  }
}
