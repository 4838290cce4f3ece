import CardJSON
import ContentCards

/// The extras are an object.
enum ExtrasForm: CardRule {
  static let text = RuleText(
    id: "extras/form", severity: .error,
    summary: "the extras are an object of key-value pairs",
    reason: "Without extras the app cannot tell what a card is for. Extras as a string that holds "
      + "JSON are what the Cordova plugin gives on iOS; elsewhere code looks into them in vain.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",
      "e":⟦["class_type"]⟧}
      """#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",
      "e":{"class_type":"group"}}
      """#,
    source: "domain.md, sections 2.4 and 3")

  static let scope = CardScope.content
  static let signs: CardSigns = .oddExtras

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.valueNode(of: .extras)
    guard node != 0 else { return }
    switch context.document.kind(node) {
    case .object: return
    case .string where context.card.extrasNode != 0:
      let isUsual = context.shape == .cordova
      findings.report(
        self, at: .value(node), severity: isUsual ? .info : .warning,
        "the extras are a string that holds JSON, not an object")
    default:
      let found = Words.json(node, of: context.document)
      findings.report(self, at: .value(node), "expected an object, found \(found)")
    }
  }
}
