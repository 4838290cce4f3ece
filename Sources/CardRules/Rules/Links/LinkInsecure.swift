import CardJSON
import ContentCards

/// Links and images use https.
enum LinkInsecure: CardRule {
  static let text = RuleText(
    id: "links/insecure", severity: .warning,
    summary: "links and images use https, not http",
    reason: "iOS and Android refuse plain http unless an app makes an exception: the image stays "
      + "empty, the page does not open.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",
      "u":⟦"http://example.com/"⟧}
      """#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",
      "u":"https://example.com/"}
      """#,
    source: "domain.md, section 7, R16")

  static let scope = CardScope.content
  static let signs: CardSigns = .oddLink

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    context.card.forEachValueNode(of: .url) { check($0, context, &findings) }
    context.card.forEachValueNode(of: .image) { check($0, context, &findings) }
  }

  private static let scheme = ByteView("http:")

  private static func check(
    _ node: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    guard context.document.kind(node) == .string else { return }
    let content = context.document.content(node)
    guard content.count > scheme.count,
      content.slice(0..<scheme.count).equalsIgnoringCase(scheme)
    else { return }
    findings.report(
      self, at: .value(node), "\(Words.quoted(content.text)) is not encrypted; use https")
  }
}
