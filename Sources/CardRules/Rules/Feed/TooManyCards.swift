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
    source: "braze-docs: at most 250 non-expired cards per user")
}
