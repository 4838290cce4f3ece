import CardJSON

/// The objects that request bodies consist of; the raw values are their names in the schema.
package enum RequestPart: String, CaseIterable, BitwiseCopyable, Sendable {
  /// The messaging object of a content card.
  case contentCard = "content_card"
  /// A body for `/messages/send`.
  case messagesSend = "messages_send"
  /// A body for `/messages/schedule/create`.
  case messagesSchedule = "messages_schedule"
  /// A body for `/messages/schedule/update`.
  case messagesUpdate = "messages_update"
  /// The messages of such a body, by channel.
  case messages
  /// A body for `/campaigns/trigger/send`.
  case trigger
  /// A body for `/campaigns/trigger/schedule/create`.
  case triggerSchedule = "trigger_schedule"
  /// A body for `/campaigns/trigger/schedule/update`.
  case triggerUpdate = "trigger_update"
  /// The time of a message.
  case schedule
  /// One recipient of such a body.
  case recipient
  /// A user by an alias.
  case userAlias = "user_alias"
  /// A body for `/users/track`.
  case usersTrack = "users_track"
  /// One custom event of such a body.
  case event
  /// One purchase.
  case purchase
  /// The attributes of one user.
  case attributes
  /// An email. Only its attachments are described.
  case email
  /// One file of an email.
  case attachment

  /// The bodies of requests.
  static let bodies: Set<RequestPart> = [
    .messagesSend, .messagesSchedule, .messagesUpdate, .trigger, .triggerSchedule, .triggerUpdate,
    .usersTrack,
  ]

  /// The types that a REST content card may have.
  static let cardTypes = ["CLASSIC", "CAPTIONED_IMAGE", "BANNER"]
  /// The maximum number of recipients of one request.
  static let recipientLimit = 50
  /// The maximum number of objects of a kind in a body for `/users/track`.
  static let trackedLimit = 75
  /// The maximum length of a name or text in `/users/track`, in characters.
  static let textLimit = 255
  /// The seconds that a REST content card may live.
  static let timeToLive: ClosedRange<Int64> = 1...2_592_000

  /// The name of the object in messages.
  var title: String { form.title }
  /// The keys of the object.
  var keys: [RequestKey] { form.keys }
  /// Whether the API allows custom keys in the object.
  var isOpen: Bool { self == .attributes || self == .email }

  /// The key of the table with this name.
  func key(_ name: String) -> RequestKey? { keys.first { "\($0.name)" == name } }

  /// The right key for a wrong one; nil if `name` is not a known error.
  func correctName(for name: String) -> String? {
    form.misnomers.first { $0.value.contains(name) }?.key
  }
}

/// The entry of an object in the table.
struct RequestForm: Sendable {
  /// The name of the object in messages.
  let title: String
  /// The keys of the object.
  let keys: [RequestKey]
  /// The wrong names that people write for a key: those of SDKs, of other endpoints and of client
  /// libraries.
  var misnomers: KeyValuePairs<String, [String]> = [:]
  /// Advice about keys that belong elsewhere.
  var advice: [String: String] = [:]
  /// The demands of the keys on each other.
  var requirements: [RequestRequirement] = []
}

/// One key that Braze documents for an object of a request body.
struct RequestKey: Sendable {
  let name: StaticString
  let value: RequestValue
  /// The meaning of the value, for messages and the schema.
  let summary: String
  /// Whether the API refuses any object without the key.
  var isRequired = false
  /// The rule that a value outside its bounds breaks; nil if another check reports it.
  var bounds: Rule?

  init(_ name: StaticString, _ summary: String, of value: RequestValue) {
    (self.name, self.summary, self.value) = (name, summary, value)
  }

  static func text(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, summary, of: .text())
  }

  static func id(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, summary, of: .id())
  }

  static func boolean(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, summary, of: .boolean)
  }

  static func object(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, summary, of: .object())
  }

  /// The key, which no object may lack.
  var required: RequestKey {
    var key = self
    key.isRequired = true
    return key
  }

  /// The key, with the rule that a value outside its bounds breaks.
  func bounds(_ rule: Rule) -> RequestKey {
    var key = self
    key.bounds = rule
    return key
  }
}

/// The value of a key.
indirect enum RequestValue: Equatable, Sendable {
  /// A string.
  case text(max: Int? = nil)
  /// An id: a string, and with a warning a number, which the API accepts.
  case id(max: Int? = nil)
  /// One of some strings.
  case choice([String])
  /// An ISO 8601 string, in which for `/users/track` a colon may precede the milliseconds.
  case time(isTracked: Bool = false)
  /// `true` or `false`.
  case boolean
  /// A number.
  case number
  /// A whole number.
  case integer(ClosedRange<Int64>)
  /// An object without a table, and the name of its definition in the schema.
  case object(String? = nil)
  /// An object with a table.
  case part(RequestPart)
  /// An array.
  case list(of: RequestValue, max: Int? = nil)

  /// Whether it is a time.
  var isTime: Bool { if case .time = self { true } else { false } }

  /// Whether a value, and each of its elements, is of the type.
  func accepts(_ value: JSONNode) -> Bool {
    guard accepts(value.kind) else { return false }
    guard case .list(let element, _) = self else { return true }
    return value.elements.allSatisfy { element.accepts($0.kind) }
  }

  /// Whether a value of this kind can have the type.
  func accepts(_ kind: JSONKind) -> Bool {
    switch self {
    case .text, .id, .choice, .time: kind == .string
    case .boolean: kind == .true || kind == .false
    case .number, .integer: kind == .number
    case .object, .part: kind == .object
    case .list: kind == .array
    }
  }

  /// The name of the type in messages.
  var noun: String {
    switch self {
    case .text, .id, .choice: "a string"
    case .time: "an ISO 8601 string"
    case .boolean: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .object, .part: "an object"
    case .list(.id, _), .list(.text, _): "a list of strings"
    case .list: "a list of objects"
    }
  }
}
