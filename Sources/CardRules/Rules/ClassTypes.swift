import CardProcessing
import CardJSON
import ContentCardKit

/// A card says which class it is of.
enum ClassTypeMissing: CardRule {
  static let text = RuleText(
    id: "class/type-missing", severity: .info, isOnByDefault: false,
    summary: "require a class type (on with a registry of your own)",
    reason: "A card without a class type becomes no object of the app; it is shown, if at all, in "
      + "the SDK's own feed.",
    bad: #"⟦{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}⟧"#,
    good: .card(#""e":{"class_type":"group"}"#),
    source: PublicPage.guide)

  static let scope = CardScope.content
  static let facts = CardFacts.noClassType
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.classType == nil else { return }
    let node = context.classTypeNode
    let key = context.card.classTypeKey.text
    if node != 0 {
      findings.report(
        self, at: .value(node), inExtras: true, "the class type must be a non-empty string")
    } else if context.card.extrasNode != 0 {
      findings.report(
        self, at: .value(context.card.extrasNode), inExtras: true,
        "the card has no class type (\"\(key)\")")
    } else {
      findings.report(
        self, at: .value(context.card.node), "the card has no class type (\"\(key)\" in the extras)"
      )
    }
  }
}

/// The class type is in the registry.
enum ClassTypeUnknown: Rule {
  static let text = RuleText(
    id: "class/type-unknown", severity: .error, isOnByDefault: false,
    summary: "require a class type of the registry (on with a registry of your own)",
    reason: "The app takes a class type that it does not know for none, and the card becomes no "
      + "object.",
    bad: .card(created: 1, #""e":{"class_type":⟦"cupon_code"⟧}"#),
    good:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":"Group"}}"#,
    source: PublicPage.guide)
}

/// The class type has no white space round it.
enum ClassTypeSpaces: CardRule {
  static let text = RuleText(
    id: "class/type-spaces", severity: .error,
    summary: "the class type has no leading or trailing whitespace",
    reason: "Apps compare class types letter by letter, so the card becomes no object.",
    bad: .card(created: 1, #""e":{"class_type":⟦"group "⟧}"#),
    good:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":"group"}}"#,
    source: PublicPage.guide)

  static let scope = CardScope.content
  static let facts: CardFacts = [.oddClassType, .noClassType]
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.classTypeNode
    if node != 0, hasSpaces(node, context.card.extrasDocument) {
      return findings.report(self, at: .value(node), inExtras: true, message)
    }
    let own = context.ownClassTypeNode
    if own != 0, hasSpaces(own, context.document) {
      findings.report(self, at: .value(own), message)
    }
  }

  private static let message = "the class type has leading or trailing whitespace"

  private static func hasSpaces(_ node: Int, _ document: JSONDocument) -> Bool {
    guard document.kind(node) == .string else { return false }
    return !CardText(node, of: document).withText(isTrimmed)
  }

  /// Whether a text neither begins nor ends with whitespace or an invisible character.
  static func isTrimmed(_ text: ByteView) -> Bool {
    guard text.count > 0 else { return true }
    let (first, last) = (text[0], text[text.count - 1])
    if first > 0x20, first < 0x7F, last > 0x20, last < 0x7F { return true }
    let scalars = text.text.unicodeScalars
    return ![scalars.first, scalars.last].contains { $0.map(isBlank) ?? false }
  }

  /// Whether nothing shows of a character.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      || scalar.properties.generalCategory == .format
  }
}

/// The class type is known before the card is sent.
enum ClassTypeLiquid: CardRule {
  static let text = RuleText(
    id: "class/type-liquid", severity: .error,
    summary: "the class type holds no Liquid, not even in a template",
    reason: "The app decides by the class type what a card becomes, so it has to be known when the "
      + "campaign is configured; what Liquid makes of it nobody can check.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":⟦"{{x}}"⟧}}"#,
      .example { $0.isTemplate = true }),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"{{x}}","ds":"B","e":{"class_type":"group"}}"#,
      .example { $0.isTemplate = true }),
    source: PublicPage.guide)

  static let scope = CardScope.content
  static let facts = CardFacts.liquid
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let message = "the class type holds Liquid, so nobody knows what the card becomes"
    let node = context.classTypeNode
    if node != 0, context.holdsLiquid(node, of: context.card.extrasDocument) {
      findings.report(self, at: .value(node), inExtras: true, message)
    }
    let own = context.ownClassTypeNode
    if own != 0, context.holdsLiquid(own, of: context.document) {
      findings.report(self, at: .value(own), message)
    }
  }

  /// Whether `node` of the card's document is its class type.
  static func isClassType(_ node: Int, _ context: CardContext) -> Bool {
    node == context.ownClassTypeNode
      || !context.card.hasDecodedExtras && node == context.classTypeNode
  }
}

/// A card has what its class requires.
enum PropertyMissing: Rule {
  static let text = RuleText(
    id: "class/property-missing", severity: .error,
    summary: "a card has every property that its class requires",
    reason: "The object of the class cannot be made from the card, so the app shows nothing.",
    bad: .card(created: 1, #""e":⟦{"class_type":"coupon_code"}⟧"#),
    good: .card(created: 1, #""e":{"class_type":"coupon_code","discount_percentage":"10"}"#),
    source: PublicPage.demoApp)
}

/// A property is what its class wants.
enum PropertyInvalid: Rule {
  static let text = RuleText(
    id: "class/property-invalid", severity: .error,
    exceptions: [RuleException(.warning, "for optional ones")],
    summary: "the values of a class's properties are what the class wants",
    reason: "With a bad required value the object cannot be made; a bad optional one is left out, "
      + "or read as something else: an app may take 10% for 10.",
    bad: .card(created: 1, #""e":{"class_type":"coupon_code","discount_percentage":⟦"10%"⟧}"#),
    good: .card(created: 1, #""e":{"class_type":"coupon_code","discount_percentage":"12.5"}"#),
    source: PublicPage.demoApp)
}

/// A message has a header.
enum MessageHeaderMissing: Rule {
  static let text = RuleText(
    id: "class/message-header-missing", severity: .warning,
    summary: "a message has a message_header",
    reason: "The message center lists messages by their headers; a row without one is blank.",
    bad: .card(created: 1, #""e":⟦{"class_type":"message_full_page"}⟧"#),
    good: .card(created: 1, #""e":{"class_type":"message_full_page","message_header":"News"}"#),
    source: PublicPage.guide)
}
