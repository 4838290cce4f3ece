import CardProcessing
import CardJSON
import ContentCardKit

// The rules for the id and the type of a card.
extension Rule {
  static let idMissing = Rule(
    id: "card/id-missing", severity: .error, source: PublicPage.contentCards,
    summary: "require an id that is not blank in delivered cards",
    reason: "Impressions, clicks and dismissals are logged by the id. Android, the web and the "
      + "Swift SDK drop a card without one, so no user sees it.",
    bad: #"{"id":⟦"  "⟧,"tp":"text_announcement","ca":1701861950,"tt":"Hi","ds":"There"}"#,
    right: #""card-1""#)

  /// An id as Braze makes it.
  static let compositeID = "NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA=="

  static let idComposite = Rule(
    id: "card/id-composite", severity: .warning, source: PublicPage.swiftWireTests,
    exceptions: [.error: "with --profile braze-swift"],
    summary: "require an id in Braze's format: Base64 of campaign, card and variation",
    reason: "The Swift SDK rejects any other id, so iOS users do not see the card, and its "
      + "campaign is unknown.",
    bad: #"{"id":⟦"card-1"⟧,"tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    right: "\"\(compositeID)\"")

  static let typeMissing = Rule(
    id: "card/type-missing", severity: .error, source: PublicPage.webCardFactory,
    exceptions: [.warning: "if only an SDK's storage or bridge omits it"],
    summary: "require a type in the cards of SDKs",
    reason: "The Swift and web SDKs do not show a card whose type they do not know.",
    bad: #"⟦{"id":"a","ca":1701861950,"tt":"A","ds":"B"}⟧"#, good: .plainCard)

  static let typeSpelling = Rule(
    id: "card/type-spelling", severity: .warning, source: PublicPage.webCardFactory,
    summary: "require the SDKs' own names of types",
    reason: "cardctl understands old names and other letter case. SDKs compare exactly, and treat "
      + "such a type as unknown.",
    bad:
      #"{"id":"a","tp":⟦"Captioned_Image"⟧,"ca":1,"tt":"A","ds":"B","i":"https://example.com/a"}"#,
    right: #""captioned_image""#)

  static let typeUnknown = Rule(
    id: "card/type-unknown", severity: .error, source: PublicPage.webCardFactory,
    summary: "require a type that SDKs know",
    reason: "The web SDK logs an error and skips the card, the Swift SDK rejects it, and Android "
      + "shows a default.",
    bad: #"{"id":"a","tp":⟦"banner"⟧,"ca":1701861950,"tt":"A","ds":"B"}"#,
    right: #""text_announcement""#)

  static let deprecated = Rule(
    id: "card/deprecated", severity: .warning, source: PublicPage.reactNativeChanges,
    summary: "disallow names that the SDKs no longer use",
    reason: "Newer SDKs do not have the name, so code that reads it finds nothing.",
    bad: #"""
      {"id":"a","created":1701861950,"openURLInWebView":false,"type":⟦"Banner"⟧,
      "image":"https://example.com/a.png","imageAspectRatio":2}
      """#,
    right: #""ImageOnly""#)

  static let contradictoryFlags = Rule(
    id: "card/contradictory-flags", severity: .warning, source: PublicPage.reactNativeTypes,
    summary: "disallow flags that contradict each other",
    reason: "SDKs use one of two contradictory flags, and not all of them the same: a control card "
      + "may be shown, or its impression counted as a real one.",
    bad: #"""
      {"id":"a","created":1701861950,"openURLInWebView":false,"type":"Classic",
      "isControl":⟦true⟧,"title":"A","cardDescription":"B"}
      """#,
    right: "false")

  static let controlContent = Rule(
    id: "card/control-content", severity: .info, source: PublicPage.contentCards,
    summary: "disallow visible content in control cards",
    reason: "A control card is kept and its impression is logged, but it is never shown, so no "
      + "user sees the content.",
    bad: #"{"id":"a","tp":"control","ca":1701861950,"tt":⟦"Hi"⟧}"#,
    good: #"{"id":"a","tp":"control","ca":1701861950,"e":{"class_type":"group"}}"#)
}

extension CardContext {
  /// Checks the id of the card.
  func checkID(_ findings: inout FindingSink) {
    guard let node = card.node(of: .id) else {
      return findings.report(.idMissing, at: place(ofMissing: .id), "the card has no id")
    }
    guard card.text(.id) != nil else {
      return findings.report(.idMissing, at: node, "the id must be a non-empty string")
    }
    guard node.kind == .string else { return }
    let id = CardText(node)
    if id.withText({ JSONNumber.trimmed($0).count == 0 }) {
      findings.report(.idMissing, at: node, "the id is blank")
    } else if scope == .delivered, !id.withText(CompositeID.isComposite) {
      let isRejected = settings.profiles.contains(.brazeSwift)
      findings.report(
        .idComposite, at: node, severity: isRejected ? .error : nil,
        "not a Braze card id (expected Base64 of \"CAMPAIGN_$_cc=…&mv=VARIATION&pi=cmp\")"
          + (isRejected ? "; the Swift SDK rejects the card" : ""))
    }
  }

  /// Checks the type of the card, and what a control card has.
  func checkType(_ findings: inout FindingSink) {
    checkTypeName(&findings)
    switch shape {
    case .reactNative, .cordova:
      guard let node = string(of: .type), node.content == ByteView("Banner") else { break }
      findings.report(
        .deprecated, at: node, "the type \"Banner\" is \"ImageOnly\" since React Native 8.0.0")
    default: break
    }
    checkControlKey(&findings)
    guard isControl else { return }
    for field in [CardField.title, .description, .image, .linkText] {
      guard let node = card.node(of: field) else { continue }
      findings.report(
        .controlContent, at: node,
        "a control card shows nothing, but has \(field == .image ? "an" : "a") \(field.name)")
    }
  }

  private func checkTypeName(_ findings: inout FindingSink) {
    if case .named = typeName { return }
    let names = shape.typeNames
    guard let node = card.node(of: .type) else {
      let isTyped = [.wire, .webStorage, .reactNative].contains(shape)
      // Other shapes need no type unless the card shows nothing.
      guard !isControl, isTyped || type == nil else { return }
      return findings.report(
        .typeMissing, at: place(ofMissing: .type), severity: shape == .wire ? nil : .warning,
        names.isEmpty
          ? "the card has no type, because it shows nothing"
          : "the card has no type (\"\(key(of: .type))\"): one of " + names.joined(separator: ", "))
    }
    let name = node.string
    switch typeName {
    case .named: break
    case .tolerated:
      // `deprecated` reports the former name.
      guard let type, name != "Banner" else { return }
      let own = shape.typeName(of: type)
      findings.report(
        .typeSpelling, at: node,
        "the type \(MessageText.quoted(name)) is called \(MessageText.quoted(own)) in this shape")
    case .unknown:
      let others = ": expected one of " + names.joined(separator: ", ")
      let hint = names.isEmpty ? "" : NearestName.hint(for: name, among: names, otherwise: others)
      findings.report(.typeUnknown, at: node, "unknown type \(MessageText.quoted(name))" + hint)
    case .absent:
      findings.report(.typeUnknown, at: node, "expected a type, found \(node.kind.noun)")
    }
  }

  private func checkControlKey(_ findings: inout FindingSink) {
    guard let node = card.control, let name = card.text(.type) else { return }
    let isControl = name.content.equalsIgnoringCase(ByteView("control"))
    switch node.kind {
    case .true where !isControl:
      findings.report(
        .contradictoryFlags, at: node,
        "the card is a control card, but its type is \(MessageText.quoted(name.string))")
    case .false where isControl:
      findings.report(
        .contradictoryFlags, at: node, "the card's type is control, but this says that it is not")
    default: break
    }
  }
}
