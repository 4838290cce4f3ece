import CardJSON
import ContentCards

/// A link that is not there is left out.
enum NullLink: CardRule {
  static let text = RuleText(
    id: "card/null-link", severity: .info,
    summary: "an absent link is left out, not null",
    reason: "Servers send null for a card without a link, and SDKs cope with it; hand-written "
      + "readers of cards often do not.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"u":⟦null⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"u":"","tt":"A","ds":"B"}"#,
    source: "domain.md, section 2.1: null seen in a real card")

  static let signs: CardSigns = [.noLink, .oddFlag]

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    check(.url, context, &findings)
    check(.opensURLInWebView, context, &findings)
  }

  private static func check(
    _ field: CardField, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let node = context.card.writtenNode(of: field)
    guard node != 0, context.document.kind(node) == .null, !context.shape.writesNull(for: field)
    else { return }
    findings.report(self, at: .value(node), "\"\(context.key(of: field))\" is null, read as absent")
  }
}
