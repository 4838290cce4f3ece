import CardJSON
import ContentCards

/// A card in the SDKs' wire format has a type.
enum TypeMissing: CardRule {
  static let text = RuleText(
    id: "card/type-missing", severity: .error,
    summary: "a card in the wire format says what type it is",
    reason: "The Swift and web SDKs do not show a card whose type they do not know.",
    bad: #"⟦{"id":"a","ca":1701861950,"tt":"A","ds":"B"}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "domain.md, sections 2.1 and 2.3: tp is required by Swift and web")

  static let signs: CardSigns = .oddType

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    switch context.shape {
    case .wire, .webStorage: break
    case .card, .abk, .metadata, .cordova, .reactNative, .capacitor, .rest, .web: return
    }
    guard context.card.valueNode(of: .type) == 0 else { return }
    findings.report(
      self, at: context.place(ofMissing: .type),
      "the card has no type (\"tp\"): one of " + context.shape.typeNames.joined(separator: ", "))
  }
}
