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
  static let signs: CardSigns = .liquid

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.mayHoldLiquid else { return }
    let message = "the class type holds Liquid, so nobody knows what the card becomes"
    let node = context.classTypeNode
    if node != 0, context.holdsLiquid(node, of: context.card.extrasDocument) {
      findings.reportExtra(self, at: .value(node), message)
    }
    let own = context.ownClassTypeNode
    if own != 0, context.holdsLiquid(own, of: context.document) {
      findings.report(self, at: .value(own), message)
    }
  }

  /// Whether `node` of the card's document is its class type.
  static func isClassType(_ node: Int, _ context: CardContext) -> Bool {
    node == context.ownClassTypeNode
      || !context.card.hasDecodedExtras && node == context.classTypeNode
  }
}
