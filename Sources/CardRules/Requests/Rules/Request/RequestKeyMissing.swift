import CardJSON

/// An object of a request has the keys without which the API refuses it.
enum RequestKeyMissing: RequestRule {
  static let text = RuleText(
    id: "request/key-missing", severity: .error,
    summary: "a request has every key that the API requires, and none of them is empty",
    reason: "The API refuses the request, or the object in it, and nothing is sent or recorded.",
    bad: #"⟦{"recipients":[{"external_user_id":"example-user-1"}]}⟧"#,
    good:
      #"{"campaign_id":"example-campaign","recipients":[{"external_user_id":"example-user-1"}]}"#,
    source: "braze-docs, _docs/_api: the objects and endpoints by name")

  static let parts = Set(
    RequestPart.allCases.filter { part in part.keys.contains(where: \.isRequired) })

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for key in object.part.keys where key.isRequired {
      if let value = object.value(key.name) {
        let word = object.document.word(value)
        if word.kind == .string, word.extent == 0 {
          findings.report(self, at: .value(value), "\"\(key.name)\" is empty")
        }
        continue
      }
      if isMisnamed(key, in: object) { continue }
      findings.report(
        self, at: object.place(ofMissing: key.name),
        "\(object.part.title) needs \"\(key.name)\": \(key.summary)")
    }
  }

  /// Whether the key is there under a wrong name, which is reported already.
  private static func isMisnamed(_ key: RequestKey, in object: RequestObject) -> Bool {
    object.hasMisnomer(of: key.name)
  }
}
