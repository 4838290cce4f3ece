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
    source: "braze-web-sdk issue 137; braze-docs pull request 9058")
}
