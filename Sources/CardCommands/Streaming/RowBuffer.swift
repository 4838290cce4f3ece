@_spi(CardTool) import CardJSON
import CardPlatform

/// Collects rows and writes many of them at a time.
final class RowBuffer {
  /// The rows that are not written yet.
  var rows = ByteBuffer(capacity: 2 * RowBuffer.writeSize)
  private let sink: RowSink

  /// A buffer of rows that go to `stream`, strung together by `framing`.
  init(_ stream: OutputStream, _ framing: RowFraming) {
    sink = RowSink(stream, framing)
  }

  /// How many bytes are written at a time.
  private static let writeSize = 1 << 16

  /// Writes the rows when they are many.
  func writeWhenFull() throws(SystemFailure) {
    if rows.count >= RowBuffer.writeSize { try write() }
  }

  /// Writes the rows that there are.
  func write() throws(SystemFailure) {
    try sink.write(rows.view)
    rows.removeAll()
  }

  /// Writes the rows and what comes after the last of them.
  func end() throws(SystemFailure) {
    try write()
    try sink.end()
  }
}
