import CardJSON
import ContentCardKit

/// The kind of an object that is neither a card nor a container of cards.
///
/// Requests are recognized by the keys of their tables (`RequestPart`). In a file that the user
/// names, one mark is enough if at least half of the keys belong to the request; in a file that was
/// found in a directory, the value must be certain.
package enum RecognizedValue: Equatable, Sendable {
  /// A value that `validate` checks, and whether its keys leave no doubt.
  case checked(RecordKind, isCertain: Bool)
  /// A value without rules.
  case other(OtherValue)

  /// Recognizes an object; nil if it is unknown.
  package init?(_ value: JSONNode) {
    guard value.kind == .object else { return nil }
    if let other = OtherValue(value, isLookalike: true) {
      self = .other(other)
      return
    }
    let request = RecognizedValue.request(value)
    if let request, request.marks > 1 {
      self = .checked(request.kind, isCertain: true)
    } else if let other = OtherValue(value) {
      self = .other(other)
    } else if let request {
      self = .checked(request.kind, isCertain: false)
    } else if let kind = RecognizedValue.file(value) {
      self = .checked(kind.0, isCertain: kind.isCertain)
    } else {
      return nil
    }
  }

  /// The kind of the value; nil if it is not checked.
  package var kind: RecordKind? { if case .checked(let kind, _) = self { kind } else { nil } }

  /// The message that the value is not a card.
  package var message: String {
    switch self {
    case .checked(let kind, _): "\(kind.title), not a content card"
    case .other(let other): other.message
    }
  }

  // MARK: Requests

  /// The tables of requests, in order of precedence.
  private static let requests: [(kind: RecordKind, part: RequestPart)] = [
    (.messagesSend, .messagesSend), (.messagesSend, .messagesUpdate), (.messagesSend, .messages),
    (.trigger, .trigger), (.trigger, .triggerUpdate), (.usersTrack, .usersTrack),
    (.canvas, .canvas), (.transactional, .transactional), (.contentCard, .contentCard),
  ]

  /// The kind of request that an object is, and the number of its marks; nil for other objects.
  private static func request(_ object: JSONNode) -> (kind: RecordKind, marks: Int)? {
    let keys = ObjectKeys(object)
    var best: (kind: RecordKind, marks: Int, known: Int)?
    for (kind, part) in requests where !kind.isExcluded(by: keys) {
      let marks = part.marks(in: object)
      guard marks > 0 || kind.isLikely(keys) else { continue }
      let known = part.knownKeyCount(of: object)
      guard marks > 1 || 2 * known >= keys.keyCount else { continue }
      if let best, (best.marks, best.known) >= (marks, known) { continue }
      best = (kind, marks, known)
    }
    return best.map { ($0.kind, $0.marks) }
  }

  // MARK: Files of cardctl

  private static let settings = ConfigurationFile.keys.map { ByteView(permanent: $0.name) }
    .filter { $0 != ByteView("$schema") }

  private static func file(_ object: JSONNode) -> (kind: RecordKind, isCertain: Bool)? {
    let keys = ObjectKeys(object)
    let known = settings.filter { object.member($0) != nil }
    // An object with only `classes` is a registry, and other tools have files with these keys too.
    let common = ["classes", "exclude", "rules", "overrides"].map { (key: StaticString) in
      ByteView(key)
    }
    let rules = keys.object("rules")?.object.members.map(\.key.string)
    let isOwn =
      known.contains { !common.contains($0) }
      || rules.map {
        $0.isEmpty || $0.contains { !RulePattern.rules($0, among: Rule.allCases).isEmpty }
      }
        ?? false
    if 2 * known.count >= keys.keyCount, isOwn { return (.configuration, false) }
    guard let classes = keys.object("classes"), keys.keyCount <= 2 else { return nil }
    let isCertain = classes.members.contains { definition in
      definition.has("object")
        || definition.object("properties")?.members.contains { $0.has("from") } ?? false
    }
    let isLikely =
      classes.isOnly([])
      || classes.members.contains { $0.has("properties") || $0.isOnly([]) }
    return isCertain || isLikely ? (.registry, isCertain) : nil
  }
}

extension RecordKind {
  /// Whether keys of another request make it impossible that an object is of this kind.
  fileprivate func isExcluded(by keys: ObjectKeys) -> Bool {
    switch self {
    case .messagesSend:
      // Aliases alone are created, not sent to; a campaign has its own messages.
      keys.isOnly(["user_aliases"])
        || keys.has("campaign_id")
          && !keys.hasAny(["messages", "message", "external_user_ids", "segment_id"])
    case .canvas: keys.kind("canvas_id") != .string || keys.hasAny(["campaign_id", "messages"])
    case .trigger:
      !keys.has("campaign_id")
        && (keys.kind("canvas_id") == .string
          || keys.kind("recipient") == .object && !keys.has("recipients"))
    case .transactional: keys.has("campaign_id") && !keys.has("external_send_id")
    case .contentCard: keys.hasAny(RequestPart.deliveredKeys)
    default: false
    }
  }

  /// Whether an object without marks is probably a request of this kind, most of whose keys it has.
  fileprivate func isLikely(_ keys: ObjectKeys) -> Bool {
    switch self {
    case .usersTrack: return RecordKind.isLikelyTracked(keys)
    case .messagesSend:
      guard let messages = keys.object("messages"), messages.keyCount > 0 else { return false }
      return messages.members.count == messages.keyCount
        && RequestPart.messages.knownKeyCount(of: messages.object) == messages.keyCount
    case .contentCard: return keys.text("type").flatMap(RequestObject.correctType) != nil
    default: return false
    }
  }

  private static func isLikelyTracked(_ keys: ObjectKeys) -> Bool {
    let lists = RequestPart.trackedLists.compactMap { keys.kind($0) }
    guard lists.contains(where: { $0 == .array || $0 == .object }) else { return false }
    // A user update in a Canvas does not name a user.
    return lists.contains(.array) && lists.count { $0 == .array || $0 == .object } > 1
      || keys.hasAny(RequestPart.trackedUsers)
      || keys.isOnly(["attributes"]) && !keys.objects("attributes").isEmpty
      || keys.objects("purchases").contains { $0.has("product_id") && $0.has("currency") }
      || keys.objects("events").contains { event in
        event.has("name")
          && 2 * RequestPart.event.knownKeyCount(of: event.object) >= event.keyCount
      }
  }
}

extension RequestPart {
  /// The sum of the weights of the keys in an object: two or more leave no doubt what it is.
  ///
  /// A mark weighs 1, a key that only Braze has weighs 2; everyday words such as `title` and
  /// `events` weigh nothing. Keys count where the API expects them, whatever their values, but not
  /// if the value has another structure. Misspelt keys (`campaignId`) count like the right ones.
  func marks(in object: JSONNode) -> Int {
    var sum = 0
    var counted: Set<Int> = []
    for (name, value) in object.members {
      guard let index = index(of: name), keys[index].value.resembles(value) else { continue }
      let weight = keys[index].weight + keys[index].value.marks(in: value)
      if weight > 0, counted.insert(index).inserted { sum += weight }
    }
    sum += 2 * strayMarks.count { object.member(ByteView($0)) != nil }
    if isCard {
      let isTyped = object.member("type", .string).map { RequestPart.cardTypes.contains($0.string) }
      if isTyped ?? false, ObjectKeys(object).hasAny(["title", "description", "image_url"]) {
        sum += 2
      }
      for key: StaticString in ["extra", "extras"]
      where object.member(key, .object)?.member(ByteView("class_type")) != nil { sum += 1 }
    }
    return sum
  }

  /// The number of an object's keys that are in the table, misspelled or not.
  func knownKeyCount(of object: JSONNode) -> Int {
    object.members.count { member, _ in
      if index(of: member) != nil { return true }
      let name = member.string
      return correctName(for: name) != nil || advice[name] != nil || misplaced[name] != nil
        || isBody && ["schedule", "schedule_id"].contains(name)
    }
  }

  /// The index of the key with this name, which may be written in camel case.
  private func index(of name: JSONNode) -> Int? {
    keys.indices.first { index in
      name.text(equals: ByteView(keys[index].name))
        || keys[index].camelCaseName.map(name.text(equals:)) ?? false
    }
  }

  /// Keys that only delivered cards have.
  fileprivate static let deliveredKeys: [StaticString] = [
    "id", "tp", "idString", "created", "updated", "viewed", "isControl", "openURLInWebView",
    "open_url_in_webview", "cardDescription", "imageAspectRatio",
  ]
}

extension RequestValue {
  /// Whether a value has the structure of the type: an object, an array, or neither.
  ///
  /// A single object may be in place of a list.
  fileprivate func resembles(_ value: JSONNode) -> Bool {
    switch self {
    case .list: value.word.isContainer
    case .object, .part: value.kind == .object
    default: !value.word.isContainer && value.kind != .null
    }
  }

  /// The weights of the keys in an object, or in the objects of a list until one leaves no doubt.
  fileprivate func marks(in value: JSONNode) -> Int {
    switch self {
    case .part(let part): return part.marks(in: value)
    case .list(.part(let part), _):
      if value.kind == .object { return part.marks(in: value) }
      var most = 0
      for element in value.elements where most < 2 { most = max(most, part.marks(in: element)) }
      return most
    default: return 0
    }
  }
}
