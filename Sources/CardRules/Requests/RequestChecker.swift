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
  /// The required properties of requests for campaigns and Canvases.
  let contracts: Contracts
  /// The class types of the registry.
  let classTypes: [ByteView]

  /// Creates a checker for `plan`.
  ///
  /// The memory of its names is never freed, so create few checkers.
  package init(_ plan: CheckPlan = CheckPlan()) {
    now = plan.settings.now == 0 ? nil : plan.settings.now
    typeKey = ByteView(permanent: plan.typeKey)
    contracts = plan.contracts
    classTypes = plan.classes.registry.classes.map { ByteView(permanent: $0.name) }
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
    where !has("messages") && RequestPart.messages.resemblance(to: node).marks > 1
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

  /// Returns the names of the messages of which only the keys that Braze requires are checked, in
  /// order.
  static func partlyChecked(in body: JSONNode) -> [String] {
    guard let messages = body.member("messages", .object) else { return [] }
    return messages.members.compactMap { key, value in
      let isKnown = RequestPart.messages.keys.contains { key.text(equals: ByteView($0.name)) }
      let isPartly = value.kind == .object && isKnown && key.string != "content_card"
      return isPartly ? key.string : nil
    }
  }

  /// Checks an object and its nested objects.
  private func check(_ part: RequestPart, _ node: JSONNode, _ findings: inout FindingSink) {
    guard node.kind == .object else { return }
    let object = RequestObject(part, node, body: findings.record ?? node, checker: self)
    if part.isBody, object.reportCamelCase(&findings) { return }
    object.checkTable(&findings)
    object.checkBeyondTable(&findings)
    for (key, value) in zip(part.keys, object.values) {
      guard let value, findings.checks(value) else { continue }
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
    checkUnknown(&findings)
    for (key, value) in zip(part.keys, values) {
      if let value, value.kind != .null {
        if findings.checks(value) { check(key, value, &findings) }
      } else if key.isRequired, !isMisplaced(into: key.name) {
        findings.report(
          .requestKeyMissing, at: value ?? node,
          "\(part.title) needs \"\(key.name)\": \(key.summary)")
      }
    }
    for requirement in part.requirements { requirement.check(self, &findings) }
  }

  /// Reports keys in camel case, which is how client libraries name them, by the first one; returns
  /// whether there is one.
  fileprivate func reportCamelCase(_ findings: inout FindingSink) -> Bool {
    let renames = unknown.compactMap { value, meaning -> (value: JSONNode, name: StaticString)? in
      guard case .camelCase(let index) = meaning else { return nil }
      let name = part.keys[index].name
      return self.value(name) == nil ? (value, name) : nil
    }
    guard let (value, name) = renames.first else { return false }
    let isUnique = DuplicateKeys.areAbsent(of: node)
    findings.report(
      .requestKeyMisnamed, at: .key(value),
      "\(value.key.shown) is not a key of the API: write \"\(name)\"; the other keys are checked "
        + "when the names are right",
      fix: isUnique
        ? renames.flatMap { Fix.write("\"\($0.name)\"", at: .key($0.value)) } : [])
    return true
  }

  private func checkUnknown(_ findings: inout FindingSink) {
    // A key can be renamed if no other key of the object, right or wrong, means the same.
    var counts = values.map { $0 == nil ? 0 : 1 }
    for case let right? in unknown.map({ $0.meaning?.right }) { counts[right] += 1 }
    for (value, meaning) in unknown {
      let name = value.key.string
      switch meaning {
      case .camelCase(let index)?, .misnomer(let index, _)?:
        let right = "\(part.keys[index].name)"
        let change = RequestObject.change(of: value, from: name, to: right)
        findings.report(
          .requestKeyMisnamed, misnamed: value, as: right, isOnly: counts[index] == 1,
          "\(part.title) has no \"\(name)\"; the key is \"\(right)\"\(change?.advice ?? "")",
          change: change?.fix ?? [])
      case .misplaced(let holder, let key)?:
        findings.report(
          .requestKeyMisnamed, at: .key(value),
          "\(part.title) has no \"\(name)\"; its place is \(holder).\(key)",
          fix: moved(value, into: holder, as: key))
      case .foreign, .key, nil:
        if part.isOpen || value.isSchema(of: node) { continue }
        var hint = NearestName.hint(for: name, among: part.keys.map(\.name.description))
        if case .foreign(let advice?) = meaning { hint = "; \(advice)" }
        findings.report(
          .requestKeyUnknown, at: .key(value),
          "unknown key \(MessageText.quoted(name)) in \(part.title)\(hint)")
      }
    }
  }

  /// Returns whether an unknown key belongs into the object under the key `name`.
  private func isMisplaced(into name: StaticString) -> Bool {
    unknown.contains {
      if case .misplaced(let holder, _) = $0.meaning { "\(holder)" == "\(name)" } else { false }
    }
  }

  /// Returns the edits that move a value into the object under another key; empty if there is
  /// already such a value, or if the object would lack its required keys.
  private func moved(_ value: JSONNode, into name: StaticString, as key: StaticString) -> Fix {
    if let holder = node.member(ByteView(name)) {
      guard holder.kind == .object, holder.member(ByteView(key)) == nil else { return [] }
      return .move(value, from: node, into: holder, as: "\(key)")
    }
    let required: [RequestKey] =
      switch part.key(name)?.value {
      case .part(let inner)?: inner.keys.filter(\.isRequired)
      // Only the endpoints for schedules have the key.
      case nil: RequestPart.schedule.keys.filter(\.isRequired)
      default: []
      }
    let isComplete = required.allSatisfy { "\($0.name)" == "\(key)" }
    return isComplete ? .nest(value, under: "\(name)", as: "\(key)") : []
  }

  /// Returns how the elements of a list of users are written under another key, with the edits;
  /// nil for other values.
  private static func change(of value: JSONNode, from name: String, to right: String) -> (
    advice: String, fix: Fix
  )? {
    let users = Array(value.elements)
    func enclosed(_ kind: JSONKind, in key: String) -> (String, Fix)? {
      guard users.allSatisfy({ $0.kind == kind }) else { return nil }
      return (
        ", with each in {\"\(key)\": …}",
        users.flatMap { user -> Fix in .enclose(user, in: "{\"\(key)\": ", "}") }
      )
    }
    switch (name, right) {
    case ("external_user_ids", "recipients"): return enclosed(.string, in: "external_user_id")
    case ("user_aliases", "recipients"): return enclosed(.object, in: "user_alias")
    case ("recipients", "external_user_ids"):
      let ids = users.compactMap(soleID)
      guard !users.isEmpty else { return nil }
      let advice = ", a list of the ids alone"
      if ids.count < users.count { return (advice, []) }
      return (
        advice,
        zip(users, ids).flatMap { user, id -> Fix in .write(id.raw.text, at: user) }
      )
    default: return nil
    }
  }

  /// Returns the external id of a user who is named by it alone; nil for other values.
  private static func soleID(of user: JSONNode) -> JSONNode? {
    // Other keys of a recipient would be lost.
    let members = user.members.map { $0 }
    let names: [StaticString] = ["external_user_id", "external_id"]
    guard members.count == 1, names.contains(where: { members[0].key.text(equals: ByteView($0)) })
    else { return nil }
    return members[0].value.kind == .string ? members[0].value : nil
  }

  /// Returns a user who is named by an external id as the element of another list; nil for others.
  private static func user(_ user: JSONNode, as element: RequestValue) -> String? {
    switch element {
    case .id: soleID(of: user)?.raw.text
    case .part(let part) where part.name == RequestPart.recipient.name && user.kind == .string:
      "{\"external_user_id\": \(user.raw.text)}"
    default: nil
    }
  }

  private func check(_ key: RequestKey, _ value: JSONNode, _ findings: inout FindingSink) {
    // Braze renders Liquid in cards, and in the templates of bodies, where a tag can produce a value
    // of any type.
    if part.isCard ? value.isLiquid : findings.isOutput(value) { return }
    if value.isEmpty { return checkEmpty(key, value, &findings) }
    var isWhole = true
    switch (key.value, value.kind) {
    case (.id, .number):
      return findings.report(
        .requestValueType, at: value, severity: .warning,
        "\"\(key.name)\" is the number \(value.shown), which the API accepts in place of text")
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
          + (isVariation ? ", and also \"campaign_id\"" : ""),
        fix: isVariation ? [] : .remove(value, from: node))
    case .time: checkBounds(key, value, &findings)
    default: break
    }
  }

  private func reportType(_ key: RequestKey, _ value: JSONNode, _ findings: inout FindingSink) {
    let (advice, fix) = cure(key, value)
    findings.report(
      .requestValueType, at: value,
      "\"\(key.name)\" must be \(key.value.noun); found \(value.shown)\(advice)", fix: fix)
  }

  /// Returns advice about a value of the wrong type, and the fix if it is certain.
  private func cure(_ key: RequestKey, _ value: JSONNode) -> (advice: String, fix: Fix) {
    let content = value.content
    switch (key.value, value.kind) {
    case (.boolean, .string) where content == ByteView("true") || content == ByteView("false"),
      (.integer, .string) where JSONNumber.isInteger(content),
      (.number, .string) where JSONNumber.isValid(content):
      return ("; write \(content.text) without quotes", .write(content.text, at: value))
    case (.boolean, .number) where content == ByteView("1"):
      return ("; write true", .write("true", at: value))
    case (.boolean, .number) where content == ByteView("0"):
      return ("; write false", .write("false", at: value))
    case (.text, .number): return ("; write it in quotes", .write("\"\(content.text)\"", at: value))
    case (.object, .array) where value.isEmptyContainer,
      (.part, .array) where value.isEmptyContainer:
      return ("; write {} (PHP writes an empty array as [])", .write("{}", at: value))
    case (.part, .array):
      let objects = Array(value.elements.prefix(2))
      guard objects.count == 1, objects[0].kind == .object else { return ("", []) }
      return ("; drop the brackets", .write(objects[0].raw.text, at: value))
    case (.time, .number):
      return ("; write an ISO 8601 time, such as \"2026-11-21T10:00:00Z\"", [])
    case (.list(.part(let element), _), .object):
      return ("; put it in brackets: each element is \(element.title)", bracketed(value))
    case (.list(.object, _), .object), (.list(.id, _), .string), (.list(.text, _), .string):
      return ("; put it in brackets", bracketed(value))
    case (.list(.id, _), .object), (.list(.text, _), .object):
      return ("; each element is a string", [])
    default: return ("", [])
    }
  }

  private func bracketed(_ value: JSONNode) -> Fix { .enclose(value, in: "[", "]") }

  /// Checks a value of the right type.
  private func checkBounds(_ key: RequestKey, _ value: JSONNode, _ findings: inout FindingSink) {
    switch key.value {
    case .choice(let choices) where !part.isCard:
      let text = value.string
      if choices.contains(text) { return }
      let listed = choices.map { "\"\($0)\"" }.joined(separator: ", ")
      let right = choices.first { $0.lowercased() == text.lowercased() }
      findings.report(
        .requestValueType, at: value,
        "\"\(key.name)\" is one of \(listed), found \(value.shown)"
          + (right.map { "; write \"\($0)\"" } ?? NearestName.hint(for: text, among: choices)),
        fix: right.map { .write(text: $0, at: value) } ?? [])
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
      } else if element.isID, item.kind == .number {
        findings.report(
          .requestValueType, at: item, severity: .warning,
          "\"\(key.name)\" has the number \(item.shown), which the API accepts in place of text")
      } else if !element.accepts(item.kind) {
        let right = RequestObject.user(item, as: element)
        findings.report(
          .requestValueType, at: item,
          "\"\(key.name)\" must be \(key.value.noun); found \(item.shown) in it"
            + (right.map { "; write \($0)" } ?? ""),
          fix: right.map { .write($0, at: item) } ?? [])
      }
    }
    guard let limit, items.count > limit, let rule = key.bounds else { return }
    findings.report(
      rule, at: items[limit],
      "\"\(key.name)\" has \(items.count) objects; /users/track accepts \(limit) (/users/track/bulk "
        + "1000 in total), and this is the first one above the limit")
  }
}
