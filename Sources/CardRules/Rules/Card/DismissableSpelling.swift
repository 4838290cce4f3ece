import CardJSON
import ContentCards

/// The key is `dismissible`.
enum DismissableSpelling: CardRule {
  static let text = RuleText(
    id: "card/dismissable", severity: .warning,
    summary: "the key is spelt dismissible",
    reason: "The guide and its demo app mix both spellings; code that asks for one does not find "
      + "the other, and the card cannot be dismissed.",
    bad:
      #"""
      {"idString":"a","created":1701861950,⟦"dismissable"⟧:true,"title":"A",
      "cardDescription":"B"}
      """#,
    good:
      #"""
      {"idString":"a","created":1701861950,"dismissible":true,"title":"A",
      "cardDescription":"B"}
      """#,
    source: "domain.md, sections 8.5 and 8.6")

  static let signs: CardSigns = .formerName

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.aliasNode(of: .dismissible)
    guard node != 0, context.document.text(node - 1, equals: ByteView("dismissable")) else {
      return
    }
    let isTwice = context.card.preferredNode(of: .dismissible) != 0
    findings.report(
      self, at: .key(node),
      isTwice
        ? "\"dismissable\" stands beside \"dismissible\", which is the one that counts"
        : "\"dismissable\" is spelt \"dismissible\"")
  }
}
