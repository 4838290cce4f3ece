import CardJSON

/// A kind of value that `validate` checks.
///
/// The raw values are the names for `--kind`.
package enum RecordKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// Cards, alone, in arrays or in envelopes.
  case cards
  /// Sync responses and other envelopes.
  case sync
  /// The `content_card` messaging object of the REST API, outside a request.
  case contentCard = "rest"
  /// A body for `/messages/send`, or a body that schedules such a message.
  case messagesSend = "messages-send"
  /// A body for `/campaigns/trigger/send`, or a body that schedules such a campaign.
  case trigger
  /// A body for `/users/track`.
  case usersTrack = "users-track"
  /// A registry of class types.
  case registry
  /// A `.cardctl.json` file.
  case configuration

  /// The name of a configuration file.
  package static let configurationName = ".cardctl.json"

  /// The description of a value of this kind in messages.
  package var title: String {
    switch self {
    case .cards: "a content card"
    case .sync: "a sync response"
    case .contentCard: "a content card of the REST API"
    case .messagesSend: "a body for /messages/send"
    case .trigger: "a body for /campaigns/trigger/send"
    case .usersTrack: "a body for /users/track"
    case .registry: "a registry of class types"
    case .configuration: "a configuration of cardctl"
    }
  }

  /// Whether the kind is the body of a request.
  package var isBody: Bool { self == .messagesSend || self == .trigger || self == .usersTrack }
}

/// The kind of a JSON object other than a card or a container of cards.
///
/// Other commands than `validate` use only the name, in messages.
package enum RecognizedValue: Equatable, Sendable {
  /// A value that `validate` checks.
  case checked(RecordKind)
  /// JSON of Braze or cardctl that has no rules, with its name.
  case unchecked(String)
  /// A file that cardctl wrote, with its name.
  case ownOutput(String)
  /// Another kind of message that apps receive or show, with its name.
  case otherMessage(String)
  /// A sync response without cards.
  case syncResponse

  /// Recognizes an object; nil if it is unknown.
  package init?(_ value: JSONNode) {
    guard value.kind == .object else { return nil }
    let keys = ObjectKeys(value)
    guard let row = RecognizedValue.table.first(where: { $0.recognizes(keys) }) else { return nil }
    self = row.value
  }

  /// Whether a value is a sync response without cards.
  static func isSyncResponse(_ value: JSONNode) -> Bool {
    // Most values have none of these keys, so the other tests are skipped.
    value.kind == .object && ObjectKeys(value).hasAny(responseKeys)
      && RecognizedValue(value) == .syncResponse
  }

  /// Whether an object that has only one weak signature of a card is another kind of value.
  static func excludesCard(_ object: JSONNode) -> Bool {
    let keys = ObjectKeys(object)
    let isSchema = keys.text("type") == "object" && keys.kind("properties") == .object
    return isSchema || excludingTable.contains { $0.recognizes(keys) }
  }

  /// The message that the value is not a card.
  var message: String {
    switch self {
    case .checked(let kind): "\(kind.title), not a content card"
    case .unchecked("a sync request"): "a sync request: the cards are in its response"
    case .otherMessage(RecognizedValue.newsFeed):
      "\(RecognizedValue.newsFeed), not a content card: Braze has removed the News Feed"
    case .unchecked(let name), .ownOutput(let name), .otherMessage(let name):
      "\(name), not a content card"
    case .syncResponse: "a sync response without \"cards\""
    }
  }

  /// A request of an SDK, with events and attributes.
  static let sdkRequest = RecognizedValue.unchecked("a request of an SDK")
  /// A response of the REST API.
  static let response = RecognizedValue.unchecked("a REST API response")
  /// The name of a card of the discontinued News Feed.
  static let newsFeed = "a News Feed card"
}
