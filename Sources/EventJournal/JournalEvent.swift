// EventJournal: the journal of impressions, clicks and dismissals.
//
// An append-only file of one JSON object a line that many processes write at once and that survives
// crashes and full disks: what was acknowledged is there, once, on a line of its own. The module
// appends, reads, checks, repairs and rotates journals. It knows nothing of cards beyond their ids
// and never prints; which events are allowed for a card is for the commands to say.

import CardJSON

/// What happened to a card, in the words of the guide's logging methods.
public enum EventKind: String, CaseIterable, Sendable {
  /// The card was seen.
  case impression
  /// The card was tapped.
  case click
  /// The user dismissed the card.
  case dismissal
}

/// One event of a journal, as it is recorded.
public struct JournalEvent: Hashable, Sendable {
  /// The event's own id: a UUID of version 7 (RFC 9562) in lower case.
  public var id: String
  /// When it happened, in milliseconds since 1970-01-01T00:00:00Z.
  public var time: Int64
  /// What happened.
  public var kind: EventKind
  /// The id of the card it happened to.
  public var cardID: String
  /// Whether the card is a control card; nil when nobody knows.
  public var isControl: Bool?
  /// The card's class type.
  public var classType: String?
  /// The campaign of the card's composite id.
  public var campaignID: String?
  /// The message variation of the card's composite id.
  public var messageVariationID: String?
  /// The user, as the app calls them.
  public var userID: String?
  /// The device.
  public var deviceID: String?
  /// The session of the app.
  public var sessionID: String?
  /// What else is to be known of the event, in the order given.
  public var properties: [EventProperty] = []
  /// What makes the event one with another of the same kind, card and key.
  public var key: String?

  /// An event of which nothing but the essentials is known.
  public init(id: String, time: Int64, kind: EventKind, cardID: String) {
    self.id = id
    self.time = time
    self.kind = kind
    self.cardID = cardID
  }
}

/// A property of an event: a name and a JSON value.
public struct EventProperty: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The value as JSON, in the spelling it is recorded with.
  public let json: String

  /// A property whose value is spelt `json`, one valid JSON value.
  public init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}
