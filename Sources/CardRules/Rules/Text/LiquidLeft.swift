import CardJSON
import ContentCards

/// A delivered card holds no Liquid.
enum LiquidLeft: CardRule {
  static let text = RuleText(
    id: "text/liquid", severity: .error,
    summary: "a delivered card holds no Liquid ({{…}} or {%…%})",
    reason: "Braze fills templates in before it sends a card. What is left of one is shown to "
      + "users as it stands.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"Hi ⟦{{${first_name}}}⟧",
      "ds":"B"}
      """#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"Hi Ada","ds":"B",
      "e":{"html":"<style>@media print{p{margin:0}}</style>"}}
      """#,
    source: "braze-docs, Liquid pages")

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.mayHoldLiquid, !context.isTemplate else { return }
    let document = context.document
    let end = document.next(context.card.node)
    for node in context.card.node + 1..<end {
      guard document.kind(node) == .string else { continue }
      let content = document.content(node)
      guard let tag = LiquidTag.first(in: content) else { continue }
      // Of class types there is a rule that holds for templates too.
      if ClassTypeLiquid.isClassType(node, context) { continue }
      findings.report(
        self, at: .part(node, tag),
        "\(Words.quoted(content.slice(tag).text)) was not filled in")
    }
  }
}
