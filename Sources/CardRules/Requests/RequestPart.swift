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

  /// The bodies that send messages to users, now or later.
  static let messageBodies: Set<RequestPart> = [.messagesSend, .messagesSchedule]
  /// The bodies that send a campaign to users, now or later.
  static let triggerBodies: Set<RequestPart> = [.trigger, .triggerSchedule]
  /// The bodies that have recipients.
  static let sendingBodies = messageBodies.union(triggerBodies)
  /// The bodies of requests.
  static let bodies = sendingBodies.union([.messagesUpdate, .triggerUpdate, .usersTrack])
  /// The objects that record something about a user.
  static let tracked: Set<RequestPart> = [.event, .purchase, .attributes]

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

  /// Whether the API allows custom keys in the object.
  var isOpen: Bool { self == .attributes || self == .email }

  /// The key of the table with this name.
  func key(_ name: StaticString) -> RequestKey? {
    keys.first { ByteView($0.name) == ByteView(name) }
  }

  /// The keys that name the recipients of a body.
  var recipientKeys: [StaticString] {
    switch self {
    case .messagesSend: ["external_user_ids", "user_aliases"]
    case .messagesSchedule: ["external_user_ids", "user_aliases", "recipients"]
    case .trigger, .triggerSchedule: ["recipients"]
    default: []
    }
  }

  /// The keys that name the user of an object.
  var userKeys: [StaticString] {
    self == .recipient
      ? ["external_user_id", "user_alias", "braze_id", "email"]
      : ["external_id", "user_alias", "braze_id", "email", "phone"]
  }

  /// The keys among `userKeys` that exclude each other.
  var exclusiveUserKeys: [StaticString] {
    self == .recipient ? userKeys : ["external_id", "user_alias", "braze_id"]
  }
}

/// One key that Braze documents for an object of a request body.
struct RequestKey: Sendable {
  let name: StaticString
  let value: RequestValue
  /// The meaning of the value, for messages and the schema.
  let summary: String
  /// Whether the API refuses any object without the key.
  let isRequired: Bool
  /// The rule that a value outside its bounds breaks; nil if another check reports it.
  let rule: Rule?

  init(
    _ name: StaticString, _ value: RequestValue, summary: String, isRequired: Bool = false,
    bounds rule: Rule? = nil
  ) {
    self.name = name
    self.value = value
    self.summary = summary
    self.isRequired = isRequired
    self.rule = rule
  }

  static func text(
    _ name: StaticString, _ summary: String, isRequired: Bool = false
  ) -> RequestKey { RequestKey(name, .text(), summary: summary, isRequired: isRequired) }

  static func id(
    _ name: StaticString, _ summary: String, isRequired: Bool = false
  ) -> RequestKey { RequestKey(name, .id(), summary: summary, isRequired: isRequired) }

  static func boolean(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, .boolean, summary: summary)
  }

  static func object(_ name: StaticString, _ summary: String) -> RequestKey {
    RequestKey(name, .object(), summary: summary)
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
  /// An ISO 8601 string.
  case time
  /// An ISO 8601 string, in which a colon may precede the milliseconds.
  case trackedTime
  /// `true` or `false`.
  case boolean
  /// A number.
  case number
  /// A whole number.
  case integer(ClosedRange<Int64>)
  /// An object without a table.
  case object(Form = .any)
  /// An object with a table.
  case part(RequestPart)
  /// An array.
  case list(of: RequestValue, max: Int? = nil)

  /// The form of an object without a table.
  enum Form: String {
    case any, extra
    case triggerProperties = "trigger_properties"
    case eventProperties = "event_properties"
    case purchaseProperties = "purchase_properties"
  }

  /// Whether a value of this kind can have the type.
  func accepts(_ kind: JSONKind) -> Bool {
    switch self {
    case .text, .id, .choice, .time, .trackedTime: kind == .string
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
    case .time, .trackedTime: "an ISO 8601 string"
    case .boolean: "true or false"
    case .number: "a number"
    case .integer: "a whole number"
    case .object, .part: "an object"
    case .list(.id, _), .list(.text, _): "a list of strings"
    case .list: "a list of objects"
    }
  }
}
