import CardJSON
import ContentCardKit

/// Checks request bodies, registries and configurations.
///
/// They are few and small, so this code favors readability over speed.
package struct RequestChecker: Sendable {
  /// The current time in epoch milliseconds; nil if unknown.
  let now: Int64?
  /// The extras key of the class type.
  let typeKey: ByteView
  /// The class types of the registry.
  let classTypes: [String]

  /// Creates a checker for `plan`.
  ///
  /// The memory of its type key is never freed, so create few checkers.
  package init(_ plan: CheckPlan = CheckPlan()) {
    now = plan.settings.now == 0 ? nil : plan.settings.now
    typeKey = ByteView(permanent: plan.typeKey)
    classTypes = plan.classes.registry.classes.map(\.name)
  }

  /// Checks the value at `node` as the given kind.
  ///
  /// Checks the card of a request only against the requirements of the API, not with the rules for
  /// cards.
  ///
  /// - Precondition: `findings` has entered the node's document.
  package func check(_ kind: RecordKind, _ node: JSONNode, findings: inout FindingSink) {
    func has(_ key: StaticString) -> Bool { node.member(ByteView(key)) != nil }
    func check(_ plain: RequestPart, _ schedule: RequestPart, _ update: RequestPart) {
      let part = has("schedule_id") ? update : has("schedule") ? schedule : plain
      self.check(part, node, &findings)
    }
    switch kind {
    case .cards, .sync, .any: break
    case .registry:
      do {
        _ = try Registry(file: node)
      } catch {
        for mistake in error.mistakes(in: node) { findings.report(mistake) }
      }
    case .configuration:
      for mistake in ConfigurationFile.read(node).mistakes { findings.report(mistake) }
    case .contentCard: self.check(.contentCard, node, &findings)
    case .messagesSend
    where !has("messages") && RequestPart.messages.marks(in: node) > 1
      && !["external_user_ids", "broadcast", "segment_id"].contains(where: has):
      // The value of "messages" alone.
      self.check(.messages, node, &findings)
    case .messagesSend: check(.messagesSend, .messagesSchedule, .messagesUpdate)
    case .trigger: check(.trigger, .triggerSchedule, .triggerUpdate)
    case .usersTrack: self.check(.usersTrack, node, &findings)
    case .canvas, .transactional:
      guard let part = kind.part else { break }
      findings.report(
        .requestNotChecked, at: node, "this is \(part.title): only its recipients are checked")
      self.check(part, node, &findings)
    }
  }

  /// Returns the content card of a request; nil if the kind or the request has none.
  static func card(of kind: RecordKind, in node: JSONNode) -> JSONNode? {
    switch kind {
    case .contentCard: node.kind == .object ? node : nil
    case .messagesSend: (node.member(ByteView("messages")) ?? node).member("content_card", .object)
    default: nil
    }
  }

  /// Checks an object and its nested objects.
  private func check(_ part: RequestPart, _ node: JSONNode, _ findings: inout FindingSink) {
    guard node.kind == .object else { return }
    let body = node.document[findings.root]
    let object = RequestObject(part, node, body: body, checker: self)
    if part.isBody, object.reportCamelCase(&findings) { return }
    object.checkTable(&findings)
    object.checkBeyondTable(&findings)
    for key in part.keys {
      guard let value = node.member(ByteView(key.name)) else { continue }
      switch key.value {
      case .part(let inner): check(inner, value, &findings)
      case .list(.part(let inner), _): for item in value.elements { check(inner, item, &findings) }
      default: break
      }
    }
  }
}

// Checking an object against its table.
extension RequestObject {
  /// Reports keys, values and requirements that the table does not allow.
  fileprivate func checkTable(_ findings: inout FindingSink) {
    for value in unknown { checkUnknown(value, &findings) }
    for key in part.keys {
      if let value = value(key.name) {
        check(key, value, &findings)
      } else if key.isRequired, !hasWrongKey(of: key.name) {
        findings.report(
          .requestKeyMissing, at: node(ofMissing: key.name),
          "\(part.title) needs \"\(key.name)\": \(key.summary)")
      }
    }
    for requirement in part.requirements { requirement.check(self, &findings) }
  }

  /// Reports the first key in camel case, which is how client libraries name the keys; returns
  /// whether there is one.
  fileprivate func reportCamelCase(_ findings: inout FindingSink) -> Bool {
    for value in unknown {
      let key = part.keys.first { $0.camelCaseName.map(value.key.text(equals:)) ?? false }
      guard let key, self.value(key.name) == nil else { continue }
      findings.report(
        .requestKeyMisnamed, at: .key(value),
        "\(value.key.shown) is not a key of the API, which writes \"\(key.name)\"; the other keys are "
          + "checked when the names are right")
      if DuplicateKeys.areAbsent(of: node) { findings.correct(.key(value), to: "\"\(key.name)\"") }
      return true
    }
    return false
  }

  private func checkUnknown(_ value: JSONNode, _ findings: inout FindingSink) {
    let name = value.key.string
    if let right = part.correctName(for: name) {
      findings.report(
        .requestKeyMisnamed, at: .key(value),
        "\(part.title) has no \"\(name)\"; the key is \"\(right)\"")
      // The fix is unambiguous if the value has the right type, and no other key of the object,
      // right or wrong, means the same.
      guard unknown.count <= RequestObject.fixedKeyLimit, let key = part.key(right),
        key.value.accepts(value), self.value(key.name) == nil
      else { return }
      let names = unknown.filter { part.correctName(for: $0.key.string) == right }
      if names.count == 1 { findings.correct(.key(value), to: "\"\(right)\"") }
    } else if !part.isOpen, !value.isSchema(of: node) {
      let hint =
        part.advice[name].map { "; \($0)" }
        ?? NearestName.hint(for: name, among: part.keys.map(\.name.description))
      findings.report(
        .requestKeyUnknown, at: .key(value),
        "unknown key \(MessageText.quoted(name)) in \(part.title)\(hint)")
    }
  }

  /// The maximum number of unknown keys in an object for which fixes are offered.
  private static let fixedKeyLimit = 64

  private func check(_ key: RequestKey, _ value: JSONNode, _ findings: inout FindingSink) {
    // Braze renders Liquid in cards only, where it can produce a value of any type.
    if part.isCard, value.isLiquid { return }
    if value.isEmpty { return checkEmpty(key, value, &findings) }
    var isWhole = true
    switch (key.value, value.kind) {
    case (.id, .number):
      return findings.report(
        .requestValueType, at: value, severity: .warning,
        "\"\(key.name)\" must be a string; found \(value.shown), which the API accepts")
    case (.integer, .number): isWhole = JSONNumber.isInteger(value.content)
    default: break
    }
    guard isWhole, key.value.accepts(value.kind) else { return reportType(key, value, &findings) }
    checkBounds(key, value, &findings)
  }

  private func checkEmpty(_ key: RequestKey, _ value: JSONNode, _ findings: inout FindingSink) {
    if !key.value.accepts(.string) { return reportType(key, value, &findings) }
    if key.isRequired {
      return findings.report(.requestKeyMissing, at: value, "\"\(key.name)\" is empty")
    }
    switch key.value {
    case .id where part.isBody || part.isCard, .choice:
      let isVariation = "\(key.name)" == "message_variation_id"
      findings.report(
        .requestValueEmpty, at: value,
        "\"\(key.name)\" is empty; omit it"
          + (isVariation ? ", and also \"campaign_id\"" : ""))
    case .time: checkBounds(key, value, &findings)
    default: break
    }
  }

  private func reportType(_ key: RequestKey, _ value: JSONNode, _ findings: inout FindingSink) {
    let content = value.content
    let advice: String
    var right: String?
    switch (key.value, value.kind) {
    case (.boolean, .string) where content == ByteView("true") || content == ByteView("false"),
      (.integer, .string) where JSONNumber.isInteger(content),
      (.number, .string) where JSONNumber.isValid(content):
      advice = "; write \(content.text) without quotes"
      right = content.text
    case (.boolean, .number) where content == ByteView("1"): advice = "; write true"
    case (.boolean, .number) where content == ByteView("0"): advice = "; write false"
    case (.text, .number): advice = "; write it in quotes"
    case (.time, .number): advice = "; write an ISO 8601 time, such as \"2026-11-21T10:00:00Z\""
    case (.list(.part(let element), _), .object):
      advice = "; put it in brackets: each element is \(element.title)"
    case (.list(.id, _), .object), (.list(.text, _), .object): advice = "; each element is a string"
    case (.list(.id, _), .string), (.list(.text, _), .string), (.list(.object, _), .object):
      advice = "; put it in brackets"
    default: advice = ""
    }
    findings.report(
      .requestValueType, at: value,
      "\"\(key.name)\" must be \(key.value.noun); found \(value.shown)\(advice)")
    if let right, DuplicateKeys.areAbsent(of: node) { findings.correct(.value(value), to: right) }
  }

  /// Checks a value of the right type.
  private func checkBounds(_ key: RequestKey, _ value: JSONNode, _ findings: inout FindingSink) {
    switch key.value {
    case .choice(let choices) where !part.isCard:
      let text = value.string
      if choices.contains(text) { return }
      let listed = choices.map { "\"\($0)\"" }.joined(separator: ", ")
      findings.report(
        .requestValueType, at: value,
        "\"\(key.name)\" is one of \(listed), found \(value.shown)"
          + NearestName.hint(for: text, among: choices))
    case .list(let element, let limit):
      checkElements(key, list: value, of: element, limit: limit, &findings)
    default:
      guard let rule = key.bounds, let problem = problem(key, value) else { return }
      findings.report(rule, at: value, problem)
    }
  }

  /// Returns a message about a value that is out of bounds; nil if it is within them.
  private func problem(_ key: RequestKey, _ value: JSONNode) -> String? {
    switch key.value {
    case .time(let isTracked) where !value.isLiquid && date(value, isTracked: isTracked) == nil:
      return "\(value.shown) is not an ISO 8601 time, such as \"2026-11-21T10:00:00Z\""
    case .text(let limit?), .id(let limit?):
      return value.length(above: limit).map {
        "\"\(key.name)\" has \($0) characters; at most \(limit) are allowed"
      }
    case .integer(let range):
      if let number = JSONNumber.smallInteger(value.content), range.contains(number) { return nil }
      return "expected \(range.lowerBound) to \(range.upperBound), found \(value.shown)"
    default: return nil
    }
  }

  private func checkElements(
    _ key: RequestKey, list: JSONNode, of element: RequestValue, limit: Int?,
    _ findings: inout FindingSink
  ) {
    let items = Array(list.elements)
    for item in items {
      if element.isID, item.kind == .string, item.isEmpty {
        findings.report(.requestValueEmpty, at: item, "the id of a user is empty")
      } else if !element.accepts(item.kind) {
        findings.report(
          .requestValueType, at: item,
          severity: element.isID && item.kind == .number ? .warning : nil,
          "\"\(key.name)\" must be \(key.value.noun); found \(item.shown) in it")
      }
    }
    guard let limit, items.count > limit, let rule = key.bounds else { return }
    findings.report(
      rule, at: items[limit],
      "\"\(key.name)\" has \(items.count) objects; /users/track accepts \(limit) (/users/track/bulk "
        + "1000 in total), and this is the first one above the limit")
  }
}
