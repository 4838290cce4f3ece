import CardJSON
import ContentCards

/// What the Swift SDK demands of a card.
enum BrazeSwiftProfile: CardRule {
  static let text = RuleText(
    id: "profile/braze-swift", severity: .error,
    summary: "a card has every key that the Swift SDK requires (with --profile braze-swift)",
    reason:
      "BrazeKit rejects a card that lacks a key or has a value of another type; before 14.2.0 "
      + "one such card cost the whole sync.",
    bad: RuleExample(
      #"""
      ⟦{"id":"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA==",
      "tp":"control","ca":1,"ea":-1,"v":false,"p":false,"e":{}}⟧
      """#,
      CheckSettings(profile: .brazeSwift)),
    good: RuleExample(
      #"""
      {"id":"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA==","tp":"control",
      "ca":1,"ea":-1,"v":false,"p":false,"t":false,"e":{}}
      """#,
      CheckSettings(profile: .brazeSwift)),
    source: "domain.md, section 2.3: BrazeKit 18.2; braze-swift-sdk, CHANGELOG 14.2.0")

  static let signs: CardSigns = .profile

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.settings.profile == .brazeSwift, context.shape == .wire else { return }
    var missing: [String] = []
    for field in required(context.type) {
      let node = context.card.writtenNode(of: field)
      if node == 0 {
        missing.append("\"\(context.key(of: field))\"")
      } else if !fits(node, field, context.document) {
        findings.report(
          self, at: .value(node),
          "the Swift SDK expects \(expectation(field)) here and rejects the card")
      }
    }
    guard !missing.isEmpty else { return }
    findings.report(
      self, at: .value(context.card.node),
      "the Swift SDK rejects the card: it lacks \(missing.joined(separator: ", "))")
  }

  private static func required(_ type: CardType?) -> [CardField] {
    let every: [CardField] = [
      .id, .type, .created, .expiresAt, .viewed, .pinned, .test, .extras,
    ]
    let shown = every + [.clicked, .removed, .dismissible, .url, .opensURLInWebView]
    return switch type {
    case .control, nil: every
    case .unknown: shown
    case .classic: shown + [.title, .description]
    case .classicImage: shown + [.title, .description, .image]
    case .captionedImage: shown + [.title, .description, .image, .imageAspectRatio]
    case .imageOnly: shown + [.image, .imageAspectRatio]
    }
  }

  private static func fits(_ node: Int, _ field: CardField, _ document: JSONDocument) -> Bool {
    let kind = document.kind(node)
    // Servers send null for what concerns a missing link.
    if kind == .null { return field == .url || field == .opensURLInWebView }
    return switch field.content {
    case .text: kind == .string
    case .boolean: kind == .true || kind == .false
    case .number: kind == .number
    case .time: kind == .number
    case .pairs: kind == .object
    }
  }

  private static func expectation(_ field: CardField) -> String {
    switch field.content {
    case .text: "a string"
    case .boolean: "true or false"
    case .number, .time: "a number"
    case .pairs: "an object"
    }
  }
}
