import CardJSON
import ContentCards

/// A card says which class it is of.
enum ClassTypeMissing: CardRule {
  static let text = RuleText(
    id: "class/type-missing", severity: .info,
    summary: "a card says which class type it is",
    reason: "A card without a class type becomes no object of the app; it is shown, if at all, in "
      + "the SDK's own feed.",
    bad: #"⟦{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}⟧"#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",
      "e":{"class_type":"group"}}
      """#,
    source: "the implementation guide: class_type; spec: missing is info")

  static let scope = CardScope.content
  static let signs: CardSigns = .noClassType

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.classType == nil else { return }
    let node = context.classTypeNode
    let key = context.card.classTypeKey.text
    if node != 0 {
      findings.reportExtra(self, at: .value(node), "the class type is no text")
    } else if context.card.extrasNode != 0 {
      findings.reportExtra(
        self, at: .value(context.card.extrasNode), "the card has no class type (\"\(key)\")")
    } else {
      findings.report(
        self, at: .value(context.card.node), "the card has no class type (\"\(key)\" in the extras)"
      )
    }
  }
}
