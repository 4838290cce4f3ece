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

/// Events as a journal has them: one a line, or in one array, or as a table.
enum EventRows {
  /// The lines of the journal, byte for byte.
  case lines
  /// One JSON array.
  case array
  /// CSV.
  case table(EventTable)

  /// How the rows are strung together.
  var framing: RowFraming {
    if case .array = self { .array } else { .lines }
  }

  /// Appends an event, whose line is `bytes`.
  func append(_ line: JournalLine, _ bytes: ByteView, to rows: inout ByteBuffer) {
    switch self {
    case .lines:
      rows.append(bytes)
      rows.append(UInt8(ascii: "\n"))
    case .array:
      rows.append(",\n")
      rows.append(line.document.raw(0))
    case .table(let table): table.append(line, to: &rows)
    }
  }
}
