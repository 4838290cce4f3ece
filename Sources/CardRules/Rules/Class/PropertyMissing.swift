/// A card has what its class requires.
enum PropertyMissing: Rule {
  static let text = RuleText(
    id: "class/property-missing", severity: .error,
    summary: "a card has every property that its class requires",
    reason: "The object of the class cannot be made from the card, so the app shows nothing.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":⟦{"class_type":"coupon_code"}⟧}
      """#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":{"class_type":"coupon_code","discount_percentage":"10"}}
      """#,
    source: "the demo app: failing initializers of the six objects")
}
