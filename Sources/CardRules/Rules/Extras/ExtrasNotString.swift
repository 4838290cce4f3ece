import CardJSON
import ContentCards

/// The values of the extras are strings.
enum ExtrasNotString: CardRule {
  static let text = RuleText(
    id: "extras/not-string", severity: .error,
    summary: "the values of the extras are strings",
    reason: "The dashboard stores strings and SDKs promise them: Flutter drops any other value, "
      + "and the guide's code, which casts to String, finds nothing.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"discount":⟦10⟧}}"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"discount":"10"}}"#,
    source: "domain.md, sections 2.3 and 2.4")

  static let scope = CardScope.content
  static let signs: CardSigns = .oddExtra

  static func check(_ context: CardContext, _ findings: inout FindingSink) {
    let document = context.card.extrasDocument
    // Apps of the web SDK keep other scalars too.
    let isTolerant = context.shape == .web || context.shape == .webStorage
    var value = context.card.firstExtra
    while value != 0 {
      switch document.kind(value) {
      case .string: break
      case .number, .true, .false, .null, .end:
        let shown = Words.json(value, of: document)
        findings.reportExtra(
          self, at: .value(value), severity: isTolerant ? .info : nil,
          "expected a string, found \(shown); write \"\(shown)\"")
      case .object, .array:
        let kind = Words.kind(document.kind(value))
        findings.reportExtra(
          self, at: .value(value), "expected a string, found \(kind); flatten it into keys")
      }
      value = context.card.extra(after: value)
    }
  }
}
