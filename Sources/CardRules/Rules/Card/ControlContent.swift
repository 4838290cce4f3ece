import CardJSON
import ContentCards

/// A control card has nothing to show.
enum ControlContent: CardRule {
  static let text = RuleText(
    id: "card/control-content", severity: .info,
    summary: "a control card carries no visible content",
    reason: "A control card is kept and its impression logged, but it is never shown: whatever it "
      + "says, nobody reads it.",
    bad: #"{"id":"a","tp":"control","ca":1701861950,"tt":⟦"Hi"⟧}"#,
    good:
      #"""
      {"id":"a","tp":"control","ca":1701861950,"e":{"class_type":"coupon_code",
      "discount_percentage":"5"}}
      """#,
    source: "braze-docs: control cards; the guide's final alert")

  static let signs: CardSigns = .control

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.type == .control else { return }
    for field in content {
      let node = context.card.valueNode(of: field)
      guard node != 0 else { continue }
      findings.report(
        self, at: .value(node),
        "a control card shows nothing, but has \(field == .image ? "an" : "a") \(field.name)")
    }
  }

  private static let content: [CardField] = [.title, .description, .image, .linkText]
}
