/// Every value of a configuration is one that its key can have.
enum ConfigurationValue: Rule {
  static let text = RuleText(
    id: "configuration/value", severity: .error,
    summary: "every value of .cardctl.json is of its key's type, every rule and profile known",
    reason: "cardctl reads no configuration with a mistake: a severity for a rule that does not "
      + "exist would change nothing, and nobody would notice.",
    bad: #"{"typeKey":"class_type","maxWarnings":⟦"0"⟧}"#,
    good:
      #"{"typeKey":"class_type","maxWarnings":0,"rules":{"card/id-missing":"warning","baseline/stale":"off"}}"#,
    source: "cardctl's configuration")
}
