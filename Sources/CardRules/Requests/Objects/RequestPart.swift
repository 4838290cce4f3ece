/// The objects that request bodies are made of.
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
  /// When a message is sent.
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
  /// An e-mail, of which only the attachments are described.
  case email
  /// One file of an e-mail.
  case attachment

  /// The bodies that send messages of their own to users, now or later.
  static let messageBodies: Set<RequestPart> = [.messagesSend, .messagesSchedule]
  /// The bodies that send a campaign to users, now or later.
  static let triggerBodies: Set<RequestPart> = [.trigger, .triggerSchedule]
  /// The bodies that say to whom something is sent.
  static let sendingBodies = messageBodies.union(triggerBodies)
  /// All that can be the root of a request.
  static let bodies = sendingBodies.union([.messagesUpdate, .triggerUpdate, .usersTrack])

  /// The types that a REST content card may have.
  static let cardTypes = ["CLASSIC", "CAPTIONED_IMAGE", "BANNER"]

  /// The most recipients of one request.
  static let recipientLimit = 50

  /// What a message calls the object.
  var title: String {
    switch self {
    case .contentCard: "a REST content card"
    case .messagesSend: "a body for /messages/send"
    case .messagesSchedule: "a body for /messages/schedule/create"
    case .messagesUpdate: "a body for /messages/schedule/update"
    case .messages: "\"messages\""
    case .trigger: "a body for /campaigns/trigger/send"
    case .triggerSchedule: "a body for /campaigns/trigger/schedule/create"
    case .triggerUpdate: "a body for /campaigns/trigger/schedule/update"
    case .schedule: "a schedule"
    case .recipient: "a recipient"
    case .userAlias: "a user alias"
    case .usersTrack: "a body for /users/track"
    case .event: "an event"
    case .purchase: "a purchase"
    case .attributes: "a set of attributes"
    case .email: "an e-mail"
    case .attachment: "an attachment"
    }
  }

  /// Whether the API allows keys of the sender's own in the object.
  var isOpen: Bool { self == .attributes || self == .email }
}

/// One key that Braze documents for an object of a request body.
struct RequestKey: Sendable {
  /// The key.
  let name: StaticString
  /// What its value has to be.
  let type: RequestValueType
  /// What the value is for, as a schema describes it.
  let summary: String
  /// Whether a request without the key is refused, whatever else it has.
  let isRequired: Bool

  /// Whether the value is an id or a list of ids, for which the API takes numbers too.
  var isID: Bool { RequestKey.ids.contains(name.description) }

  private static let ids: Set<String> = [
    "external_id", "external_user_id", "external_user_ids", "braze_id", "campaign_id", "send_id",
    "segment_id", "schedule_id", "message_variation_id", "app_id", "product_id", "alias_name",
  ]

  init(
    _ name: StaticString, _ type: RequestValueType, _ summary: String, isRequired: Bool = false
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.isRequired = isRequired
  }
}

/// What the value of a key has to be.
enum RequestValueType: Equatable, Sendable {
  /// A string.
  case text
  /// A string that is one of these.
  case choice([String])
  /// A string with a date and a time.
  case time
  /// `true` or `false`.
  case boolean
  /// A number.
  case number
  /// A number without a fraction.
  case integer
  /// An object that the tables do not describe.
  case object
  /// An array of strings.
  case texts
  /// An array of objects that the tables do not describe.
  case objects
  /// An object of a kind that has a table.
  case part(RequestPart)
  /// An array of such objects.
  case parts(RequestPart)
}

/// The names that people write for the API's keys: those of the SDKs, of other endpoints, and what
/// client libraries got wrong.
extension RequestPart {
  /// The keys by which a body that sends names the users that it is for.
  var recipientKeys: [StaticString] {
    switch self {
    case .messagesSend: ["external_user_ids", "user_aliases"]
    case .messagesSchedule: ["external_user_ids", "user_aliases", "recipients"]
    case .trigger, .triggerSchedule: ["recipients"]
    default: []
    }
  }

  /// The right key for a wrong one; nil when `name` is no known mistake.
  func correctName(for name: String) -> String? {
    corrections.first { $0.0 == name }?.1
  }

  /// The names that are known mistakes, each with the right key.
  var corrections: [(String, String)] {
    switch self {
    case .contentCard: RequestPart.cardCorrections
    case .messagesSend:
      RequestPart.messagesCorrections + [("recipients", "external_user_ids")]
    case .messagesSchedule: RequestPart.messagesCorrections
    case .messagesUpdate: [("message", "messages")]
    case .triggerUpdate: []
    case .schedule:
      [("send_at", "time"), ("at", "time"), ("local_time", "in_local_time")]
    case .messages:
      [("content_cards", "content_card"), ("contentCard", "content_card")]
    case .trigger, .triggerSchedule:
      [
        ("api_trigger_properties", "trigger_properties"), ("properties", "trigger_properties"),
        ("external_user_ids", "recipients"), ("user_aliases", "recipients"),
        ("recipient", "recipients"),
      ]
    case .recipient:
      [
        ("external_id", "external_user_id"), ("user_id", "external_user_id"),
        ("properties", "trigger_properties"), ("api_trigger_properties", "trigger_properties"),
      ]
    case .event, .purchase:
      [
        ("external_user_id", "external_id"), ("user_id", "external_id"), ("event_name", "name"),
        ("event", "name"), ("timestamp", "time"), ("event_properties", "properties"),
      ]
    case .userAlias: [("name", "alias_name"), ("label", "alias_label")]
    case .attributes: [("external_user_id", "external_id")]
    case .email: []
    case .attachment: [("filename", "file_name"), ("name", "file_name"), ("file_url", "url")]
    case .usersTrack: [("event", "events"), ("purchase", "purchases"), ("attribute", "attributes")]
    }
  }

  private static let messagesCorrections = [
    ("external_ids", "external_user_ids"), ("external_id", "external_user_ids"),
    ("external_user_id", "external_user_ids"), ("user_alias", "user_aliases"),
    ("message", "messages"),
  ]

  private static let cardCorrections = [
    ("extras", "extra"), ("e", "extra"), ("key_value_pairs", "extra"),
    ("expires_at", "expire_at"), ("expiry_at", "expire_at"), ("expiresAt", "expire_at"),
    ("expireAt", "expire_at"), ("ttl", "time_to_live"), ("timeToLive", "time_to_live"),
    ("image", "image_url"), ("imageUrl", "image_url"), ("imageURL", "image_url"),
    ("cardDescription", "description"), ("message", "description"), ("body", "description"),
    ("link_text", "uri_text"), ("linkText", "uri_text"), ("domain", "uri_text"),
    ("ios_url", "ios_uri"), ("android_url", "android_uri"), ("web_url", "web_uri"),
  ]
}
