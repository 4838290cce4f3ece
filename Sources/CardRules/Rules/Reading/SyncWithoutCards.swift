/// A sync response has cards.
enum SyncWithoutCards: Rule {
  static let text = RuleText(
    id: "sync/no-cards", severity: .error,
    summary: "a sync response has a list of cards",
    reason: "Without the list an SDK does not know whether there are no cards or the answer is "
      + "broken.",
    bad: #"⟦{"message":"success","full_sync":true}⟧"#,
    good: #"{"message":"success","full_sync":true,"cards":[]}"#,
    source: "domain.md, section 2.6")
}
