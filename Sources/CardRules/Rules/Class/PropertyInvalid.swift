/// A property is what its class wants.
enum PropertyInvalid: Rule {
  static let text = RuleText(
    id: "class/property-invalid", severity: .error,
    summary: "the values of a class's properties are what the class wants (a warning for optional "
      + "ones)",
    reason: "With a bad required value the object cannot be made; a bad optional one is left out, "
      + "or read as something else: an app may take 10% for 10.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":{"class_type":"coupon_code","discount_percentage":⟦"10%"⟧}}
      """#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":{"class_type":"coupon_code","discount_percentage":"12.5"}}
      """#,
    source: "the demo app: Decimal(string:) and the group styles")
}
