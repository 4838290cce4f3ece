/// No two cards of a feed have the same id.
enum DuplicateID: Rule {
  static let text = RuleText(
    id: "feed/duplicate-id", severity: .error,
    summary: "no two cards have the same id (a warning among the bare cards of one NDJSON file)",
    reason: "SDKs keep cards by their id: the second one replaces the first, and what users do "
      + "with it is counted once.",
    bad: #"[{"id":"a","tp":"control","ca":1},{"id":⟦"a"⟧,"tp":"control","ca":2}]"#,
    good: #"[{"id":"a","tp":"control","ca":1},{"id":"b","tp":"control","ca":2}]"#,
    source: "domain.md, section 7, R6")
}
