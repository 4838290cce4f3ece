import CardJSON
import ContentCardKit

extension CardContext {
  /// Checks the requirements of single SDKs.
  func checkProfiles(_ findings: inout FindingSink) {
    let profiles = settings.profiles
    guard !profiles.isEmpty else { return }
    if profiles.contains(.web), type == .imageOnly, let node = card.node(of: .linkText) {
      findings.report(
        .webProfile, at: node, "the web SDK drops the link text of an image-only card")
    }
    guard shape == .wire else { return }
    if profiles.contains(.android) { checkAndroid(&findings) }
    if profiles.contains(.brazeSwift) { checkBrazeSwift(&findings) }
    guard profiles.contains(.flutter) else { return }
    for field in [CardField.created, .expiresAt] {
      guard let node = card.node(of: field), node.kind == .number,
        !JSONNumber.isInteger(node.content)
      else { continue }
      findings.report(
        .flutterProfile, at: node, "the Flutter plugin keeps a time only if it is a whole number")
    }
  }

  private func checkAndroid(_ findings: inout FindingSink) {
    // Its JSON library truncates fractions, and parses strings as numbers.
    if let node = card.node(of: .created), card.number(.created) == nil {
      findings.report(
        .androidProfile, at: node,
        "the Android SDK drops a card whose creation time is not a number")
    }
    if let node = card.node(of: .expiresAt), card.number(.expiresAt) == nil {
      findings.report(
        .androidProfile, at: node, severity: .warning,
        "the Android SDK treats this as a card that never expires")
    }
    guard let type = string(of: .type), type.content == ByteView("short_news"),
      card.node(of: .image) == nil
    else { return }
    findings.report(
      .androidProfile, at: type, severity: .warning,
      "the Android SDK shows a short_news without an image as a text_announcement")
  }

  private func checkBrazeSwift(_ findings: inout FindingSink) {
    var missing: [String] = []
    for field in CardContext.fieldsOfBrazeSwift(type) {
      guard let node = card.statedNode(of: field) else {
        missing.append("\"\(key(of: field))\"")
        continue
      }
      let kind = node.kind
      // Servers send null if the card has no link.
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
      .brazeSwiftProfile, at: card.object,
      "the Swift SDK rejects the card: it lacks \(missing.joined(separator: ", "))")
  }

  private static func fieldsOfBrazeSwift(_ type: CardType?) -> [CardField] {
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
