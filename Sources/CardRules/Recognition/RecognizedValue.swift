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
    let lookalike = OtherValue.lookalike(value)
    let request = lookalike == nil ? RecognizedValue.request(value) : nil
    if let request, request.marks > 1 {
      self = .checked(request.kind, isCertain: true)
    } else if let other = lookalike ?? OtherValue.exchange(value) {
      self = .other(other)
    } else if let request {
      self = .checked(request.kind, isCertain: false)
    } else if let (kind, isCertain) = RecognizedValue.file(value) {
      self = .checked(kind, isCertain: isCertain)
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
    let keyCount = object.keyCount
    var best: (kind: RecordKind, marks: Int, known: Int)?
    for (kind, part) in requests {
      let (marks, known) = part.resemblance(to: object)
      guard known > 0, marks > 1 || 2 * known >= keyCount, !kind.isExcluded(by: object),
        marks > 0 || kind.isLikely(object)
      else { continue }
      if let best, (best.marks, best.known) >= (marks, known) { continue }
      best = (kind, marks, known)
    }
    return best.map { ($0.kind, $0.marks) }
  }

  // MARK: Files of cardctl

  private static let settings = ConfigurationFile.keys.map { ByteView(permanent: $0.name) }
    .filter { $0 != ByteView("$schema") }

  /// An object with only `classes` is a registry, and other tools have files with these keys too.
  private static let common = (["classes", "exclude", "rules", "overrides"] as [StaticString])
    .map { ByteView($0) }

  private static func file(_ object: JSONNode) -> (kind: RecordKind, isCertain: Bool)? {
    let known = settings.filter { key in
      guard let value = object.member(key) else { return false }
      // Answers of the API list campaigns in an array.
      let isContract = key == ByteView("campaigns") || key == ByteView("canvases")
      return !isContract || value.kind == .object
    }
    let rules = object.member("rules", .object)?.members.map(\.key.string)
    let isOwn =
      known.contains { !common.contains($0) }
      || rules.map {
        $0.isEmpty || $0.contains { !RulePattern.rules($0, among: Rule.allCases).isEmpty }
      }
        ?? false
    if 2 * known.count >= object.keyCount, isOwn { return (.configuration, false) }
    guard let classes = object.member("classes", .object), object.keyCount <= 2 else { return nil }
    let isCertain = classes.objects.contains { definition in
      definition.has("object")
        || definition.member("properties", .object)?.objects.contains { $0.has("from") } ?? false
    }
    let isLikely =
      classes.isEmptyContainer
      || classes.objects.contains { $0.has("properties") || $0.isEmptyContainer }
    return isCertain || isLikely ? (.registry, isCertain) : nil
  }
}

extension RecordKind {
  /// Whether keys of another request make it impossible that an object is of this kind.
  fileprivate func isExcluded(by object: JSONNode) -> Bool {
    switch self {
    case .messagesSend:
      // Aliases alone are created, not sent to; a campaign has its own messages.
      object.hasOnly(["user_aliases"])
        || object.has("campaign_id")
          && !object.hasAny(["messages", "message", "external_user_ids", "segment_id"])
    case .canvas:
      object.kind(of: "canvas_id") != .string || object.hasAny(["campaign_id", "messages"])
    case .trigger:
      !object.has("campaign_id")
        && (object.kind(of: "canvas_id") == .string
          || object.kind(of: "recipient") == .object && !object.has("recipients"))
    case .transactional: object.has("campaign_id") && !object.has("external_send_id")
    case .contentCard: object.hasAny(RequestPart.deliveredKeys)
    default: false
    }
  }

  /// Whether an object without marks is probably a request of this kind, most of whose keys it has.
  fileprivate func isLikely(_ object: JSONNode) -> Bool {
    switch self {
    case .usersTrack: return RecordKind.isLikelyTracked(object)
    case .messagesSend:
      guard let messages = object.member("messages", .object) else { return false }
      let count = messages.keyCount
      return count > 0 && messages.objects.count == count
        && RequestPart.messages.resemblance(to: messages).known == count
    case .contentCard: return object.text(of: "type").flatMap(RequestObject.correctType) != nil
    default: return false
    }
  }

  private static func isLikelyTracked(_ object: JSONNode) -> Bool {
    let lists = RequestPart.trackedLists.compactMap { object.kind(of: $0) }
    guard lists.contains(where: { $0 == .array || $0 == .object }) else { return false }
    // A user update in a Canvas does not name a user.
    return lists.contains(.array) && lists.count { $0 == .array || $0 == .object } > 1
      || object.hasAny(RequestPart.trackedUsers)
      || object.hasOnly(["attributes"]) && !object.objects(in: "attributes").isEmpty
      || object.objects(in: "purchases").contains { $0.has("product_id") && $0.has("currency") }
      || object.objects(in: "events").contains { event in
        event.has("name")
          && 2 * RequestPart.event.resemblance(to: event).known >= event.keyCount
      }
  }
}

extension RequestPart {
  /// Compares an object with the table: the sum of the weights of its keys, where two or more leave
  /// no doubt what it is, and the number of keys that have a meaning here, misspelled or not.
  ///
  /// A mark weighs 1, a key that only Braze has weighs 2; everyday words such as `title` and
  /// `events` weigh nothing. Keys count where the API expects them, whatever their values, but not
  /// if the value has another structure. Keys in camel case (`campaignId`) count like the right
  /// ones.
  func resemblance(to object: JSONNode) -> (marks: Int, known: Int) {
    var (marks, known) = (0, 0)
    var counted: UInt64 = 0
    for (name, value) in object.members {
      guard let meaning = meaning(of: name) else { continue }
      known += 1
      switch meaning {
      case .key(let index), .camelCase(let index):
        let (key, bit) = (keys[index], UInt64(1) << UInt64(index))
        guard counted & bit == 0, key.value.resembles(value) else { continue }
        counted |= bit
        marks += key.weight + key.value.marks(in: value)
      case .misnomer(_, let isMark): if isMark { marks += 2 }
      case .misplaced, .foreign: break
      }
    }
    if isCard, known > 0 { marks += RequestPart.cardMarks(in: object) }
    return (marks, known)
  }

  private static func cardMarks(in object: JSONNode) -> Int {
    let isTyped = object.member("type", .string).map { cardTypes.contains($0.string) } ?? false
    let shows = isTyped && object.hasAny(["title", "description", "image_url"])
    let isOfClass = ["extra", "extras"].contains { (key: StaticString) in
      object.member(key, .object)?.has("class_type") ?? false
    }
    return (shows ? 2 : 0) + (isOfClass ? 1 : 0)
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
    case .part(let part): return part.resemblance(to: value).marks
    case .list(.part(let part), _):
      if value.kind == .object { return part.resemblance(to: value).marks }
      var most = 0
      for element in value.elements where most < 2 {
        most = max(most, part.resemblance(to: element).marks)
      }
      return most
    default: return 0
    }
  }
}
