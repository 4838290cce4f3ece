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

/// A new event, to record.
///
/// Its text is borrowed: valid until the owner of the bytes changes.
package struct NewEvent {
  /// The kind.
  package var kind: EventKind
  /// When it happened, in milliseconds since 1970-01-01T00:00:00Z; nil for now.
  package var time: Int64?
  /// Whether the card is a control card; nil if unknown.
  package var isControl: Bool?
  /// The text of other fields, by their numbers.
  private var texts = [ByteView?](repeating: nil, count: JournalField.allCases.count)

  /// An event with only a kind.
  package init(_ kind: EventKind) { self.kind = kind }

  /// The text of a field, or the JSON object of `properties`; nil if absent or empty.
  package subscript(field: JournalField) -> ByteView? {
    get { texts[field.rawValue] }
    set { texts[field.rawValue] = newValue.flatMap { $0.count > 0 ? $0 : nil } }
  }
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
