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
    source: "cardctl's registry format")
}
