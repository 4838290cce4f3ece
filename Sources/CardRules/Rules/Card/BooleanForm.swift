import CardJSON
import ContentCards

/// Booleans are `true` or `false`.
enum BooleanForm: CardRule {
  static let text = RuleText(
    id: "card/boolean-form", severity: .warning,
    summary: "flags are true or false, not 0, 1 or text",
    reason: "The Swift SDK rejects a card whose flags are of another type, Flutter takes them for "
      + "false.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"v":⟦"true"⟧,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"v":true,"tt":"A","ds":"B"}"#,
    source: "domain.md, sections 2.3 and 2.6")

  static let signs: CardSigns = .oddFlag

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let fields = fields
    for index in 0..<fields.count {
      let field = fields[index]
      let node = context.card.writtenNode(of: field)
      guard node != 0 else { continue }
      switch context.document.kind(node) {
      case .true, .false: continue
      case .null where field == .opensURLInWebView: continue
      default: report(node, context, &findings)
      }
    }
    let control = context.card.controlNode
    guard control != 0, context.document.kind(control) != .true,
      context.document.kind(control) != .false
    else { return }
    report(control, context, &findings)
  }

  private static func report(
    _ node: Int, _ context: CardContext, _ findings: inout FindingSink
  ) {
    let text = Words.json(node, of: context.document)
    switch context.document.string(node) {
    case "0", "false": findings.report(self, at: .value(node), "write false instead of \(text)")
    case "1", "true": findings.report(self, at: .value(node), "write true instead of \(text)")
    default:
      findings.report(
        self, at: .value(node), "expected true or false, found \(text), which is read as false")
    }
  }

  private static let fields = PermanentTable<CardField>([
    .opensURLInWebView, .viewed, .clicked, .pinned, .dismissible, .dismissed, .removed, .test,
  ])
}
