@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import EventJournal

/// Events as rows of CSV: a column for each field of a journal line.
struct EventTable {
  /// The columns, in the order of the fields in the line; the version is the same in all.
  static let columns = JournalField.allCases.filter { $0 != .version }

  private let table: DelimitedText

  /// A table.
  ///
  /// - Parameter isSafe: whether spreadsheets are kept from taking cells for formulas.
  init(isSafe: Bool) {
    table = DelimitedText(.csv, isSafe: isSafe)
  }

  /// Appends the row of column names.
  func appendHeader(to rows: inout ByteBuffer) {
    table.appendHeader(EventTable.columns.map(\.name.description), to: &rows)
  }

  /// Appends the row of an event: texts without escapes, properties as JSON.
  func append(_ line: JournalLine, to rows: inout ByteBuffer) {
    for (index, field) in EventTable.columns.enumerated() {
      let value = line.node(field).map(line.document.value) ?? .absent
      table.appendCell(value, isFirst: index == 0, to: &rows)
    }
    table.endRow(to: &rows)
  }
}
