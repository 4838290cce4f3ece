import CardJSON
import ContentCards

/// The id is one that Braze made.
enum IDComposite: CardRule {
  static let text = RuleText(
    id: "card/id-composite", severity: .warning,
    summary: "the id is Base64 of campaign, card and variation, as Braze makes them",
    reason: "The Swift SDK rejects any other id, so iOS users do not see the card; and nobody can "
      + "tell which campaign it came from.",
    bad: #"{"id":⟦"card-1"⟧,"tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    good:
      #"""
      {"id":"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA==",
      "tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}
      """#,
    source: "domain.md, sections 2.3 and 2.5: not a valid composite identifier")

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let node = context.stringNode(of: .id)
    guard node != 0 else { return }
    let content = context.document.content(node)
    let isComposite =
      context.document.word(node).isEscaped
      ? context.document.decoded(node).read(CompositeID.isComposite)
      : CompositeID.isComposite(content)
    guard content.count > 0, !isComposite else { return }
    guard JSONNumber.trimmed(content).count > 0 else { return }
    findings.report(
      self, at: .value(node), severity: context.settings.profile == .brazeSwift ? .error : nil,
      "the id is none that Braze makes: Base64 of \"CAMPAIGN_$_cc=…&mv=VARIATION&pi=cmp\"")
  }
}
