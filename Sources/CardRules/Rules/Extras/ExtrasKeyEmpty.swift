import CardJSON
import ContentCards

/// The keys of the extras are not empty.
enum ExtrasKeyEmpty: CardRule {
  static let text = RuleText(
    id: "extras/key-empty", severity: .warning,
    summary: "the keys of the extras are not blank",
    reason: "Nobody asks for a blank key: the value was meant for another one.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{⟦""⟧:"10"}}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"discount":"10"}}"#,
    source: "domain.md, section 7, R12")

  static let scope = CardScope.content
  static let signs: CardSigns = .oddExtrasKey

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let document = context.card.extrasDocument
    var value = context.card.firstExtra
    while value != 0 {
      let key = document.content(value - 1)
      if key.count == 0 || key[0] == 0x20 && JSONNumber.trimmed(key).count == 0 {
        findings.reportExtra(self, at: .key(value), "the key is blank")
      }
      value = context.card.extra(after: value)
    }
  }
}
