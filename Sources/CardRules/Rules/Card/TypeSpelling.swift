import CardJSON
import ContentCards

/// The type is written as SDKs write it.
enum TypeSpelling: CardRule {
  static let text = RuleText(
    id: "card/type-spelling", severity: .warning,
    summary: "the type is written as the SDKs write it",
    reason: "cardctl understands former names and other letter case; SDKs compare to the letter "
      + "and take such a type for an unknown one.",
    bad:
      #"""
      {"id":"a","tp":⟦"Captioned_Image"⟧,"ca":1,"tt":"A","ds":"B",
      "i":"https://example.com/a.png"}
      """#,
    good:
      #"""
      {"id":"a","tp":"captioned_image","ca":1,"tt":"A","ds":"B",
      "i":"https://example.com/a.png"}
      """#,
    source: "domain.md, sections 2.2, 2.6 and 3: classic as an alias, Banner before React Native 8")

  static let signs: CardSigns = .oddType

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.typeName == .tolerated, let type = context.type else { return }
    let node = context.card.valueNode(of: .type)
    let name = context.document.string(node)
    // A former name is the business of another rule.
    if name == "Banner" { return }
    let own = context.shape.typeName(of: type)
    findings.report(
      self, at: .value(node),
      "the type \(Words.quoted(name)) is called \(Words.quoted(own)) in this shape")
  }
}
