/// A sync response says that it succeeded.
enum SyncFailed: Rule {
  static let text = RuleText(
    id: "sync/failed", severity: .error,
    summary: "a sync response says that it succeeded",
    reason: "The guide refreshes cards only after a successful update; those of a failed one are "
      + "not shown.",
    bad: #"{"message":⟦"invalid api key"⟧,"cards":[]}"#,
    good: #"{"message":"success","cards":[]}"#,
    source: "the implementation guide: update successful")
}
