import CardJSON
import ContentCards

/// Texts are strings.
enum TextForm: CardRule {
  static let text = RuleText(
    id: "card/text-form", severity: .warning,
    summary: "ids, titles, texts, images and links are strings",
    reason: "An SDK that expects a string drops the value or the whole card.",
    bad: #"{"id":⟦17⟧,"tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    good: #"{"id":"17","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "domain.md, sections 2.1 and 2.3")

  static let signs: CardSigns = [.oddText, .oddID]

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let fields = fields
    for index in 0..<fields.count {
      let node = context.card.valueNode(of: fields[index])
      guard node != 0 else { continue }
      switch context.document.kind(node) {
      case .string, .null, .end: continue
      case .number, .true, .false:
        findings.report(
          self, at: .value(node),
          "expected a string, found \(Words.json(node, of: context.document))")
      case .object, .array:
        findings.report(
          self, at: .value(node), severity: .error,
          "expected a string, found \(Words.kind(context.document.kind(node)))")
      }
    }
  }

  /// The type is left to the rules for types.
  private static let fields = PermanentTable<CardField>([
    .id, .title, .description, .image, .imageAlt, .url, .linkText, .language,
  ])
}
