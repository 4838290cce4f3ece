import CardJSON

/// The fields of the card of an event, except its id; valid until their owner changes.
package struct LoggedCard {
  /// Whether the card is a control card; nil when unknown.
  package var isControl: Bool?
  /// The class type, UTF-8.
  package var classType: ByteView?
  /// The campaign of the card's composite id.
  package var campaignID: ByteView?
  /// The message variation of the card's composite id.
  package var messageVariationID: ByteView?

  /// No fields.
  package init() {}
}

/// Writes events as lines of a journal, in the format that cardctl-formats(5) describes.
///
/// One writer serves many events with the same `SharedEventFields`.
package struct EventLineWriter: ~Copyable {
  private let shared: SharedEventFields
  private var line = ByteBuffer(capacity: 1024)

  /// A writer of events that have `shared` in common.
  package init(_ shared: SharedEventFields) { self.shared = shared }

  /// Appends the line of one event; false if the line would be too long, or the time is not in the
  /// years 1 to 9999, and then nothing is appended.
  ///
  /// - Parameters:
  ///   - id: the event's own id.
  ///   - time: the time of the event, in milliseconds since 1970-01-01T00:00:00Z.
  ///   - cardID: the card's id, UTF-8.
  package mutating func append(
    id: ByteView, time: Int64, cardID: ByteView, _ card: LoggedCard, to lines: inout ByteBuffer
  ) -> Bool {
    var hasTime = false
    let shared = shared
    line.removeAll()
    line.jsonLine { json in
      json.add(JournalField.version.name, json: ByteView(JournalLine.version))
      json.add(JournalField.id.name, text: id)
      json.add(JournalField.time.name) { text in
        text.append("\"")
        hasTime = ISO8601.append(time, to: &text, withMilliseconds: true)
        text.append("\"")
      }
      json.add(JournalField.event.name, shared.kind.rawValue)
      json.add(JournalField.cardID.name, text: cardID)
      if let isControl = card.isControl { json.add(JournalField.isControl.name, isControl) }
      EventLineWriter.add(.classType, card.classType, to: &json)
      EventLineWriter.add(.campaignID, card.campaignID, to: &json)
      EventLineWriter.add(.messageVariationID, card.messageVariationID, to: &json)
      EventLineWriter.add(shared, to: &json)
    }
    guard hasTime else { return false }
    let start = lines.count
    // Control characters that could act on a terminal are escaped in the file too.
    ControlEscapes.append(line.view, to: &lines, keepingLines: true)
    guard lines.count - start <= JournalLine.maximumLength else {
      lines.truncate(to: start)
      return false
    }
    return true
  }

  private static func add(_ shared: SharedEventFields, to json: inout JSONWriter) {
    for (field, text) in [
      (JournalField.userID, shared.userID), (.deviceID, shared.deviceID),
      (.sessionID, shared.sessionID),
    ] {
      if let text, !text.isEmpty { json.add(field.name, text) }
    }
    if !shared.properties.isEmpty {
      json.object(JournalField.properties.name) { object in
        for property in shared.properties {
          object.key(property.name)
          object.add(json: property.json)
        }
      }
    }
    if let key = shared.key, !key.isEmpty { json.add(JournalField.key.name, key) }
  }

  private static func add(_ field: JournalField, _ text: ByteView?, to json: inout JSONWriter) {
    if let text, text.count > 0 { json.add(field.name, text: text) }
  }
}
