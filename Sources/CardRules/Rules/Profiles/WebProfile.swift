import CardJSON
import ContentCards

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
    source: "domain.md, section 2.2: dm is dropped by web 6")

  static let signs: CardSigns = .profile

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    guard context.settings.profile == .web, context.type == .imageOnly else { return }
    let node = context.card.valueNode(of: .linkText)
    guard node != 0 else { return }
    findings.report(
      self, at: .value(node), "the web SDK drops the link text of an image-only card")
  }
}
