import CardJSON
import CardPlatform
import EventJournal

/// One event of a journal, for tests.
struct JournalEvent: Hashable {
  var id: String
  var time: Int64
  var kind: EventKind
  var cardID: String
  var isControl: Bool?
  var classType: String?
  var campaignID: String?
  var messageVariationID: String?
  var userID: String?
  var deviceID: String?
  var sessionID: String?
  var properties: [EventProperty] = []
  var key: String?
}

/// A property of an event: a name and a JSON value.
struct EventProperty: Hashable {
  var name: String
  var json: String
}

extension JournalEvent {
  /// A copy of the event on `line`.
  init(_ line: JournalLine) {
    self.init(
      id: line.text(.id) ?? "", time: line.time, kind: line.kind,
      cardID: line.text(.cardID) ?? "", isControl: line.isControl,
      classType: line.text(.classType), campaignID: line.text(.campaignID),
      messageVariationID: line.text(.messageVariationID), userID: line.text(.userID),
      deviceID: line.text(.deviceID), sessionID: line.text(.sessionID), key: line.text(.key))
    guard let properties = line.node(.properties) else { return }
    for (name, value) in properties.members {
      self.properties.append(
        EventProperty(name: name.string, json: value.raw.text))
    }
  }

  /// Appends the event as a line of a journal.
  ///
  /// Returns false and appends nothing if the line would be too long or the time is not within the
  /// years 1 to 9999.
  func appendLine(to lines: inout ByteBuffer) -> Bool {
    var event = NewEvent(kind)
    (event.time, event.isControl) = (time, isControl)
    let texts: [(JournalField, String?)] = [
      (.id, id), (.cardID, cardID), (.classType, classType), (.campaignID, campaignID),
      (.messageVariationID, messageVariationID), (.userID, userID), (.deviceID, deviceID),
      (.sessionID, sessionID), (.key, key),
    ]
    for (field, text) in texts { event[field] = text.map { ByteView(permanent: $0) } }
    if !properties.isEmpty {
      let members = properties.map { property in
        var name = ByteBuffer()
        JSONText.appendQuoted(ByteView(permanent: property.name), to: &name)
        return "\(name.view.text):\(property.json)"
      }
      event[.properties] = ByteView(permanent: "{\(members.joined(separator: ","))}")
    }
    var writer = EventLineWriter()
    return writer.append(event, to: &lines)
  }
}

extension JournalWriter {
  /// Appends one writable event, with its own lock.
  @discardableResult
  mutating func record(_ event: JournalEvent) throws(AppendFailure) -> TornTail? {
    var line = ByteBuffer()
    let isWritten = event.appendLine(to: &line)
    precondition(isWritten)
    var torn: TornTail?
    do {
      torn = try lock()
    } catch {
      throw AppendFailure(recorded: 0, possible: 0, reason: error)
    }
    defer { unlock() }
    try append(line.view)
    return torn
  }
}
