import CardJSON

/// What is known of the card of an event beside its id; loans.
package struct LoggedCard {
  /// Whether the card is a control card; nil when unknown.
  package var isControl: Bool?
  /// The class type, UTF-8.
  package var classType: ByteView?
  /// The campaign of the card's composite id.
  package var campaignID: ByteView?
  /// The message variation of the card's composite id.
  package var messageVariationID: ByteView?

  /// Nothing is known.
  package init() {}
}

/// Writes events as lines of a journal, in the form that cardctl-formats(5) describes.
///
/// One writer serves many events that have what follows the card in common, and allocates nothing
/// for each of them.
package struct EventLineWriter: ~Copyable {
  /// What comes between the time and the card's id: the kind.
  private var kind = ByteBuffer()
  /// The members that all lines end with, each with a comma in front, and the end of the line.
  private var ending = ByteBuffer()
  private var line = ByteBuffer(capacity: 1024)

  /// A writer of events that have `shared` in common.
  package init(_ shared: SharedEventFields) {
    kind.append("\",\"event\":\"\(shared.kind.rawValue)\",\"card_id\":")
    EventLineWriter.append(.userID, shared.userID, to: &ending)
    EventLineWriter.append(.deviceID, shared.deviceID, to: &ending)
    EventLineWriter.append(.sessionID, shared.sessionID, to: &ending)
    if !shared.properties.isEmpty { EventLineWriter.append(shared.properties, to: &ending) }
    EventLineWriter.append(.key, shared.key, to: &ending)
    ending.append("}\n")
  }

  /// Appends the line of one event; false when it is longer than a line may be, and then nothing is
  /// appended.
  ///
  /// - Parameters:
  ///   - id: the event's own id.
  ///   - time: when it happened, in milliseconds since 1970-01-01T00:00:00Z; of the years 1 to
  ///     9999.
  ///   - cardID: the card's id, UTF-8.
  package mutating func append(
    id: ByteView, time: Int64, cardID: ByteView, _ card: LoggedCard, to lines: inout ByteBuffer
  ) -> Bool {
    line.removeAll()
    line.append("{\"v\":1,\"id\":")
    JSONText.appendQuoted(id, to: &line)
    line.append(",\"time\":\"")
    guard ISO8601.append(time, to: &line, withMilliseconds: true) else { return false }
    line.append(kind.view)
    JSONText.appendQuoted(cardID, to: &line)
    if let isControl = card.isControl {
      line.append(isControl ? ",\"control\":true" : ",\"control\":false")
    }
    EventLineWriter.append(.classType, card.classType, to: &line)
    EventLineWriter.append(.campaignID, card.campaignID, to: &line)
    EventLineWriter.append(.messageVariationID, card.messageVariationID, to: &line)
    line.append(ending.view)
    let start = lines.count
    // What could act on a terminal is escaped once more, for those who look at the file itself.
    ControlEscapes.append(line.view, to: &lines, keepingLines: true)
    guard lines.count - start <= JournalLine.maximumLength else {
      lines.truncate(to: start)
      return false
    }
    return true
  }

  private static func append(_ field: JournalField, _ text: ByteView?, to buffer: inout ByteBuffer)
  {
    guard let text, text.count > 0 else { return }
    appendKey(field, to: &buffer)
    JSONText.appendQuoted(text, to: &buffer)
  }

  @_disfavoredOverload
  private static func append(_ field: JournalField, _ text: String?, to buffer: inout ByteBuffer) {
    guard let text, !text.isEmpty else { return }
    appendKey(field, to: &buffer)
    JSONText.appendQuoted(text, to: &buffer)
  }

  private static func appendKey(_ field: JournalField, to buffer: inout ByteBuffer) {
    buffer.append(",\"")
    buffer.append(field.name)
    buffer.append("\":")
  }

  private static func append(_ properties: [EventProperty], to buffer: inout ByteBuffer) {
    appendKey(.properties, to: &buffer)
    var separator: UInt8 = UInt8(ascii: "{")
    for property in properties {
      buffer.append(separator)
      JSONText.appendQuoted(property.name, to: &buffer)
      buffer.append(UInt8(ascii: ":"))
      buffer.append(property.json)
      separator = UInt8(ascii: ",")
    }
    buffer.append(UInt8(ascii: "}"))
  }
}
