import CardProcessing
import CardJSON
import ContentCardKit

// The rules of single SDKs.
extension Rule {
  static let androidProfile = Rule(
    id: "profile/android", severity: .error, source: PublicPage.androidChanges,
    exceptions: [.warning: "if Android only shows it differently"],
    summary: "a card has what the Android SDK requires (with --profile android)",
    reason: "Android drops a card whose creation time is not a number, ignores an expiry that is "
      + "not a number, and shows a classic card with an empty image as one without.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":⟦true⟧,"tt":"A","ds":"B"}"#,
      CheckSettings(profile: .android)),
    right: "1701861950")

  static let brazeSwiftProfile = Rule(
    id: "profile/braze-swift", severity: .error, source: PublicPage.swiftWireTests,
    summary: "a card has every key that the Swift SDK requires (with --profile braze-swift)",
    reason: "BrazeKit rejects a card that lacks a key or has a value of another type; before "
      + "14.2.0 one such card cost the whole sync.",
    bad: RuleExample(
      #"⟦{"id":"\#(compositeID)","tp":"control","ca":1,\#n"#
        + #""ea":-1,"v":false,"p":false,"e":{}}⟧"#,
      CheckSettings(profile: .brazeSwift)),
    good: RuleExample(
      #"{"id":"\#(compositeID)","tp":"control","ca":1,\#n"#
        + #""ea":-1,"v":false,"p":false,"t":false,"e":{}}"#,
      CheckSettings(profile: .brazeSwift)))

  static let flutterProfile = Rule(
    id: "profile/flutter", severity: .warning, source: PublicPage.flutterCard,
    summary: "a card loses nothing in the Flutter plugin (with --profile flutter)",
    reason: "The plugin accepts any card, and silently replaces a value of another type by its "
      + "default.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":⟦1701861950.0⟧,"tt":"A","ds":"B"}"#,
      CheckSettings(profile: .flutter)),
    right: "1701861950")

  static let webProfile = Rule(
    id: "profile/web", severity: .warning, source: PublicPage.webImageOnly,
    summary: "a card has what the web SDK uses (with --profile web)",
    reason: "The web SDK drops the link text of an image-only card, logs no click without a link, "
      + "and no dismissal of a card that is not dismissible.",
    bad: RuleExample(
      #"{"id":"a","tp":"banner_image","ca":1,"i":"https://a.co/b","dm":⟦"See more"⟧}"#,
      CheckSettings(profile: .web)),
    good: RuleExample(
      #"{"id":"a","tp":"banner_image","ca":1,"i":"https://a.co/b"}"#,
      CheckSettings(profile: .web)))

  static let watermarkMissing = Rule(
    id: "profile/watermark-missing", severity: .error, source: PublicPage.swiftWireTests,
    traits: .container,
    summary: "a sync response has last_full_sync_at and last_card_updated_at (with --profile "
      + "braze-swift)",
    reason: "BrazeKit rejects a sync response without its watermarks, and with it all of its "
      + "cards.",
    bad: RuleExample(
      #"⟦{⟧"message":"success","last_full_sync_at":1701861950,"cards":[]}"#,
      CheckSettings(profile: .brazeSwift)),
    good: RuleExample(
      #"{"message":"success","last_full_sync_at":1701861950,"last_card_updated_at":1,"cards":[]}"#,
      CheckSettings(profile: .brazeSwift)))
}

extension CardCheck {
  /// The requirements of single SDKs.
  static let profiles = CardCheck(scope: .delivered) { context, findings in
    let profiles = context.settings.profiles
    guard !profiles.isEmpty else { return }
    if profiles.contains(.web), context.type == .imageOnly {
      let node = context.card.valueNode(of: .linkText)
      if node != 0 {
        findings.report(
          .webProfile, at: node, "the web SDK drops the link text of an image-only card")
      }
    }
    guard context.shape == .wire else { return }
    if profiles.contains(.android) { checkAndroid(context, &findings) }
    if profiles.contains(.brazeSwift) { checkBrazeSwift(context, &findings) }
    guard profiles.contains(.flutter) else { return }
    for field in [CardField.created, .expiresAt] {
      let node = context.card.valueNode(of: field)
      guard node != 0, context.document.kind(node) == .number,
        !JSONNumber.isInteger(context.document.content(node))
      else { continue }
      findings.report(
        .flutterProfile, at: node, "the Flutter plugin keeps a time only if it is a whole number")
    }
  }

  private static func checkAndroid(_ context: CardContext, _ findings: inout FindingSink) {
    // Its JSON library cuts fractions off, and reads numbers as text.
    for field in [CardField.created, .expiresAt] {
      let node = context.card.valueNode(of: field)
      guard node != 0, context.card.number(field) == nil else { continue }
      let isCreation = field == .created
      findings.report(
        .androidProfile, at: node, severity: isCreation ? nil : .warning,
        isCreation
          ? "the Android SDK drops a card whose creation time is not a number"
          : "the Android SDK treats this as a card that never expires")
    }
    let type = context.stringNode(of: .type)
    guard type != 0, context.document.content(type) == ByteView("short_news"),
      context.card.valueNode(of: .image) == 0
    else { return }
    findings.report(
      .androidProfile, at: type, severity: .warning,
      "the Android SDK shows a short_news without an image as a text_announcement")
  }

  private static func checkBrazeSwift(_ context: CardContext, _ findings: inout FindingSink) {
    var missing: [String] = []
    for field in requiredFields(context.type) {
      let node = context.card.writtenNode(of: field)
      guard node != 0 else {
        missing.append("\"\(context.key(of: field))\"")
        continue
      }
      let kind = context.document.kind(node)
      // Servers write null if the card has no link.
      if kind == .null, field == .url || field == .opensURLInWebView { continue }
      let (fits, expected) =
        switch field.content {
        case .text: (kind == .string, "a string")
        case .boolean: (kind == .true || kind == .false, "true or false")
        case .number, .time: (kind == .number, "a number")
        case .pairs: (kind == .object, "an object")
        }
      if fits { continue }
      findings.report(
        .brazeSwiftProfile, at: node, "the Swift SDK expects \(expected) here and rejects the card")
    }
    guard !missing.isEmpty else { return }
    findings.report(
      .brazeSwiftProfile, at: context.card.node,
      "the Swift SDK rejects the card: it lacks \(missing.joined(separator: ", "))")
  }

  private static func requiredFields(_ type: CardType?) -> [CardField] {
    let every: [CardField] = [.id, .type, .created, .expiresAt, .viewed, .pinned, .test, .extras]
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
}
