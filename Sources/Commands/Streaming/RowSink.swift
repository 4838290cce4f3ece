import CardJSON
import Platform

/// How the rows of a command are strung together.
enum RowFraming: Sendable {
  /// Rows as they are; each brings its own line end.
  case lines
  /// One JSON array: each row is an item with `,` and a line feed in front.
  case array
}

/// Writes the rows of a command to its output, one batch at a time, with what stands before the
/// first row and behind the last.
final class RowSink {
  private let output: OutputStream
  private let framing: RowFraming
  private var hasRows = false

  init(_ output: OutputStream, _ framing: RowFraming) {
    self.output = output
    self.framing = framing
  }

  /// Writes what stands before the first row.
  func begin(_ header: ByteView) throws(SystemFailure) { try output.write(header) }

  /// Writes rows that stand one behind the other.
  func write(_ rows: ByteView) throws(SystemFailure) {
    guard rows.count > 0 else { return }
    let isFirst = !hasRows
    hasRows = true
    guard framing == .array, isFirst else { return try output.write(rows) }
    // The separator in front of the first item gives way to the bracket.
    var first = ByteBuffer(capacity: rows.count)
    first.append("[\n")
    first.append(rows.slice(RowSink.separatorLength..<rows.count))
    try output.write(first.view)
  }

  private static let separatorLength = 2

  /// Writes what stands behind the last row.
  func end() throws(SystemFailure) {
    guard framing == .array else { return }
    try output.write(hasRows ? "\n]\n" : "[]\n")
  }
}
