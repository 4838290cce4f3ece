/// The input is JSON.
enum JSONSyntax: Rule {
  static let text = RuleText(
    id: "json/syntax", severity: .error,
    summary: "the input is JSON, to the letter",
    reason: "A card that is no JSON is not read at all, by no SDK and by no tool.",
    bad: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",⟦}⟧"#,
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "RFC 8259")
}
