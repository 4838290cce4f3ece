import CardJSON

/// No key of a request bears the name that another system gives it.
enum RequestKeyMisnamed: RequestRule {
  static let text = RuleText(
    id: "request/key-misnamed", severity: .error,
    summary: "a key bears the API's name, not that of an SDK or of another endpoint",
    reason: "The API ignores a key that it does not know: a card whose key-value pairs stand under "
      + "\"extras\" arrives without them, has no class type, and the app cannot show it.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,
      ⟦"extras"⟧:{"class_type":"group"}}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,
      "extra":{"class_type":"group"}}
      """#,
    source: "braze-docs, content_cards_object, recipient_object, event_object; seen in public "
      + "client libraries")

  static let parts = Set(RequestPart.allCases)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for value in object.unknown {
      let name = object.document.string(value - 1)
      guard let meant = object.part.meant(by: name) else { continue }
      findings.report(
        self, at: .key(value),
        "\(object.part.title) has no \"\(name)\"; the key is \"\(meant)\"")
    }
  }
}
