import CardJSON
import ContentCards

/// The type is one that SDKs know.
enum TypeUnknown: CardRule {
  static let text = RuleText(
    id: "card/type-unknown", severity: .error,
    summary: "the type is one that SDKs know",
    reason: "The web SDK logs an error and skips the card, the Swift SDK rejects it, Android shows "
      + "a default that nobody designed.",
    bad: #"{"id":"a","tp":⟦"banner"⟧,"ca":1701861950,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "domain.md, section 2.2: unknown tp")

  static let signs: CardSigns = .oddType

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.valueNode(of: .type)
    guard node != 0 else { return }
    if context.typeName == .unknown {
      let name = context.document.string(node)
      let names = context.shape.typeNames
      findings.report(
        self, at: .value(node), "unknown type \(Words.quoted(name))" + hint(name, names))
    } else if context.card.text(.type) == nil {
      findings.report(
        self, at: .value(node),
        "expected a type, found \(Words.kind(context.document.kind(node)))")
    }
  }

  private static func hint(_ name: String, _ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    let near = NearestName.hint(for: name, among: names)
    return near.isEmpty ? ": expected one of " + names.joined(separator: ", ") : near
  }
}
