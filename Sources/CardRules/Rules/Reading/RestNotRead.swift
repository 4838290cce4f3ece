/// An array can be read to its end.
enum RestNotRead: Rule {
  static let text = RuleText(
    id: "json/rest-not-read", severity: .error,
    summary: "an array can be read to its end",
    reason: "Behind broken JSON nothing says where the next card begins; what is left of the "
      + "array is not checked.",
    bad: ##"[{"id":"a","tp":"control","ca":1},⟦{"id":"b","e":{⟧"##,
    good: #"[{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}]"#,
    source: "cardctl")
}
