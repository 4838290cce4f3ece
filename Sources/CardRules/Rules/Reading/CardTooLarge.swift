/// A card is not larger than --max-card-size.
enum CardTooLarge: Rule {
  static let text = RuleText(
    id: "card/too-large", severity: .error,
    summary: "a card is not larger than --max-card-size",
    reason: "A card beyond 16 MiB is none: Braze sends 2 KB. It is not read, so nothing is known "
      + "of it.",
    bad: RuleExample(
      #"⟦{⟧"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
      .example { $0.maximumCardSize = 60 }),
    good: #"{"id":"a","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B"}"#,
    source: "cardctl")
}
