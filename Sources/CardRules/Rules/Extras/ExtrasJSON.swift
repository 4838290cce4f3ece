import CardJSON
import ContentCards

/// The values of the extras are not JSON themselves.
enum ExtrasJSON: CardRule {
  static let text = RuleText(
    id: "extras/json-value", severity: .warning,
    summary: "the values of the extras hold no JSON",
    reason: "Braze advises against JSON inside a value: every app has to parse it, its quotes "
      + "count against the 2 KB, and one slip makes it unreadable. Give each part a key.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":{"style":⟦"{\"color\":\"red\"}"⟧}}
      """#,
    good:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"style":"{bold} red"}}"#,
    source: "braze-docs, issue 3980 and the customization pages")

  static let scope = CardScope.content
  static let signs: CardSigns = .bracket

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let document = context.card.extrasDocument
    var value = context.card.firstExtra
    while value != 0 {
      if mayBeJSON(value, document), isJSON(value, document) {
        findings.reportExtra(
          self, at: .value(value), "the value is JSON; Braze advises to give each part a key")
      }
      value = context.card.extra(after: value)
    }
  }

  private static func mayBeJSON(_ node: Int, _ document: JSONDocument) -> Bool {
    guard document.kind(node) == .string, document.word(node).extent > 1 else { return false }
    let content = document.content(node)
    let last = content[content.count - 1]
    switch content[0] {
    case UInt8(ascii: "{"): return last == UInt8(ascii: "}")
    case UInt8(ascii: "["): return last == UInt8(ascii: "]")
    default: return false
    }
  }

  private static func isJSON(_ node: Int, _ document: JSONDocument) -> Bool {
    var text = document.decoded(node)
    var scanner = JSONScanner()
    let view = text.sealed()
    guard case .value(let end) = scanner.scan(view) else { return false }
    return end == view.count
  }
}
