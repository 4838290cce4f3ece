// EventJournal: the journal of impressions, clicks and dismissals.
//
// An append-only file of one JSON object a line that many processes write at once and that survives
// crashes and full disks: what was acknowledged is there, once, on a line of its own. The module
// appends, reads, checks, repairs and rotates journals. It knows nothing of cards beyond their ids
// and never prints; which events are allowed for a card is for the commands to say.

@_spi(CardTool) import CardJSON

/// What happened to a card, in the words of the guide's logging methods; the raw value is the name
/// in journal lines.
package enum EventKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// The card was seen.
  case impression
  /// The card was tapped.
  case click
  /// The user dismissed the card.
  case dismissal
}

/// One event of a journal, as it is recorded.
package struct JournalEvent: Hashable, Sendable {
  /// The event's own id: a UUID of version 7 (RFC 9562) in lower case.
  package var id: String
  /// When it happened, in milliseconds since 1970-01-01T00:00:00Z.
  package var time: Int64
  /// What happened.
  package var kind: EventKind
  /// The id of the card it happened to.
  package var cardID: String
  /// Whether the card is a control card; nil when unknown.
  package var isControl: Bool?
  /// The card's class type.
  package var classType: String?
  /// The campaign of the card's composite id.
  package var campaignID: String?
  /// The message variation of the card's composite id.
  package var messageVariationID: String?
  /// The user, as the app calls them.
  package var userID: String?
  /// The device.
  package var deviceID: String?
  /// The session of the app.
  package var sessionID: String?
  /// What else is to be known of the event, in the order given.
  package var properties: [EventProperty] = []
  /// What makes the event one with another of the same kind, card and key.
  package var key: String?

  /// An event of which nothing but the essentials is known.
  package init(id: String, time: Int64, kind: EventKind, cardID: String) {
    self.id = id
    self.time = time
    self.kind = kind
    self.cardID = cardID
  }
}

/// A property of an event: a name and a JSON value.
package struct EventProperty: Hashable, Sendable {
  /// The name.
  package let name: String
  /// The value as JSON, in the spelling it is recorded with.
  package let json: String

  /// A property whose value is spelt `json`, one valid JSON value.
  package init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}
