import CardJSON

/// The class type is known before a card is rendered.
enum RequestClassTypeLiquid: RequestRule {
  static let text = RuleText(
    id: "request/class-type-liquid", severity: .error,
    summary: "the class type of a request holds no Liquid",
    reason: "The class type decides which object a card becomes, and its extras are made for that "
      + "object. A class type that is rendered per user can be empty, misspelt, or at odds with "
      + "the extras.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      "trigger_properties":{"class_type":⟦"{{custom_attribute.${kind}}}"⟧}}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      "trigger_properties":{"class_type":"home_tile","name":"{{${first_name}}}"}}]}
      """#,
    source: "the implementation guide, on class types")

  static let parts: Set<RequestPart> = [.trigger, .recipient]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let pairs = object.value("trigger_properties", of: .object),
      let type = object.document.member(object.typeKey, of: pairs), object.isLiquid(type)
    else { return }
    findings.report(
      self, at: .value(type), "the class type \(object.shown(type)) is not known before rendering")
  }
}
