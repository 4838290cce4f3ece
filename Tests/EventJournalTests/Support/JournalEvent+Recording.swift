@_spi(CardTool) import CardJSON
import CardPlatform
import EventJournal

extension JournalEvent {
  /// Appends the event as a line of a journal; false when the line would be longer than one may be
  /// or the time is not one of the years 1 to 9999, and then nothing is appended.
  func appendLine(to lines: inout ByteBuffer) -> Bool {
    let id = ByteBuffer(id.utf8)
    let cardID = ByteBuffer(cardID.utf8)
    let classType = ByteBuffer((classType ?? "").utf8)
    let campaignID = ByteBuffer((campaignID ?? "").utf8)
    let variationID = ByteBuffer((messageVariationID ?? "").utf8)
    var card = LoggedCard()
    card.isControl = isControl
    card.classType = classType.view
    card.campaignID = campaignID.view
    card.messageVariationID = variationID.view
    var writer = EventLineWriter(sharing: self)
    return writer.append(id: id.view, time: time, cardID: cardID.view, card, to: &lines)
  }
}

extension JournalWriter {
  /// Appends one event that can be written, with the lock taken for it alone.
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
