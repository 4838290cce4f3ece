import CardJSON
import ContentCards

/// A card in the SDKs' wire format has a type.
enum TypeMissing: CardRule {
  static let text = RuleText(
    id: "card/type-missing", severity: .error,
    summary: "a card of an SDK says what type it is",
    reason: "The Swift and web SDKs do not show a card whose type they do not know.",
    bad: #"⟦{"id":"a","ca":1701861950,"tt":"A","ds":"B"}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "domain.md, sections 2.1 and 2.3: tp is required by Swift and web")

  static let signs: CardSigns = .oddType

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let (card, shape) = (context.card, context.shape)
    guard [.wire, .webStorage, .reactNative].contains(shape), card.valueNode(of: .type) == 0,
      // On iOS React Native has no type for a control card.
      shape != .reactNative || context.type != .control
    else { return }
    findings.report(
      self, at: context.place(ofMissing: .type), severity: shape == .wire ? nil : .warning,
      "the card has no type (\"\(context.key(of: .type))\"): one of "
        + shape.typeNames.joined(separator: ", "))
  }
}
