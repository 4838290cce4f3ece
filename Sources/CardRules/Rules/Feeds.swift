/// No two cards of a feed have the same id.
enum DuplicateID: Rule {
  static let text = RuleText(
    id: "feed/duplicate-id", severity: .error,
    exceptions: [
      RuleException(.warning, "among the bare cards of one NDJSON file"),
      RuleException(.info, "where there are too many ids to compare them all"),
    ],
    summary: "no two cards have the same id",
    reason: "SDKs keep cards by their id: the second one replaces the first, and what users do "
      + "with it is counted once.",
    bad: #"[{"id":"a","tp":"control","ca":1},{"id":⟦"a"⟧,"tp":"control","ca":2}]"#,
    good: #"[{"id":"a","tp":"control","ca":1},{"id":"b","tp":"control","ca":2}]"#,
    source: PublicPage.duplicates)
}

/// A user has a campaign once.
enum SameCampaign: Rule {
  static let text = RuleText(
    id: "feed/same-campaign", severity: .info,
    summary: "a feed has one card of each campaign",
    reason: "A user who may get a campaign again has its card twice, with different ids: the "
      + "usual cause of what looks like a duplicate.",
    bad:
      #"""
      [{"id":"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA==",
      "tp":"control","ca":1},
      {"id":⟦"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MiZtdj0yJnBpPWNtcA=="⟧,
      "tp":"control","ca":2}]
      """#,
    good:
      #"""
      [{"id":"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA==",
      "tp":"control","ca":1},
      {"id":"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdkXyRfY2M9MiZtdj0yJnBpPWNtcA==","tp":"control",
      "ca":2}]
      """#,
    source: PublicPage.duplicates)
}

/// A feed has at most 250 cards.
enum TooManyCards: Rule {
  static let text = RuleText(
    id: "feed/too-many-cards", severity: .warning,
    summary: "a feed has at most 250 cards that have not expired",
    reason: "Braze keeps 250 cards for a user; the oldest drop out without being seen.",
    bad: RuleExample(
      #"""
      [{"id":"a","tp":"control","ca":1},{"id":"b","tp":"control","ca":2},⟦{"id":"c",
      "tp":"control","ca":3}⟧]
      """#,
      .example { $0.maximumCards = 2 }),
    good: RuleExample(
      #"""
      [{"id":"a","tp":"control","ca":1},{"id":"b","tp":"control","ca":2},{"id":"c",
      "tp":"control","ca":1,"ea":2}]
      """#,
      .example {
        $0.maximumCards = 2; $0.now = 3000
      }),
    source: PublicPage.creation)
}
