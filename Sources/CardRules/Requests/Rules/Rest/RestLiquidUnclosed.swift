import CardJSON
import ContentCards

/// Every piece of Liquid in a REST content card is closed.
enum RestLiquidUnclosed: RequestRule {
  static let text = RuleText(
    id: "rest/liquid-unclosed", severity: .warning,
    summary: "every \"{{\" has its \"}}\" and every \"{%\" its \"%}\"",
    reason: "Braze cannot render the template: the card is not sent, or users read the template "
      + "itself.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi ⟦{{⟧${first_name} }","description":"There","time_to_live":3600}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi {{${first_name}}}","description":"There","time_to_live":3600,
      "extra":{"html":"<style>@media print{p{color:red}}</style>"}}
      """#,
    source: "braze-docs, Liquid")

  static let parts: Set<RequestPart> = [.contentCard]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    object.document.forEachMember(of: object.node) { _, value in
      check(value, object, &findings)
      object.document.forEachMember(of: value) { _, extra in check(extra, object, &findings) }
    }
  }

  private static func check(
    _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    guard object.document.kind(value) == .string,
      let open = LiquidTag.unclosed(in: value, of: object.document)
    else { return }
    let isEscaped = object.document.word(value).isEscaped
    let delimiter = CardText(object.document.content(value).slice(open), isEscaped: isEscaped)
    let closing = delimiter.string == "{%" ? "%}" : "}}"
    findings.report(
      self, at: .part(value, open),
      "\"\(delimiter.string)\" is not closed; expected \"\(closing)\"")
  }
}
