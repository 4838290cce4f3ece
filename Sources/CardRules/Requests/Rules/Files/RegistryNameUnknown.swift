/// A registry uses only names that there are.
enum RegistryNameUnknown: Rule {
  static let text = RuleText(
    id: "registry/name-unknown", severity: .error,
    summary: "every key, field and type of a registry is one that cardctl knows",
    reason: "A property that reads a field which no card has is always empty, and a rule under a "
      + "misspelt key does not apply. cardctl reads no such registry.",
    bad: #"{"classes":{"offer":{"object":"Offer","properties":{"image":{"from":[⟦"imge"⟧]}}}}}"#,
    good: #"{"classes":{"offer":{"object":"Offer","properties":{"image":{"from":["image"]}}}}}"#,
    source: "cardctl's registry format")
}
