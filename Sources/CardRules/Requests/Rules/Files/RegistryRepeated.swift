/// A registry says everything once.
enum RegistryRepeated: Rule {
  static let text = RuleText(
    id: "registry/repeated", severity: .error,
    summary: "no class, property, field or key of a registry stands twice",
    reason: "Only one of the two can hold, and whoever changes the other one wonders why nothing "
      + "happens. Class types are compared without regard to case.",
    bad: #"{"classes":{"offer":{"object":"Offer"},⟦"Offer"⟧:{"object":"Offer"}}}"#,
    good: #"{"classes":{"offer":{"object":"Offer"},"offer_large":{"object":"Offer"}}}"#,
    source: "cardctl's registry format")
}
