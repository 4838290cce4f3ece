@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import EventJournal

/// Reads what campaign events are of: as recorded, or as the card's id says.
struct EventCampaign: ~Copyable {
  private var id = ByteBuffer()
  private var text = ByteBuffer()

  /// The campaign of the event on `line`, good until the next one is asked for; nil where nobody
  /// knows it.
  mutating func campaign(of line: JournalLine) -> ByteView? {
    text.removeAll()
    line.appendText(.campaignID, to: &text)
    return text.count > 0 ? text.view : composite(of: line)?.campaign
  }

  /// What the id of the event's card says, good until the next one is asked for; nil where it is none
  /// that Braze makes.
  mutating func composite(of line: JournalLine) -> CompositeID? {
    id.removeAll()
    line.appendText(.cardID, to: &id)
    return CompositeID(id.view, decodedInto: &text)
  }
}
