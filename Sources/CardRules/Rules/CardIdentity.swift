import CardProcessing
import CardJSON
import ContentCardKit

/// Every delivered card has an id.
enum IDMissing: CardRule {
  static let text = RuleText(
    id: "card/id-missing", severity: .error,
    summary: "a delivered card has an id that is not blank",
    reason: "Impressions, clicks and dismissals are logged by the id. Android, the web and the "
      + "Swift SDK drop a card without one, so nobody sees it.",
    bad: #"{"id":⟦"  "⟧,"tp":"text_announcement","ca":1701861950,"tt":"Hi","ds":"There"}"#,
    good: #"{"id":"card-1","tp":"text_announcement","ca":1701861950,"tt":"Hi","ds":"There"}"#,
    source: PublicPage.contentCards)

  static let scope: CardScope = [.delivered, .tombstones]
  static let facts = CardFacts.oddID
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    let node = card.valueNode(of: .id)
    if node == 0 {
      findings.report(self, at: context.place(ofMissing: .id), "the card has no id")
    } else if card.text(.id) == nil {
      findings.report(self, at: .value(node), "the id must be a non-empty string")
    } else if context.document.kind(node) == .string,
      CardText(node, of: context.document).withText({ JSONNumber.trimmed($0).count == 0 })
    {
      findings.report(self, at: .value(node), "the id is blank")
    }
  }
}

/// The id is one that Braze made.
enum IDComposite: CardRule {
  static let text = RuleText(
    id: "card/id-composite", severity: .warning,
    exceptions: [RuleException(.error, "with --profile braze-swift")],
    summary: "the id is Base64 of campaign, card and variation, as Braze makes them",
    reason: "The Swift SDK rejects any other id, so iOS users do not see the card; and nobody can "
      + "tell which campaign it came from.",
    bad: #"{"id":⟦"card-1"⟧,"tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    good:
      #"""
      {"id":"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA==",
      "tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}
      """#,
    source: PublicPage.swiftWireTests)

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.stringNode(of: .id)
    guard node != 0 else { return }
    let content = context.document.content(node)
    let isComposite = CardText(node, of: context.document).withText(CompositeID.isComposite)
    guard content.count > 0, !isComposite else { return }
    guard JSONNumber.trimmed(content).count > 0 else { return }
    let isRejected = context.settings.profiles.contains(.brazeSwift)
    findings.report(
      self, at: .value(node), severity: isRejected ? .error : nil,
      "not a Braze card id (expected Base64 of \"CAMPAIGN_$_cc=…&mv=VARIATION&pi=cmp\")"
        + (isRejected ? "; the Swift SDK rejects the card" : ""))
  }
}

/// A card in the SDKs' wire format has a type.
enum TypeMissing: CardRule {
  static let text = RuleText(
    id: "card/type-missing", severity: .error,
    exceptions: [RuleException(.warning, "where only an SDK's storage or bridge left it out")],
    summary: "a card of an SDK says what type it is",
    reason: "The Swift and web SDKs do not show a card whose type they do not know.",
    bad: #"⟦{"id":"a","ca":1701861950,"tt":"A","ds":"B"}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: PublicPage.webCardFactory)

  static let facts = CardFacts.oddType
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let (card, shape) = (context.card, context.shape)
    guard card.valueNode(of: .type) == 0, context.type != .control, shape != .rest else { return }
    let isTyped = [.wire, .webStorage, .reactNative].contains(shape)
    // Other shapes do without a type unless the card shows nothing either.
    guard isTyped || context.type == nil else { return }
    let names = shape.typeNames
    findings.report(
      self, at: context.place(ofMissing: .type), severity: shape == .wire ? nil : .warning,
      names.isEmpty
        ? "the card has no type, because it shows nothing"
        : "the card has no type (\"\(context.key(of: .type))\"): one of "
          + names.joined(separator: ", "))
  }
}

/// The type is written as SDKs write it.
enum TypeSpelling: CardRule {
  static let text = RuleText(
    id: "card/type-spelling", severity: .warning,
    summary: "the type is written as the SDKs write it",
    reason: "cardctl understands former names and other letter case; SDKs compare to the letter "
      + "and take such a type for an unknown one.",
    bad:
      #"""
      {"id":"a","tp":⟦"Captioned_Image"⟧,"ca":1,"tt":"A","ds":"B",
      "i":"https://example.com/a.png"}
      """#,
    good: .card(type: "captioned_image", created: 1, #""i":"https://example.com/a.png""#),
    source: PublicPage.webCardFactory)

  static let facts = CardFacts.oddType
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.typeName == .tolerated, let type = context.type else { return }
    let node = context.card.valueNode(of: .type)
    let name = context.document.string(node)
    // A former name is the business of another rule.
    if name == "Banner" { return }
    let own = context.shape.typeName(of: type)
    findings.report(
      self, at: .value(node),
      "the type \(MessageText.quoted(name)) is called \(MessageText.quoted(own)) in this shape")
  }
}

/// The type is one that SDKs know.
enum TypeUnknown: CardRule {
  static let text = RuleText(
    id: "card/type-unknown", severity: .error,
    summary: "the type is one that SDKs know",
    reason: "The web SDK logs an error and skips the card, the Swift SDK rejects it, Android shows "
      + "a default that nobody designed.",
    bad: #"{"id":"a","tp":⟦"banner"⟧,"ca":1701861950,"tt":"A","ds":"B"}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: PublicPage.webCardFactory)

  static let facts = CardFacts.oddType
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.card.valueNode(of: .type)
    guard node != 0 else { return }
    if context.typeName == .unknown {
      let name = context.document.string(node)
      let names = context.shape.typeNames
      findings.report(
        self, at: .value(node), "unknown type \(MessageText.quoted(name))" + hint(name, names))
    } else if context.card.text(.type) == nil {
      findings.report(
        self, at: .value(node),
        "expected a type, found \(context.document.kind(node).noun)")
    }
  }

  private static func hint(_ name: String, _ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    return NearestName.hint(
      for: name, among: names, otherwise: ": expected one of " + names.joined(separator: ", "))
  }
}

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
    source: PublicPage.contentCards)

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
    source: PublicPage.reactNativeTypes)

  static let facts = CardFacts.flags
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    guard card.controlNode != 0, let name = card.text(.type) else { return }
    let saysControl = name.content.equalsIgnoringCase(ByteView("control"))
    switch context.document.kind(card.controlNode) {
    case .true where !saysControl:
      findings.report(
        self, at: .value(card.controlNode),
        "the card is a control card, but its type is \(MessageText.quoted(name.string))")
    case .false where saysControl:
      findings.report(
        self, at: .value(card.controlNode), "the card's type is control, but this says it is none")
    default: break
    }
  }
}

/// What was noted of a card fits what the card allows.
enum ContradictoryState: CardRule {
  static let text = RuleText(
    id: "card/contradictory-state", severity: .info,
    summary: "a card that was clicked was viewed, and one that was dismissed is dismissible",
    reason: "SDKs mark a card as viewed before it can be clicked, and log no dismissal of a card "
      + "that is not dismissible: counts that are made from such cards do not add up.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B","v":false,
      "cl":⟦true⟧}
      """#,
    good:
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B","v":true,"cl":true}"#,
    source: PublicPage.legacyCards)

  static let facts = CardFacts.flags
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    if card.flag(.clicked), !card.flag(.viewed) {
      findings.report(
        self, at: .value(card.valueNode(of: .clicked)), "the card was clicked but never viewed")
    }
    // React Native and Cordova fill `dismissed` from what the server removed.
    if card.flag(.dismissed), !card.flag(.dismissible), context.shape != .reactNative,
      context.shape != .cordova
    {
      findings.report(
        self, at: .value(card.valueNode(of: .dismissed)),
        "the card was dismissed but is not dismissible; such a dismissal is not logged")
    }
  }
}
