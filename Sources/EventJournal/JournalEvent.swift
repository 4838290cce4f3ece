// EventJournal: the journal of impressions, clicks and dismissals.
//
// An append-only file of one JSON object a line that many processes write at once and that survives
// crashes and full disks: every acknowledged event is there, once, on its own line. The module
// appends, reads, checks, repairs and rotates journals. It knows nothing of cards beyond their ids
// and never prints; which events are allowed for a card is for the commands to say.

import CardJSON

/// A kind of event, in the words of the guide's logging methods; the raw value is the name
/// in journal lines.
package enum EventKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// The card was seen.
  case impression
  /// The card was tapped.
  case click
  /// The user dismissed the card.
  case dismissal
}

/// The common fields of events that are recorded together: all except ids, times and cards.
package struct SharedEventFields: Sendable {
  /// The kind.
  package let kind: EventKind
  /// The user, as the app calls them.
  package var userID: String?
  /// The device.
  package var deviceID: String?
  /// The session of the app.
  package var sessionID: String?
  /// Other properties of the events, in the order given.
  package var properties: [EventProperty] = []
  /// The key: one event is recorded for each kind, card and key.
  package var key: String?

  /// Events with only a kind.
  package init(_ kind: EventKind) { self.kind = kind }
}

/// A property of an event: a name and a JSON value.
package struct EventProperty: Hashable, Sendable {
  /// The name.
  package let name: String
  /// The value as JSON, in the spelling it is recorded with.
  package let json: String

  /// A property whose value is `json`, one valid JSON value.
  package init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}
