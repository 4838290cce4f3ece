/// The class type is in the registry.
enum ClassTypeUnknown: Rule {
  static let text = RuleText(
    id: "class/type-unknown", severity: .warning,
    summary: "the class type is one of the registry (an error once the team has a registry of its "
      + "own)",
    reason: "The app takes a class type that it does not know for none, and the card becomes no "
      + "object.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":{"class_type":⟦"cupon_code"⟧}}
      """#,
    good:
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B","e":{"class_type":"Group"}}"#,
    source: "the implementation guide and its demo app: class types")
}
