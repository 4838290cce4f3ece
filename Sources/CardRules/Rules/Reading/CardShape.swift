/// A record is a card of a known shape.
enum CardShape: Rule {
  static let text = RuleText(
    id: "card/shape", severity: .error,
    summary: "a record is a card in one of the shapes in which cards are found",
    reason: "What no SDK, API or guide writes is no content card, and nothing is known of it.",
    bad: #"⟦{"name":"Winter roast","price":12}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "domain.md, section 1")
}
