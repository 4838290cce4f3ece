import CardProcessing
import CardJSON
import ContentCardKit

/// What the Android SDK demands of a card.
enum AndroidProfile: CardRule {
  static let text = RuleText(
    id: "profile/android", severity: .error,
    exceptions: [RuleException(.warning, "for what Android only shows otherwise")],
    summary: "a card has what the Android SDK requires (with --profile android)",
    reason: "Android drops a card whose creation time is no number, takes an expiry that is none "
      + "for never, and shows a classic card with an empty image as one without.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":⟦true⟧,"tt":"A","ds":"B"}"#,
      CheckSettings(profile: .android)),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
      CheckSettings(profile: .android)),
    source: PublicPage.androidChanges)

  static let facts = CardFacts.profiled
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.settings.profiles.contains(.android), context.shape == .wire else { return }
    // Its JSON library cuts fractions off, and reads numbers as text.
    for field in [CardField.created, .expiresAt] {
      let node = context.card.valueNode(of: field)
      guard node != 0, context.card.number(field) == nil else { continue }
      let isCreation = field == .created
      findings.report(
        self, at: .value(node), severity: isCreation ? nil : .warning,
        isCreation
          ? "the Android SDK drops a card whose creation time is no number"
          : "the Android SDK takes this for a card that never expires")
    }
    let type = context.stringNode(of: .type)
    guard type != 0, context.document.content(type) == ByteView("short_news"),
      context.card.valueNode(of: .image) == 0
    else { return }
    findings.report(
      self, at: .value(type), severity: .warning,
      "the Android SDK shows a short_news without an image as a text_announcement")
  }
}

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
    source: PublicPage.swiftWireTests)

  static let facts = CardFacts.profiled
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.settings.profiles.contains(.brazeSwift), context.shape == .wire else { return }
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

/// A sync response says how far it goes.
enum WatermarkMissing: Rule {
  static let text = RuleText(
    id: "profile/watermark-missing", severity: .error,
    summary: "a sync response has last_full_sync_at and last_card_updated_at (with --profile "
      + "braze-swift)",
    reason: "BrazeKit rejects a sync response without its watermarks, and with it all of its "
      + "cards.",
    bad: RuleExample(
      #"⟦{⟧"message":"success","last_full_sync_at":1701861950,"cards":[]}"#,
      CheckSettings(profile: .brazeSwift)),
    good: RuleExample(
      #"{"message":"success","last_full_sync_at":1701861950,"last_card_updated_at":1,"cards":[]}"#,
      CheckSettings(profile: .brazeSwift)),
    source: PublicPage.swiftWireTests)
}

/// What the Flutter plugin does with a card.
enum FlutterProfile: CardRule {
  static let text = RuleText(
    id: "profile/flutter", severity: .warning,
    summary: "a card loses nothing in the Flutter plugin (with --profile flutter)",
    reason: "The plugin accepts any card, and silently puts its own default in place of a value of "
      + "another type.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":⟦1701861950.0⟧,"tt":"A","ds":"B"}"#,
      CheckSettings(profile: .flutter)),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
      CheckSettings(profile: .flutter)),
    source: PublicPage.flutterCard)

  static let facts = CardFacts.profiled
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.settings.profiles.contains(.flutter), context.shape == .wire else { return }
    for field in [CardField.created, .expiresAt] {
      let node = context.card.valueNode(of: field)
      guard node != 0, context.document.kind(node) == .number,
        !JSONNumber.isInteger(context.document.content(node))
      else { continue }
      findings.report(
        self, at: .value(node), "the Flutter plugin keeps a time only if it is a whole number")
    }
  }
}

/// What the web SDK demands of a card.
enum WebProfile: CardRule {
  static let text = RuleText(
    id: "profile/web", severity: .warning,
    summary: "a card has what the web SDK uses (with --profile web)",
    reason: "The web SDK drops the link text of an image-only card, logs no click without a link, "
      + "and no dismissal of a card that is not dismissible.",
    bad: RuleExample(
      #"""
      {"id":"a","tp":"banner_image","ca":1,"i":"https://example.com/a.png",
      "u":"https://example.com/","dm":⟦"See more"⟧}
      """#,
      CheckSettings(profile: .web)),
    good: RuleExample(
      #"""
      {"id":"a","tp":"banner_image","ca":1,"i":"https://example.com/a.png",
      "u":"https://example.com/"}
      """#,
      CheckSettings(profile: .web)),
    source: PublicPage.webImageOnly)

  static let facts = CardFacts.profiled
  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.settings.profiles.contains(.web), context.type == .imageOnly else { return }
    let node = context.card.valueNode(of: .linkText)
    guard node != 0 else { return }
    findings.report(
      self, at: .value(node), "the web SDK drops the link text of an image-only card")
  }
}
