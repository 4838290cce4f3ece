import CardJSON

/// An event of a content card, as an SDK logs it, Currents exports it, or a journal records it.
///
/// Its values are valid as long as the document that it was read from.
package struct CardEvent {
  /// A kind of event.
  package enum Kind: String, CaseIterable, Sendable {
    /// The user saw the card, or a control card would have been seen.
    case impression
    /// The user clicked the card.
    case click
    /// The user dismissed the card.
    case dismissal
    /// Braze sent the card.
    case send
    /// Braze aborted sending the card.
    case abort
  }

  /// A format of events.
  package enum Format: Sendable {
    /// An event of an SDK's data request, or of the dashboard's Event User Log.
    case sdk
    /// An event of Currents.
    case currents
    /// A line of a journal.
    case journal
  }

  /// A text field of an event.
  package enum Field: CaseIterable, Sendable {
    case user, device, session, campaign, messageVariation, id, dispatch, reason
  }

  /// The kind.
  package let kind: Kind
  /// The format.
  package let format: Format
  /// Whether the card is a control card; nil if unknown.
  package let isControl: Bool?
  /// When it happened, in epoch milliseconds; nil if unknown.
  package let time: Int64?
  /// The id of the card, a string; nil for an event of Currents that names only the campaign.
  package let card: JSONNode?
  /// The event's object.
  package let object: JSONNode
  /// The data request that contains the event of an SDK.
  let request: JSONNode?

  /// The text of a field, a string; nil if it is absent.
  package func node(_ field: Field) -> JSONNode? {
    switch format {
    case .currents: return CurrentsObject(object).text(field.currentsName)
    case .journal: return object.nonempty(field.journalName)
    case .sdk:
      guard let name = field.requestName else { return nil }
      return object.nonempty(name) ?? request?.nonempty(name)
    }
  }

  /// The value of a property of an event of Currents; nil if it is absent.
  package func property(_ name: StaticString) -> JSONNode? { CurrentsObject(object).node(name) }
}

extension CardEvent.Field {
  fileprivate var journalName: StaticString {
    switch self {
    case .user: "user_id"
    case .device: "device_id"
    case .session: "session_id"
    case .campaign: "campaign_id"
    case .messageVariation: "message_variation_id"
    case .id: "id"
    case .dispatch: "dispatch_id"
    case .reason: "reason"
    }
  }

  fileprivate var currentsName: StaticString {
    switch self {
    case .user: "external_user_id"
    case .reason: "abort_type"
    default: journalName
    }
  }

  fileprivate var requestName: StaticString? {
    switch self {
    case .user, .device, .session: journalName
    case .campaign, .messageVariation, .id, .dispatch, .reason: nil
    }
  }
}

extension JSONNode {
  /// The value of a member that is a string with text; nil for any other value.
  func nonempty(_ name: StaticString) -> JSONNode? {
    member(name, .string).flatMap { $0.content.count > 0 ? $0 : nil }
  }
}

/// An event of Currents, either from the Custom HTTP connector or flat as in a storage export, which
/// writes a nullable value as `{"string":VALUE}`.
///
/// Source: https://github.com/Appboy/currents-examples.
struct CurrentsObject {
  private let objects: [JSONNode]

  init(_ event: JSONNode) {
    objects = ["properties", "user"].compactMap { event.member($0, .object) } + [event]
  }

  /// The value of a field; nil if it is absent or null.
  func node(_ name: StaticString) -> JSONNode? {
    for object in objects {
      guard var node = object.member(ByteView(name)) else { continue }
      for (_, value) in node.members { node = value }
      if node.kind != .null, !node.word.isContainer { return node }
    }
    return nil
  }

  /// The value of a text field; nil if it is absent or empty.
  func text(_ name: StaticString) -> JSONNode? {
    node(name).flatMap { $0.kind == .string && $0.content.count > 0 ? $0 : nil }
  }
}

extension CardEvent.Kind {
  /// The prefix of the types of content card events in Currents.
  package static let currentsPrefix = "users.messages.contentcard."

  /// Creates the kind of a type of Currents, such as `users.messages.contentcard.Click`; nil for
  /// other types.
  package init?(currentsType type: String) {
    let name = type.lowercased()
    guard name.hasPrefix(CardEvent.Kind.currentsPrefix) else { return nil }
    self.init(currentsName: String(name.dropFirst(CardEvent.Kind.currentsPrefix.count)))
  }

  /// Creates the kind of the last word of a type of Currents, in any case.
  package init?(currentsName name: String) {
    let kind = CardEvent.Kind.allCases.first { $0.currentsName.lowercased() == name.lowercased() }
    guard let kind else { return nil }
    self = kind
  }

  /// Creates the kind that a folder in a path names, as in a storage export:
  /// `event_type=users.messages.contentcard.Click`.
  package init?(path: String) {
    let name = path.split(separator: "/").lazy.compactMap { folder -> CardEvent.Kind? in
      let type = folder.lowercased().split(separator: "=").last ?? ""
      let prefix = CardEvent.Kind.currentsPrefix
      guard type.hasPrefix(prefix) else { return nil }
      let rest = type.dropFirst(prefix.count).prefix { $0.isLetter }
      return CardEvent.Kind(currentsName: String(rest))
    }.first
    guard let name else { return nil }
    self = name
  }

  /// The last word of the type of Currents.
  package var currentsName: String {
    switch self {
    case .impression: "Impression"
    case .click: "Click"
    case .dismissal: "Dismiss"
    case .send: "Send"
    case .abort: "Abort"
    }
  }
}
