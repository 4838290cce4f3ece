/// A configuration has only keys that there are.
enum ConfigurationKeyUnknown: Rule {
  static let text = RuleText(
    id: "configuration/key-unknown", severity: .error,
    summary: "every key of .cardctl.json is one that cardctl knows",
    reason: "What stands under a misspelt key is not set. cardctl reads no such configuration.",
    bad: #"{"typeKey":"class_type",⟦"maxWarning"⟧:0}"#,
    good: #"{"typeKey":"class_type","maxWarnings":0}"#,
    source: "cardctl's configuration")
}
