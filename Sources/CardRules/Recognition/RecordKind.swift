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
  /// A body that enters users into a Canvas.
  case canvas
  /// A body that sends a transactional campaign.
  case transactional
  /// A registry of class types.
  case registry
  /// A `.cardctl.json` file.
  case configuration
  /// Any of these: a value that is not checked is an error.
  case any

  /// The name of a configuration file.
  package static let configurationName = ".cardctl.json"

  /// The description of a value of this kind in messages.
  package var title: String {
    switch self {
    case .cards: "a content card"
    case .sync: "a sync response"
    case .contentCard: "a content card of the REST API"
    case .registry: "a registry of class types"
    case .configuration: "a configuration of cardctl"
    case .any: "something that is checked"
    case .messagesSend, .trigger, .usersTrack, .canvas, .transactional: part?.title ?? ""
    }
  }

  /// The table of a request of this kind; nil for other kinds.
  ///
  /// Of several tables it is the one with the most keys.
  var part: RequestPart? {
    switch self {
    case .contentCard: .contentCard
    case .messagesSend: .messagesSend
    case .trigger: .trigger
    case .usersTrack: .usersTrack
    case .canvas: .canvas
    case .transactional: .transactional
    case .cards, .sync, .registry, .configuration, .any: nil
    }
  }

  /// Whether the kind is the body of a request.
  package var isBody: Bool { part?.isBody ?? false }
}
