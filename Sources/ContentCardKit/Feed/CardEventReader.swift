import CardJSON

/// Reads events of cards from a JSON value, whatever wrote them: the data requests of SDKs, the
/// dashboard's Event User Log, Currents, and journals.
///
/// Sources: the examples at https://github.com/Appboy/currents-examples, and the names of the SDKs'
/// events in https://www.braze.com/docs/developer_guide/sdk_integration/reading_verbose_logs.
package struct CardEventReader {
  /// The kind of events of Currents that do not state their type, as in a storage export.
  package var exportedKind: CardEvent.Kind?

  /// The events of the last value, in order.
  package private(set) var events: [CardEvent] = []
  /// The events of the last value that cannot be read, with the reasons.
  package private(set) var problems: [(event: JSONNode, message: String)] = []
  /// The number of events of other kinds in the last value.
  package private(set) var otherCount = 0
  /// The facts about the device, other than events, that the last value states.
  package private(set) var facts: [DeviceFact] = []

  /// Creates a reader.
  package init() {}

  /// Reads a value; returns false if it is neither an event, a list of events, nor a request or a
  /// response that states a fact about the device.
  package mutating func read(_ value: JSONNode) -> Bool {
    events.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
    facts.removeAll(keepingCapacity: true)
    otherCount = 0
    guard value.kind == .object else { return false }
    let isRequest = SDKMessage.isRequest(value)
    if let user = isRequest ? SDKMessage.user(of: value) : nil {
      let time = value.member("time", .number).flatMap { CardTime(number: $0.content) }
      facts.append(.user(user, time: time?.milliseconds))
    }
    facts += SDKMessage.facts(in: value)
    if let list = value.member("events", .array) {
      let first = list.elements.first { $0.kind == .object }
      if isRequest || first.map({ isEvent($0) }) ?? false {
        for event in list.elements { _ = readEvent(event, of: isRequest ? value : nil) }
        return true
      }
    }
    return readEvent(value, of: nil) || isRequest || !facts.isEmpty
  }

  /// Whether the value is an event in one of the formats.
  private func isEvent(_ value: JSONNode) -> Bool {
    var probe = CardEventReader()
    probe.exportedKind = exportedKind
    return probe.readEvent(value, of: nil)
  }

  /// Reads one event; returns false if the value is none.
  private mutating func readEvent(_ event: JSONNode, of request: JSONNode?) -> Bool {
    if request != nil || SDKMessage.isEvent(event) {
      readSDK(event, of: request)
    } else if let type = event.member("event_type", .string) {
      readCurrents(event, CardEvent.Kind(currentsType: type.string))
    } else if event.nonempty("event") != nil,
      event.nonempty("card_id") != nil || event.member("v", .number) != nil
    {
      readJournal(event)
    } else if isExported(event) {
      let abort = CurrentsObject(event).node("abort_type").map { _ in CardEvent.Kind.abort }
      guard let kind = exportedKind ?? abort else {
        problems.append((event, "the event states no type, and neither does the path of its file"))
        return true
      }
      readCurrents(event, kind)
    } else {
      return false
    }
    return true
  }

  /// Whether the value is an event of a storage export of content card events.
  private func isExported(_ value: JSONNode) -> Bool {
    let object = CurrentsObject(value)
    if object.node("content_card_id") != nil { return true }
    let isTimed = value.member("time", .number) != nil && value.member("id", .string) != nil
    return isTimed && object.node("user_id") != nil
      && (exportedKind != nil || object.node("abort_type") != nil)
  }

  // MARK: Formats

  private mutating func readSDK(_ event: JSONNode, of request: JSONNode?) {
    let known = event.nonempty("name").flatMap { SDKMessage.kind(code: $0.string) }
    guard let (kind, isControl) = known else { return otherCount += 1 }
    let ids = event.member("data", .object)?.member("ids", .array)?.elements.filter {
      $0.kind == .string && $0.content.count > 0
    }
    guard let ids, !ids.isEmpty else {
      return problems.append((event, "the event of an SDK has no card ids"))
    }
    let time = event.member(ByteView("time"))
    guard let milliseconds = readTime(time, of: event) else { return }
    for id in ids {
      events.append(
        CardEvent(
          kind: kind, format: .sdk, isControl: isControl ? true : nil, time: milliseconds, card: id,
          object: event, request: request))
    }
  }

  private mutating func readCurrents(_ event: JSONNode, _ kind: CardEvent.Kind?) {
    guard let kind else { return otherCount += 1 }
    let object = CurrentsObject(event)
    let card = object.text("content_card_id")
    if card == nil, kind != .abort {
      let message = "\"content_card_id\" is missing, or is not a string"
      return problems.append((event, message))
    }
    guard let time = readTime(object.node("time"), of: event) else { return }
    events.append(
      CardEvent(
        kind: kind, format: .currents, isControl: nil, time: time, card: card, object: event,
        request: nil))
  }

  private mutating func readJournal(_ event: JSONNode) {
    let name = event.nonempty("event")?.string ?? ""
    guard let kind = CardEvent.Kind(rawValue: name) else {
      return problems.append((event, "unknown event \"\(name.prefix(40))\""))
    }
    let card = event.nonempty("card_id")
    if card == nil, kind != .abort {
      return problems.append((event, "\"card_id\" is missing, or is not a string"))
    }
    guard let time = readTime(event.member(ByteView("time")), of: event) else { return }
    let isControl = event.member(ByteView("control"))?.meansTrue
    events.append(
      CardEvent(
        kind: kind, format: .journal, isControl: isControl, time: time, card: card, object: event,
        request: nil))
  }

  /// Returns the time that `node` states, or nil within if it is absent; nil if it is not a time,
  /// which is a problem.
  private mutating func readTime(_ node: JSONNode?, of event: JSONNode) -> Int64?? {
    guard let node, node.kind != .null else { return .some(nil) }
    let time =
      switch node.kind {
      case .number: CardTime(number: node.content)
      case .string: node.decoded.read { CardTime(text: $0) }
      default: nil as CardTime?
      }
    if let time { return time.milliseconds }
    problems.append((event, "\"time\" is not a time"))
    return nil
  }
}

/// A fact about a device that a request or a response states, other than cards and events.
package enum DeviceFact: Equatable, Sendable {
  /// The device's user at a time in epoch milliseconds, if the request states it.
  case user(String, time: Int64?)
  /// Whether the server's configuration enables Content Cards.
  case contentCards(isEnabled: Bool)
  /// The SDK did not send a request because of its rate limit, which ends at a time in epoch
  /// milliseconds if it states it.
  case rateLimit(until: Int64?)
}

/// The requests that SDKs send, and the responses that they get.
private enum SDKMessage {
  /// Whether a value is the body of a request of an SDK: a data or a sync request.
  static func isRequest(_ value: JSONNode) -> Bool {
    let keys: [StaticString] = [
      "api_key", "device_id", "sdk_version", "respond_with", "last_full_sync_at",
      "last_card_updated_at",
    ]
    // A sync response has watermarks too.
    if value.member(ByteView("cards")) != nil { return false }
    let count = keys.count { value.member(ByteView($0)) != nil }
    return count > 1 && keys[..<4].contains { value.member(ByteView($0)) != nil }
  }

  /// The user that a request names.
  static func user(of request: JSONNode) -> String? {
    let named =
      request.nonempty("user_id")
      ?? request.member("respond_with", .object)?.nonempty("user_id")
    if let named { return named.string }
    guard let events = request.member("events", .array) else { return nil }
    var last: JSONNode?
    for event in events.elements { last = event.nonempty("user_id") ?? last }
    return last?.string
  }

  /// Whether a value is an event of an SDK.
  static func isEvent(_ value: JSONNode) -> Bool {
    value.nonempty("name") != nil
      && (value.member("time", .number) != nil || value.member("data", .object) != nil)
      && (value.member("data", .object) != nil || value.member("session_id", .string) != nil)
  }

  /// The kind of an event with this code; nil for events of other kinds.
  static func kind(code: String) -> (CardEvent.Kind, isControl: Bool)? {
    switch code {
    case "cci": (.impression, false)
    case "ccic": (.impression, true)
    case "ccc": (.click, false)
    case "ccd": (.dismissal, false)
    default: nil
    }
  }

  /// The facts that a response with the server's configuration, or a line of a log, states.
  static func facts(in value: JSONNode) -> [DeviceFact] {
    var facts: [DeviceFact] = []
    if let cards = value.member("config", .object)?.member("content_cards", .object),
      let isEnabled = cards.member(ByteView("enabled")), !isEnabled.word.isContainer
    {
      facts.append(.contentCards(isEnabled: isEnabled.meansTrue))
    }
    for name in ["content_cards/sync", "shared rate limit"] as [StaticString] {
      guard let until = value.nonempty(name) else { continue }
      facts.append(.rateLimit(until: until.decoded.read { ISO8601.milliseconds($0) }))
    }
    return facts
  }
}
