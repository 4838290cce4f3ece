// EventJournal: the journal of impressions, clicks and dismissals, and of sends and aborts.
//
// A journal is an append-only file with one JSON object per line. Many processes can write to it at
// once, and it survives crashes and full disks: every acknowledged event is in it, once, on its own
// line. The module appends, reads, checks, repairs and rotates journals. It knows nothing about
// cards except their ids, and never prints. The commands decide which events are allowed for a
// card.

import CardJSON

/// A kind of event, named as in the guide's logging methods; the raw value is the name in journal
/// lines.
package enum EventKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// The user saw the card.
  case impression
  /// The user clicked the card.
  case click
  /// The user dismissed the card.
  case dismissal
  /// Braze sent the card.
  case send
  /// Braze aborted sending the card, for which the event may name only the campaign.
  case abort
}

/// A new event to record.
///
/// Its text is borrowed and valid until its buffer changes.
package struct NewEvent {
  /// The kind.
  package var kind: EventKind
  /// When it happened, in milliseconds since 1970-01-01T00:00:00Z; nil for now.
  package var time: Int64?
  /// Whether the card is a control card; nil if unknown.
  package var isControl: Bool?
  /// The text of other fields, by raw value.
  private var texts = [ByteView?](repeating: nil, count: JournalField.allCases.count)

  /// Creates an event of a kind, without other fields.
  package init(_ kind: EventKind) { self.kind = kind }

  /// The text of a field; for `properties`, its JSON object.
  ///
  /// Empty text is the same as nil, an absent field.
  package subscript(field: JournalField) -> ByteView? {
    get { texts[field.rawValue] }
    set { texts[field.rawValue] = newValue.flatMap { $0.count > 0 ? $0 : nil } }
  }
}

/// Writes events as journal lines, in the format that cardctl-formats(5) describes.
package struct EventLineWriter: ~Copyable {
  private var line = ByteBuffer(capacity: 1024)

  /// Creates a writer.
  package init() {}

  /// Appends the line of an event that has an id and a time.
  ///
  /// Appends nothing and returns false if the line would be too long, or if the time is outside the
  /// years 1 to 9999.
  package mutating func append(_ event: NewEvent, to lines: inout ByteBuffer) -> Bool {
    var hasTime = false
    line.removeAll()
    line.jsonLine { json in
      for field in JournalField.allCases {
        switch field {
        case .version: json.add(field.name, json: ByteView(JournalLine.version))
        case .time:
          json.add(field.name) { text in
            text.append("\"")
            hasTime = ISO8601.append(event.time ?? .min, to: &text, withMilliseconds: true)
            text.append("\"")
          }
        case .event: json.add(field.name, event.kind.rawValue)
        case .isControl: if let isControl = event.isControl { json.add(field.name, isControl) }
        case .properties: if let object = event[field] { json.add(field.name, json: object) }
        case .cardID where event.kind != .abort:
          json.add(field.name, text: event[field] ?? ByteView(""))
        default: if let text = event[field] { json.add(field.name, text: text) }
        }
      }
    }
    guard hasTime else { return false }
    let start = lines.count
    // Escapes control characters, which could affect a terminal that shows the file.
    ControlEscapes.append(line.view, to: &lines, keepingLines: true)
    guard lines.count - start <= JournalLine.maximumLength else {
      lines.truncate(to: start)
      return false
    }
    return true
  }
}
