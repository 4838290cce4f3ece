import CardJSON
import ContentCards

/// Links have a scheme.
enum LinkInvalid: CardRule {
  static let text = RuleText(
    id: "links/invalid", severity: .warning,
    summary: "links and images are addresses with a scheme, without white space",
    reason:
      "A click on a link that is no address opens nothing; an image without a scheme does not "
      + "load.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",
      "u":⟦"example.com/offers"⟧}
      """#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",
      "u":"https://example.com/offers"}
      """#,
    source: "braze-swift-sdk, CHANGELOG 7.5.0; domain.md, section 7, R16")

  static let scope = CardScope.content
  static let signs: CardSigns = .oddLink

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    context.card.forEachValueNode(of: .url) { check($0, context, &findings) }
    context.card.forEachValueNode(of: .image) { check($0, context, &findings) }
  }

  private static func check(
    _ node: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    guard context.document.kind(node) == .string,
      !context.holdsLiquid(node, of: context.document)
    else { return }
    let isAddress =
      context.document.word(node).isEscaped
      ? context.document.decoded(node).read { ValueRules.isURL($0) }
      : ValueRules.isURL(context.document.content(node))
    guard !isAddress else { return }
    let text = context.document.string(node)
    findings.report(
      self, at: .value(node),
      "\(Words.quoted(text)) is no address"
        + (text.contains("://") ? ": it holds white space or control characters" : " with a scheme")
    )
  }
}
