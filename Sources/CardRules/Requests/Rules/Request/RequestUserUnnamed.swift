import CardJSON

/// Every object that is about a user names exactly one.
enum RequestUserUnnamed: RequestRule {
  static let text = RuleText(
    id: "request/user-unnamed", severity: .error,
    summary: "a recipient, event, purchase or set of attributes names its user",
    reason: "The API refuses an object without a user. A recipient that is not named gets no card, "
      + "an event without a user is lost.",
    bad: #"{"campaign_id":"c","recipients":[⟦{"trigger_properties":{"name":"Ada"}}⟧]}"#,
    good: #"{"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}]}"#,
    source: "braze-docs, recipient_object, event_object, purchase_object")

  static let parts: Set<RequestPart> = [.recipient, .event, .purchase, .attributes]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let keys = object.part.userKeys
    for key in keys {
      if let value = object.value(key) {
        let word = object.document.word(value)
        if word.kind != .string || word.extent > 0 { return }
      }
      if object.hasMisnomer(of: key) { return }
    }
    findings.report(
      self, at: .value(object.node),
      "\(object.part.title) needs \(RequestObject.listed(keys))")
  }
}

extension RequestPart {
  /// The keys by which an object names its user.
  var userKeys: [StaticString] {
    self == .recipient
      ? ["external_user_id", "user_alias", "email"]
      : ["external_id", "user_alias", "braze_id", "email", "phone"]
  }

  /// Those of them that exclude each other.
  var exclusiveUserKeys: [StaticString] {
    self == .recipient
      ? ["external_user_id", "user_alias", "email"] : ["external_id", "user_alias", "braze_id"]
  }
}
