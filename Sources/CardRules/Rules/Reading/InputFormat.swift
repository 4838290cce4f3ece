/// The input is text.
enum InputFormat: Rule {
  static let text = RuleText(
    id: "input/format", severity: .error,
    summary: "the input is JSON text, not compressed and not UTF-16",
    reason: "Compressed files and UTF-16 are not read; the message says how to convert them.",
    bad: RuleExample("⟦B⟧Zh91AY"),
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "cardctl")
}
