import CardJSON
import ContentCards

/// The value of every key of a request is of the type that the API documents.
enum RequestValueWrong: RequestRule {
  static let text = RuleText(
    id: "request/value-type", severity: .error,
    summary: "every value is of the type that the API documents",
    reason: "The API refuses a value of another type, \"true\" for true as much as a number for a "
      + "text, or takes it for absent.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,"pinned":⟦"true"⟧}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,"pinned":true}
      """#,
    source: "braze-docs, _docs/_api: the objects and endpoints by name")

  static let parts = Set(RequestPart.allCases)

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for key in object.part.keys {
      guard let value = object.value(key.name) else { continue }
      // Braze renders the Liquid in a card, and nowhere else; it may become a value of any type.
      if object.part == .contentCard, object.isLiquid(value) { continue }
      check(key, value, object, &findings)
    }
  }

  private static func check(
    _ key: RequestKey, _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    let kind = object.document.kind(value)
    guard key.type.accepts(kind) else {
      let hint = hint(key.type, kind, value, object)
      findings.report(
        self, at: .value(value),
        "\"\(key.name)\" is \(key.type.noun), found \(object.shown(value))\(hint)")
      return
    }
    switch key.type {
    case .choice(let choices): checkChoice(key, choices, value, object, &findings)
    case .integer: checkInteger(key, value, object, &findings)
    case .texts, .objects, .parts: checkElements(key, value, object, &findings)
    case .text, .time, .boolean, .number, .object, .part: break
    }
  }

  private static func checkChoice(
    _ key: RequestKey, _ choices: [String], _ value: Int, _ object: RequestObject,
    _ findings: inout FindingSink
  ) {
    // The type of a card has a rule of its own; an empty required value is reported as missing.
    if object.part == .contentCard || object.document.word(value).extent == 0 { return }
    let text = object.document.string(value)
    if choices.contains(text) { return }
    let listed = choices.map { "\"\($0)\"" }.joined(separator: ", ")
    findings.report(
      self, at: .value(value),
      "\"\(key.name)\" is one of \(listed), found \(object.shown(value))"
        + NearestName.hint(for: text, among: choices))
  }

  private static func checkInteger(
    _ key: RequestKey, _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    if JSONNumber.isInteger(object.document.content(value)) { return }
    findings.report(
      self, at: .value(value),
      "\"\(key.name)\" is a whole number, found \(object.shown(value))")
  }

  private static func checkElements(
    _ key: RequestKey, _ list: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    let wanted: JSONKind = key.type == .texts ? .string : .object
    object.document.forEachElement(of: list) { element in
      if object.document.kind(element) == wanted { return }
      findings.report(
        self, at: .value(element),
        "\"\(key.name)\" is \(key.type.noun), found \(object.shown(element)) in it")
    }
  }

  /// What to write instead of a value that is almost right.
  private static func hint(
    _ type: RequestValueType, _ kind: JSONKind, _ value: Int, _ object: RequestObject
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
