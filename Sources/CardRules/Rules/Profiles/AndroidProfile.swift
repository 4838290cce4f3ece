import CardJSON
import ContentCards

/// What the Android SDK demands of a card.
enum AndroidProfile: CardRule {
  static let text = RuleText(
    id: "profile/android", severity: .error,
    summary: "a card has what the Android SDK requires (with --profile android)",
    reason: "Android drops a card whose creation time is no whole number of seconds, and shows a "
      + "classic card with an empty image as one without.",
    bad: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":⟦1701861950.5⟧,"tt":"A","ds":"B"}"#,
      CheckSettings(profile: .android)),
    good: RuleExample(
      #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
      CheckSettings(profile: .android)),
    source: "domain.md, sections 2.2 and 2.3: Android 43")

  static let signs: CardSigns = .profile

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.settings.profile == .android, context.shape == .wire else { return }
    for field in [CardField.created, .expiresAt] {
      let node = context.card.valueNode(of: field)
      guard node != 0 else { continue }
      let isWhole =
        context.document.kind(node) == .number
        && JSONNumber.isInteger(context.document.content(node))
      if !isWhole {
        findings.report(
          self, at: .value(node), "the Android SDK expects a whole number of seconds here")
      }
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
