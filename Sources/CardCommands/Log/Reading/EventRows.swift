@_spi(CardTool) import CardJSON
import EventJournal

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
