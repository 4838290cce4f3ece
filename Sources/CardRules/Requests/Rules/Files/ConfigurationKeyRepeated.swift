/// A configuration sets everything once.
enum ConfigurationKeyRepeated: Rule {
  static let text = RuleText(
    id: "configuration/key-repeated", severity: .error,
    summary: "no key of .cardctl.json stands twice",
    reason: "Only the last one holds, and whoever changes the other one wonders why nothing "
      + "happens.",
    bad: #"{"maxWarnings":0,⟦"maxWarnings"⟧:10}"#,
    good: #"{"maxWarnings":10}"#,
    source: "cardctl's configuration")
}
