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

  static let signs: CardSigns = .liquid

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.mayHoldLiquid, !context.isTemplate else { return }
    let document = context.document
    for node in context.card.node + 1..<document.next(context.card.node) {
      guard let tag = LiquidTag.first(in: node, of: document) else { continue }
      // Of class types there is a rule that holds for templates too.
      if ClassTypeLiquid.isClassType(node, context) { continue }
      findings.report(self, at: .part(node, tag), message(node, tag, document))
    }
    let extras = context.card.writtenNode(of: .extras)
    guard context.card.hasDecodedExtras, LiquidTag.first(in: extras, of: document) == nil else {
      return
    }
    // Braces that are escaped in a string of JSON show in the document of that JSON only.
    let inner = context.card.extrasDocument
    for node in 0..<inner.next(0) where node != context.classTypeNode {
      guard let tag = LiquidTag.first(in: node, of: inner) else { continue }
      findings.reportExtra(self, at: .part(node, tag), message(node, tag, inner))
    }
  }

  private static func message(
    _ node: Int, _ tag: Range<Int>, _ document: JSONDocument
  ) -> String {
    let content = document.content(node).slice(tag)
    let written = CardText(content, isEscaped: document.word(node).isEscaped)
    return "\(Words.quoted(written.string)) was not filled in"
  }
}
