import CardProcessing
import CardJSON
import ContentCardKit

/// An object of a request has the keys without which the API refuses it.
enum RequestKeyMissing: RequestRule {
  static let text = RuleText(
    id: "request/key-missing", severity: .error,
    summary: "a request has every key that the API requires, and none of them is empty",
    reason: "The API refuses the request, or the object in it, and nothing is sent or recorded.",
    bad: #"⟦{"recipients":[{"external_user_id":"example-user-1"}]}⟧"#,
    good:
      #"{"campaign_id":"example-campaign","recipients":[{"external_user_id":"example-user-1"}]}"#,
    source: PublicPage.api)

  static let parts = Set(
    RequestPart.allCases.filter { part in
      part == .usersTrack || part.keys.contains(where: \.isRequired)
    })

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    if object.part == .usersTrack, RecognizedValue.trackedLists.allSatisfy(object.isEmpty) {
      findings.report(self, at: .value(object.node), "there is nothing to record")
    }
    for key in object.part.keys where key.isRequired {
      if let value = object.value(key.name) {
        if object.isEmptyText(value) {
          findings.report(self, at: .value(value), "\"\(key.name)\" is empty")
        } else if key.type == .part(.messages), isBare(value, object.document) {
          findings.report(self, at: .value(value), "there is no message to send")
        }
        continue
      }
      if object.hasWrongKey(of: key.name) { continue }
      findings.report(
        self, at: object.place(ofMissing: key.name),
        "\(object.part.title) needs \"\(key.name)\": \(key.summary)")
    }
  }

  /// Whether an object has no value but `null`.
  private static func isBare(_ node: Int, _ document: JSONDocument) -> Bool {
    var isBare = document.kind(node) == .object
    document.forEachMember(of: node) { _, value in
      if document.kind(value) != .null { isBare = false }
    }
    return isBare
  }
}

/// No key of a request bears the name that another system gives it.
enum RequestKeyMisnamed: RequestRule {
  static let text = RuleText(
    id: "request/key-misnamed", severity: .error,
    summary: "a key bears the API's name, not that of an SDK or of another endpoint",
    reason: "The API ignores a key that it does not know: a card whose key-value pairs stand under "
      + "\"extras\" arrives without them, has no class type, and the app cannot show it.",
    bad: .restCard(#"⟦"extras"⟧:{"class_type":"group"}"#),
    good: .restCard(#""extra":{"class_type":"group"}"#),
    source: PublicPage.contentCardObject)

  static let parts = Set(RequestPart.allCases)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for value in object.unknown {
      let name = object.document.string(value - 1)
      guard let correct = object.part.correctName(for: name) else { continue }
      findings.report(
        self, at: .key(value),
        "\(object.part.title) has no \"\(name)\"; the key is \"\(correct)\"")
    }
  }
}

/// An object of a request has only keys that Braze documents.
enum RequestKeyUnknown: RequestRule {
  static let text = RuleText(
    id: "request/key-unknown", severity: .warning,
    summary: "every key of a request is one that the API documents",
    reason: "The API ignores a key that it does not know. What the key was to say is lost, and "
      + "nobody is told.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,⟦"pined"⟧:true}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,"pinned":true}
      """#,
    source: PublicPage.api)

  static let parts = Set(RequestPart.allCases.filter { !$0.isOpen })

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for value in object.unknown {
      let name = object.document.string(value - 1)
      if object.part.correctName(for: name) != nil
        || object.document.namesSchema(value, of: object.node)
      {
        continue
      }
      findings.report(self, at: .key(value), message(name, object.part))
    }
  }

  private static func message(_ name: String, _ part: RequestPart) -> String {
    let hint =
      note(name, part) ?? NearestName.hint(for: name, among: part.keys.map(\.name.description))
    return "unknown key \(MessageText.quoted(name)) in \(part.title)\(hint)"
  }

  /// What there is to say about keys that cards have elsewhere.
  private static func note(_ name: String, _ part: RequestPart) -> String? {
    if RequestPart.messageBodies.contains(part),
      RequestPart.messages.keys.contains(where: { $0.name.description == name })
    {
      return "; put it into \"messages\""
    }
    switch name {
    case "override_messaging_limits" where RequestPart.messageBodies.contains(part):
      return "; here it is \"override_frequency_capping\""
    case "canvas_entry_properties" where RequestPart.triggerBodies.contains(part),
      "context" where RequestPart.triggerBodies.contains(part):
      return "; a campaign has \"trigger_properties\""
    default: break
    }
    guard part == .contentCard else { return nil }
    switch name {
    case "url", "uri", "link", "deeplink":
      return "; a click opens \"ios_uri\", \"android_uri\", \"web_uri\""
    case "class_type": return "; put it into \"extra\""
    case "dismissible", "dismissable": return "; the API has no such switch"
    default: return nil
    }
  }
}

/// The value of every key of a request is of the type that the API documents.
enum RequestValueWrong: RequestRule {
  static let text = RuleText(
    id: "request/value-type", severity: .error,
    exceptions: [RuleException(.warning, "for ids that are numbers, which the API takes")],
    summary: "every value is of the type that the API documents",
    reason: "The API refuses a value of another type, \"true\" for true as much as a number for a "
      + "text, or takes it for absent.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,"pinned":⟦"true"⟧}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,"pinned":true}
      """#,
    source: PublicPage.api)

  static let parts = Set(RequestPart.allCases)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for key in object.part.keys {
      guard let value = object.value(key.name) else { continue }
      // Braze renders the Liquid in a card, and nowhere else; it may become a value of any type.
      if object.part == .contentCard, object.isLiquid(value) { continue }
      check(key, value: value, object: object, findings: &findings)
    }
  }

  private static func check(
    _ key: RequestKey, value: Int, object: RequestObject, findings: inout FindingSink
  ) {
    let kind = object.document.kind(value)
    if kind == .number, key.isID {
      return findings.report(
        self, at: .value(value), severity: .warning,
        "\"\(key.name)\" must be a string; found \(object.shown(value)), which the API takes")
    }
    guard key.type.accepts(kind),
      key.type != .integer || JSONNumber.isInteger(object.document.content(value))
    else {
      let hint = hint(key.type, kind: kind, value: value, object: object)
      findings.report(
        self, at: .value(value),
        "\"\(key.name)\" must be \(key.type.noun); found \(object.shown(value))\(hint)")
      return
    }
    switch key.type {
    case .choice(let choices):
      checkChoice(key, choices: choices, value: value, object: object, findings: &findings)
    case .texts, .objects, .parts:
      checkElements(key, list: value, object: object, findings: &findings)
    case .text, .time, .boolean, .number, .integer, .object, .part: break
    }
  }

  private static func checkChoice(
    _ key: RequestKey, choices: [String], value: Int, object: RequestObject,
    findings: inout FindingSink
  ) {
    // The type of a card has a rule of its own; an empty required value is reported as missing.
    if object.part == .contentCard || object.isEmptyText(value) { return }
    let text = object.document.string(value)
    if choices.contains(text) { return }
    let listed = choices.map { "\"\($0)\"" }.joined(separator: ", ")
    findings.report(
      self, at: .value(value),
      "\"\(key.name)\" is one of \(listed), found \(object.shown(value))"
        + NearestName.hint(for: text, among: choices))
  }

  private static func checkElements(
    _ key: RequestKey, list: Int, object: RequestObject, findings: inout FindingSink
  ) {
    let wanted: JSONKind = key.type == .texts ? .string : .object
    object.document.forEachElement(of: list) { element in
      let kind = object.document.kind(element)
      if kind == wanted { return }
      findings.report(
        self, at: .value(element), severity: key.isID && kind == .number ? .warning : nil,
        "\"\(key.name)\" must be \(key.type.noun); found \(object.shown(element)) in it")
    }
  }

  /// What to write instead of a value that is almost right.
  private static func hint(
    _ type: RequestValueType, kind: JSONKind, value: Int, object: RequestObject
  ) -> String {
    let content = object.document.content(value)
    switch (type, kind) {
    case (.boolean, .string) where content == ByteView("true") || content == ByteView("false"),
      (.integer, .string) where JSONNumber.isInteger(content),
      (.number, .string) where JSONNumber.isValid(content):
      return "; write \(content.text) without quotes"
    case (.boolean, .number) where content == ByteView("1"): return "; write true"
    case (.boolean, .number) where content == ByteView("0"): return "; write false"
    case (.text, .number): return "; write it in quotes"
    case (.time, .number): return "; write an ISO 8601 time, such as \"2026-11-21T10:00:00Z\""
    case (.texts, .string), (.parts, .object), (.objects, .object):
      return "; put it into brackets"
    default: return ""
    }
  }
}

/// What a request names has a name.
enum RequestValueEmpty: RequestRule {
  static let text = RuleText(
    id: "request/value-empty", severity: .warning,
    summary: "no id of a request is empty, and no state",
    reason: "An empty id names nothing: the API refuses it, or takes it for absent, and the "
      + "message is counted nowhere. What is not meant is left out.",
    bad: #"""
      {"campaign_id":"c","send_id":⟦""⟧,"recipients":[{"external_user_id":"example-user-1"}]}
      """#,
    good: #"{"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}]}"#,
    source: PublicPage.api)

  static let parts = RequestPart.bodies.union([.contentCard])

  private static let names: [StaticString] = [
    "campaign_id", "send_id", "segment_id", "message_variation_id", "recipient_subscription_state",
  ]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for key in object.part.keys where !key.isRequired {
      let isNamed = names.contains { $0.description == key.name.description }
      guard isNamed, let value = object.value(key.name), object.isEmptyText(value) else { continue }
      let isVariation = key.name.description == "message_variation_id"
      findings.report(
        self, at: .value(value),
        "\"\(key.name)\" is empty; leave it out"
          + (isVariation ? ", and the \"campaign_id\" with it" : ""))
    }
    for user in object.elements(of: ["external_user_ids"]) where object.isEmptyText(user) {
      findings.report(self, at: .value(user), "the id of a user is empty")
    }
  }
}

/// The body is one that has rules.
enum RequestNotChecked: Rule {
  static let text = RuleText(
    id: "request/not-checked", severity: .info,
    summary: "a body is one for an endpoint that sends content cards or records events",
    reason: "Braze's API has many other endpoints, and no content card is in what they take and "
      + "answer. Such a body is recognised, so that nobody takes it for a broken card, and passed "
      + "over.",
    bad: #"⟦{"canvas_id":"c","recipients":[{"external_user_id":"example-user-1"}]}⟧"#,
    good: #"{"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}]}"#,
    source: PublicPage.api)
}
