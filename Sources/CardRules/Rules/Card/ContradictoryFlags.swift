import CardJSON
import ContentCards

/// What a card says about itself agrees.
enum ContradictoryFlags: CardRule {
  static let text = RuleText(
    id: "card/contradictory-flags", severity: .warning,
    summary: "the flags of a card do not contradict each other",
    reason: "SDKs believe one of two flags that disagree, and not all the same one: a control card "
      + "may be shown, or its impression counted as a real one.",
    bad:
      #"""
      {"id":"a","created":1701861950,"openURLInWebView":false,"type":"Classic",
      "isControl":⟦true⟧,"title":"A","cardDescription":"B"}
      """#,
    good:
      #"""
      {"id":"a","created":1701861950,"openURLInWebView":false,"type":"Classic",
      "isControl":false,"title":"A","cardDescription":"B"}
      """#,
    source: "domain.md, sections 2.2, 3 and 7 (logging rules by SDK)")

  static let signs: CardSigns = .flags

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    if card.controlNode != 0 { checkControl(context, &findings) }
    if card.flag(.clicked), !card.flag(.viewed) {
      findings.report(
        self, at: .value(card.valueNode(of: .clicked)), severity: .info,
        "the card was clicked but never viewed")
    }
    // React Native and Cordova fill `dismissed` from what the server removed.
    if card.flag(.dismissed), !card.flag(.dismissible), context.shape != .reactNative,
      context.shape != .cordova
    {
      findings.report(
        self, at: .value(card.valueNode(of: .dismissed)), severity: .info,
        "the card was dismissed but is not dismissible; such a dismissal is not logged")
    }
  }

  private static func checkControl(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    guard let name = card.text(.type) else { return }
    let saysControl = name.content.equalsIgnoringCase(ByteView("control"))
    switch context.document.kind(card.controlNode) {
    case .true where !saysControl:
      findings.report(
        self, at: .value(card.controlNode),
        "the card is a control card, but its type is \(Words.quoted(name.string))")
    case .false where saysControl:
      findings.report(
        self, at: .value(card.controlNode), "the card's type is control, but this says it is none")
    default: break
    }
  }
}
