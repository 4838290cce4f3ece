/// A registry says what it has to, and nothing that contradicts itself.
enum RegistryInvalid: Rule {
  static let text = RuleText(
    id: "registry/invalid", severity: .error,
    summary: "every part of a registry is there, of the right type, and fits the others",
    reason: "cardctl reads no registry with a mistake, so that no card is converted by half of its "
      + "rules.",
    bad: #"""
      {"classes":{"offer":{"object":"Offer","properties":{
      "price":{"from":["extras.price"],"type":"number","minimum":⟦10⟧,"maximum":1}}}}}
      """#,
    good: #"""
      {"classes":{"offer":{"object":"Offer","properties":{
      "price":{"from":["extras.price"],"type":"number","minimum":1,"maximum":10}}}}}
      """#,
    source: PublicPage.formatsManual)
}

/// A registry uses only names that there are.
enum RegistryNameUnknown: Rule {
  static let text = RuleText(
    id: "registry/name-unknown", severity: .error,
    summary: "every key, field and type of a registry is one that cardctl knows",
    reason: "A property that reads a field which no card has is always empty, and a rule under a "
      + "misspelt key does not apply. cardctl reads no such registry.",
    bad: #"{"classes":{"offer":{"object":"Offer","properties":{"image":{"from":[⟦"imge"⟧]}}}}}"#,
    good: #"{"classes":{"offer":{"object":"Offer","properties":{"image":{"from":["image"]}}}}}"#,
    source: PublicPage.formatsManual)
}

/// A registry says everything once.
enum RegistryRepeated: Rule {
  static let text = RuleText(
    id: "registry/repeated", severity: .error,
    summary: "no class, property, field or key of a registry stands twice",
    reason: "Only one of the two can hold, and whoever changes the other one wonders why nothing "
      + "happens. Class types are compared without regard to case.",
    bad: #"{"classes":{"offer":{"object":"Offer"},⟦"Offer"⟧:{"object":"Offer"}}}"#,
    good: #"{"classes":{"offer":{"object":"Offer"},"offer_large":{"object":"Offer"}}}"#,
    source: PublicPage.formatsManual)
}

/// Every value of a configuration is one that its key can have.
enum ConfigurationValue: Rule {
  static let text = RuleText(
    id: "configuration/value", severity: .error,
    summary: "every value of .cardctl.json is of its key's type, every rule and profile known",
    reason: "cardctl reads no configuration with a mistake: a severity for a rule that does not "
      + "exist would change nothing, and nobody would notice.",
    bad: #"{"typeKey":"class_type","maxWarnings":⟦"0"⟧}"#,
    good:
      #"{"typeKey":"class_type","maxWarnings":0,"rules":{"class/*":"warning","baseline/stale":"off"}}"#,
    source: PublicPage.formatsManual)
}

/// A configuration has only keys that there are.
enum ConfigurationKeyUnknown: Rule {
  static let text = RuleText(
    id: "configuration/key-unknown", severity: .error,
    summary: "every key of .cardctl.json is one that cardctl knows",
    reason: "What stands under a misspelt key is not set. cardctl reads no such configuration.",
    bad: #"{"typeKey":"class_type",⟦"maxWarning"⟧:0}"#,
    good: #"{"typeKey":"class_type","maxWarnings":0}"#,
    source: PublicPage.formatsManual)
}

/// A configuration sets everything once.
enum ConfigurationKeyRepeated: Rule {
  static let text = RuleText(
    id: "configuration/key-repeated", severity: .error,
    summary: "no key of .cardctl.json stands twice",
    reason: "Only the last one holds, and whoever changes the other one wonders why nothing "
      + "happens.",
    bad: #"{"maxWarnings":0,⟦"maxWarnings"⟧:10}"#,
    good: #"{"maxWarnings":10}"#,
    source: PublicPage.formatsManual)
}
