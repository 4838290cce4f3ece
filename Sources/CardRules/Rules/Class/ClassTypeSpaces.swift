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
  static let signs: CardSigns = [.oddClassType, .noClassType]

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.classTypeNode
    if node != 0, hasSpaces(node, context.card.extrasDocument) {
      return findings.reportExtra(self, at: .value(node), message)
    }
    let own = context.ownClassTypeNode
    if own != 0, hasSpaces(own, context.document) {
      findings.report(self, at: .value(own), message)
    }
  }

  private static let message = "the class type has white space round it"

  private static func hasSpaces(_ node: Int, _ document: JSONDocument) -> Bool {
    guard document.kind(node) == .string else { return false }
    return document.word(node).isEscaped
      ? document.decoded(node).read { !isTrimmed($0) } : !isTrimmed(document.content(node))
  }

  private static func isTrimmed(_ text: ByteView) -> Bool {
    JSONNumber.trimmed(text).count == text.count
  }
}
