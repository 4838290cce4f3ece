import CardJSON
import EventJournal
import Platform

/// Collects rows and writes many of them at a time.
final class EventOutput {
  /// The rows that are not written yet.
  var rows = ByteBuffer(capacity: 2 * EventOutput.writeSize)
  private let sink: RowSink

  /// An output to `stream`, whose rows are strung together by `framing`.
  init(_ stream: OutputStream, _ framing: RowFraming) {
    sink = RowSink(stream, framing)
  }

  /// How many bytes are written at a time.
  private static let writeSize = 1 << 16

  /// Writes the rows when they are many.
  func writeWhenFull() throws(SystemFailure) {
    if rows.count >= EventOutput.writeSize { try write() }
  }

  /// Writes the rows that there are.
  func write() throws(SystemFailure) {
    try sink.write(rows.view)
    rows.removeAll()
  }

  /// Writes the rows and what stands behind the last of them.
  func end() throws(SystemFailure) {
    try write()
    try sink.end()
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
