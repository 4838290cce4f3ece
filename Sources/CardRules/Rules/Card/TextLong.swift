import CardJSON
import ContentCards

/// Titles and texts are short enough to be read.
enum TextLong: CardRule {
  static let text = RuleText(
    id: "card/text-long", severity: .info, isOnByDefault: false,
    summary: "titles fit on one line and texts on four (off unless asked for)",
    reason: "Feeds cut what does not fit: a title has one line, a text two to four.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,
      "tt":⟦"A title that goes on and on until no phone shows the end"⟧,"ds":"B"}
      """#,
    good: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"Winter roast","ds":"B"}"#,
    source: "braze-docs, creative_details.md")

  /// The most characters that fit on the usual phone.
  private static let titleLimit = 45
  private static let textLimit = 180

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    check(.title, titleLimit, context, &findings)
    check(.description, textLimit, context, &findings)
  }

  private static func check(
    _ field: CardField, _ limit: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let node = context.stringNode(of: field)
    guard node != 0, context.document.word(node).extent > limit else { return }
    let length = context.document.decoded(node).read { $0.scalarCount }
    guard length > limit else { return }
    findings.report(
      self, at: .value(node), "\(length) characters; about \(limit) fit on a phone")
  }
}
