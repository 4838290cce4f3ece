import CardProcessing
import CardJSON
import ContentCardKit

// The rules for class types and for the properties of classes.
extension Rule {
  static let classTypeMissing = Rule(
    id: "class/type-missing", severity: .info, source: PublicPage.guide,
    traits: [.offByDefault, .ownClasses],
    summary: "require a class type (on with a registry of your own)",
    reason: "A card without a class type does not become an object of the app. Only the SDK's own "
      + "feed may show it.",
    bad: #"⟦{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}⟧"#,
    good: .card(#""e":{"class_type":"group"}"#))

  static let classTypeUnknown = Rule(
    id: "class/type-unknown", severity: .error, source: PublicPage.guide,
    traits: [.offByDefault, .ownClasses],
    summary: "require a class type of the registry (on with a registry of your own)",
    reason: "The app treats an unknown class type as none, and the card does not become an object.",
    bad: .card(created: 1, #""e":{"class_type":⟦"cupon_code"⟧}"#), right: #""Group""#)

  static let classTypeSpaces = Rule(
    id: "class/type-spaces", severity: .error, source: PublicPage.guide,
    summary: "disallow leading or trailing whitespace in class types",
    reason: "Apps compare class types exactly, so the card does not become an object.",
    bad: .card(created: 1, #""e":{"class_type":⟦"group "⟧}"#), right: #""group""#)

  static let classTypeLiquid = Rule(
    id: "class/type-liquid", severity: .error, source: PublicPage.guide,
    summary: "disallow Liquid in class types, even in templates",
    reason: "The class type decides the object of a card, so it must be known when the campaign is "
      + "configured. Rendered Liquid cannot be checked.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":⟦"{{x}}"⟧}}"#,
      .example { $0.isTemplate = true }),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"{{x}}","ds":"B","e":{"class_type":"group"}}"#,
      .example { $0.isTemplate = true }))

  static let propertyMissing = Rule(
    id: "class/property-missing", severity: .error, source: PublicPage.demoApp,
    summary: "require each required property of the class",
    reason: "The card cannot be converted to the object of the class, so the app shows nothing.",
    bad: .card(created: 1, #""e":⟦{"class_type":"coupon_code"}⟧"#),
    right: #"{"class_type":"coupon_code","discount_percentage":"10"}"#)

  static let propertyInvalid = Rule(
    id: "class/property-invalid", severity: .error, source: PublicPage.demoApp,
    exceptions: [.warning: "for optional ones"],
    summary: "require valid values for the properties of the class",
    reason: "With an invalid required value the card cannot be converted. An invalid optional "
      + "value is omitted or misread: an app may treat 10% as 10.",
    bad: .card(created: 1, #""e":{"class_type":"coupon_code","discount_percentage":⟦"10%"⟧}"#),
    right: #""12.5""#)

  static let messageHeaderMissing = Rule(
    id: "class/message-header-missing", severity: .warning, source: PublicPage.guide,
    summary: "require a message_header in messages",
    reason: "The message center lists messages by their headers; a row without one is blank.",
    bad: .card(created: 1, #""e":⟦{"class_type":"message_full_page"}⟧"#),
    right: #"{"class_type":"message_full_page","message_header":"News"}"#)
}

extension CardContext {
  /// Checks the class type, without the registry.
  func checkClassType(_ findings: inout FindingSink) {
    if classType == nil {
      findings.report(
        .classTypeMissing, at: extraClassType ?? card.extras ?? card.object,
        extraClassType != nil
          ? "the class type must be a non-empty string"
          : "the card has no class type (\"\(card.typeKey.text)\""
            + (card.extras == nil ? " in the extras)" : ")"))
    }
    if let extraClassType { checkClassType(extraClassType, &findings) }
    if let ownClassType { checkClassType(ownClassType, &findings) }
  }

  private func checkClassType(_ node: JSONNode, _ findings: inout FindingSink) {
    guard node.kind == .string else { return }
    if !CardText(node).withText(BlankText.isTrimmed) {
      findings.report(
        .classTypeSpaces, at: node, "the class type has leading or trailing whitespace")
    }
    if holdsLiquid(node) {
      findings.report(
        .classTypeLiquid, at: node,
        "the class type contains Liquid, so the object of the card is unknown")
    }
  }
}
