import CardJSON
import ContentCards

/// Every delivered card has an id.
enum IDMissing: CardRule {
  static let text = RuleText(
    id: "card/id-missing", severity: .error,
    summary: "a delivered card has an id that is not blank",
    reason: "Impressions, clicks and dismissals are logged by the id. Android, the web and the "
      + "Swift SDK drop a card without one, so nobody sees it.",
    bad: #"{"id":⟦"  "⟧,"tp":"text_announcement","ca":1701861950,"tt":"Hi","ds":"There"}"#,
    good: #"{"id":"card-1","tp":"text_announcement","ca":1701861950,"tt":"Hi","ds":"There"}"#,
    source: "Android SDK and web SDK behaviour; braze-web-sdk issue 176")

  static let scope: CardScope = [.delivered, .tombstones]
  static let signs: CardSigns = .oddID

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let card = context.card
    let node = card.valueNode(of: .id)
    if node == 0 {
      let written = card.writtenNode(of: .id)
      findings.report(self, at: .value(written == 0 ? card.node : written), "the card has no id")
    } else if card.text(.id) == nil {
      findings.report(self, at: .value(node), "the id is no text")
    } else if context.document.kind(node) == .string, isBlank(node, context.document) {
      findings.report(self, at: .value(node), "the id is blank")
    }
  }

  private static func isBlank(_ node: Int, _ document: JSONDocument) -> Bool {
    if !document.word(node).isEscaped {
      return document.content(node)[0] <= 0x20
        && JSONNumber.trimmed(document.content(node)).count == 0
    }
    return document.decoded(node).read { JSONNumber.trimmed($0).count == 0 }
  }
}
