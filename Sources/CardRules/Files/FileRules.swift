// The rules for registries and configuration files.
extension Rule {
  static let registryInvalid = Rule(
    id: "registry/invalid", severity: .error, source: PublicPage.formatsManual,
    summary: "require complete registries whose parts fit together",
    reason: "cardctl does not read a registry that has an error, so that no card is converted by "
      + "half of its rules.",
    bad: #"""
      {"classes":{"offer":{"object":"Offer","properties":{
      "price":{"from":["extras.price"],"type":"number","minimum":⟦10⟧,"maximum":1}}}}}
      """#,
    right: "0")

  static let registryNameUnknown = Rule(
    id: "registry/name-unknown", severity: .error, source: PublicPage.formatsManual,
    summary: "disallow unknown keys, fields and types in registries",
    reason: "A property that reads an unknown field is always empty, and a requirement under a "
      + "misspelled key has no effect. cardctl does not read such a registry.",
    bad: #"{"classes":{"offer":{"object":"Offer","properties":{"image":{"from":[⟦"imge"⟧]}}}}}"#,
    right: #""image""#)

  static let registryRepeated = Rule(
    id: "registry/repeated", severity: .error, source: PublicPage.formatsManual,
    summary: "disallow duplicate classes, properties, fields and keys in registries",
    reason: "Only one of the two is used, so a change to the other has no effect. Class types are "
      + "compared case-insensitively.",
    bad: #"{"classes":{"offer":{"object":"Offer"},⟦"Offer"⟧:{"object":"Offer"}}}"#,
    right: #""offer_large""#)

  static let configurationValue = Rule(
    id: "configuration/value", severity: .error, source: PublicPage.formatsManual,
    summary: "require valid values, rules and profiles in .cardctl.json",
    reason: "cardctl does not read a configuration that has an error: a severity for a rule that "
      + "does not exist would have no effect.",
    bad: #"{"typeKey":"class_type","maxWarnings":⟦"0"⟧}"#,
    right: #"0,"rules":{"class/*":"warning","baseline/stale":"off"}"#)

  static let configurationKeyUnknown = Rule(
    id: "configuration/key-unknown", severity: .error, source: PublicPage.formatsManual,
    summary: "disallow unknown keys in .cardctl.json",
    reason: "The value of a misspelled key has no effect. cardctl does not read such a file.",
    bad: #"{"typeKey":"class_type",⟦"maxWarning"⟧:0}"#, right: #""maxWarnings""#)

  static let configurationKeyRepeated = Rule(
    id: "configuration/key-repeated", severity: .error, source: PublicPage.formatsManual,
    summary: "disallow duplicate keys in .cardctl.json",
    reason: "Only the last one is used, so a change to the other has no effect.",
    bad: #"{"maxWarnings":0,⟦"maxWarnings"⟧:10}"#, good: #"{"maxWarnings":10}"#)
}
