import CardJSON
import ContentCards

/// The class type has no white space round it.
enum ClassTypeSpaces: CardRule {
  static let text = RuleText(
    id: "class/type-spaces", severity: .error,
    summary: "the class type has no white space before or behind it",
    reason: "Apps compare class types letter by letter, so the card becomes no object.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":{"class_type":⟦"group "⟧}}
      """#,
    good:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":"group"}}"#,
    source: "domain.md, section 7, R13")

  static let scope = CardScope.content

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.classTypeNode
    let document = context.card.extrasDocument
    guard node != 0, document.kind(node) == .string else { return }
    let isPlain =
      document.word(node).isEscaped
      ? document.decoded(node).read { isTrimmed($0) } : isTrimmed(document.content(node))
    guard !isPlain else { return }
    findings.reportExtra(
      self, at: .value(node), "the class type has white space round it")
  }

  private static func isTrimmed(_ text: ByteView) -> Bool {
    JSONNumber.trimmed(text).count == text.count
  }
}
