@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import EventJournal

/// Finds the row that an event counts in.
struct RowNaming: ~Copyable {
  private let grouping: SummaryGrouping
  private var text = ByteBuffer()
  private var id = ByteBuffer()

  init(_ grouping: SummaryGrouping) {
    self.grouping = grouping
  }

  /// The name of the row of the event on `line`, good until the next one is asked for.
  mutating func name(of line: JournalLine) -> ByteView? {
    switch grouping {
    case .all: return nil
    case .card: return text(.cardID, of: line)
    case .campaign: return text(.campaignID, of: line) ?? campaign(of: line)
    case .classType:
      guard text(.classType, of: line) != nil else { return nil }
      for index in 0..<text.count {
        text.replace(at: index, with: ByteView.lowercased(text.view[index]))
      }
      return text.view
    }
  }

  private mutating func text(_ field: JournalField, of line: JournalLine) -> ByteView? {
    text.removeAll()
    line.appendText(field, to: &text)
    return text.count == 0 ? nil : text.view
  }

  private mutating func campaign(of line: JournalLine) -> ByteView? {
    id.removeAll()
    line.appendText(.cardID, to: &id)
    return CompositeID(id.view, decodedInto: &text)?.campaign
  }
}
