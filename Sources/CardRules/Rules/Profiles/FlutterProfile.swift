import CardJSON
import ContentCards

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
    source: "braze-flutter-sdk, braze_plugin.dart: BrazeContentCard")

  static let signs: CardSigns = .profile

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.settings.profile == .flutter, context.shape == .wire else { return }
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
