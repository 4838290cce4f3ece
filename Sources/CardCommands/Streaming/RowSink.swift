import CardJSON
import CardPlatform

/// The way the rows of a command are joined.
enum RowFraming: Sendable {
  /// Rows unchanged; each has its own line end.
  case lines
  /// One JSON array: each row is an item after `,` and a line feed.
  case array
}

/// Writes the rows of a command in batches, and the text before the first row and after the last
/// one.
final class RowSink {
  private let output: OutputStream
  private let framing: RowFraming
  private var hasRows = false

  init(_ output: OutputStream, _ framing: RowFraming) {
    self.output = output
    self.framing = framing
  }

  /// Writes the text before the first row.
  func begin(_ header: ByteView) throws(SystemFailure) { try output.write(header) }

  /// Writes consecutive rows.
  ///
  /// - Parameter isFollowed: whether more is written soon, or `end` called, without waiting for
  ///   other processes; a small number of rows then stays pending.
  func write(_ rows: ByteView, isFollowed: Bool = false) throws(SystemFailure) {
    let isFirst = !hasRows && rows.count > 0
    if isFirst { hasRows = true }
    guard framing == .array, isFirst else { return try output.write(rows, isFollowed: isFollowed) }
    // The bracket replaces the separator before the first item.
    try output.write("[\n", isFollowed: true)
    try output.write(
      rows.slice(RowSink.separatorLength..<rows.count), isFollowed: isFollowed)
  }

  /// Writes the pending rows.
  func flush() throws(SystemFailure) { try output.flush() }

  private static let separatorLength = 2

  /// Writes the text after the last row.
  func end() throws(SystemFailure) {
    if framing == .array { try output.write(hasRows ? "\n]\n" : "[]\n", isFollowed: true) }
    try output.flush()
  }
}

/// Collects rows and writes many of them at a time.
final class RowBuffer {
  /// The rows that are not written yet.
  var rows = ByteBuffer(capacity: 2 * RowBuffer.writeSize)
  private let sink: RowSink

  /// Creates a buffer of rows for `stream`, joined according to `framing`.
  init(_ stream: OutputStream, _ framing: RowFraming) {
    sink = RowSink(stream, framing)
  }

  /// The number of bytes to write at a time.
  private static let writeSize = 1 << 16

  /// Writes the rows if there are many.
  func writeWhenFull() throws(SystemFailure) {
    if rows.count >= RowBuffer.writeSize { try write() }
  }

  /// Writes the pending rows.
  func write() throws(SystemFailure) {
    try sink.write(rows.view)
    rows.removeAll()
  }

  /// Writes the pending rows and the text after the last one.
  func end() throws(SystemFailure) {
    try write()
    try sink.end()
  }
}
