import CardJSON
import CardPlatform

/// The way the rows of a command, each of which is a line, are joined.
enum RowFraming: Sendable {
  /// Rows are written as they are.
  case lines
  /// Rows become the items of one JSON array.
  case array
}

/// A buffered output stream that checks every write.
final class OutputStream {
  let descriptor: Int32
  private let name: String
  private let isTerminal: Bool
  private var escaped = ByteBuffer()
  /// The bytes to write next.
  var pending = ByteBuffer()
  let framing: RowFraming
  private var hasRows = false

  /// The number of pending bytes that triggers a write.
  ///
  /// Each write wakes the reader of a pipe, which costs both processes more than a few rows.
  private static let writeSize = 1 << 17

  /// The size of a pipe, in bytes: enough for the rows of several blocks.
  ///
  /// The worker that writes rows then does not wait for the reader of the pipe. With the default of
  /// 64 KiB, tables were written half as fast.
  static let pipeSize = 1 << 20

  /// Creates a stream to `descriptor`, which has this name in messages.
  ///
  /// - Parameter passesControls: whether all control characters come from cardctl itself, and may
  ///   reach a terminal.
  init(
    _ descriptor: Int32, name: String, passesControls: Bool = false, framing: RowFraming = .lines
  ) {
    (self.descriptor, self.name, self.framing) = (descriptor, name, framing)
    isTerminal = !passesControls && SystemCalls.isTerminal(descriptor)
  }

  /// Writes `bytes` after the pending ones.
  ///
  /// - Parameter isFollowed: whether another write or `flush` follows without waiting for other
  ///   processes. A small number of bytes then stays pending.
  func write(_ bytes: ByteView, isFollowed: Bool = false) throws(SystemFailure) {
    if pending.count == 0, !isFollowed || bytes.count >= OutputStream.writeSize {
      return try writeNow(bytes)
    }
    pending.append(bytes)
    if !isFollowed || pending.count >= OutputStream.writeSize { try flush() }
  }

  /// Writes `text`.
  func write(_ text: String, isFollowed: Bool = false) throws(SystemFailure) {
    let bytes = ByteBuffer(text.utf8)
    try write(bytes.view, isFollowed: isFollowed)
  }

  /// Writes the bytes that `body` appends.
  func write(_ body: (inout ByteBuffer) -> Void) throws(SystemFailure) {
    try append(body)
    try flush()
  }

  /// Lets `body` append to the pending bytes, and writes them if there are many.
  func append<Result>(_ body: (inout ByteBuffer) -> Result) throws(SystemFailure) -> Result {
    let result = body(&pending)
    if pending.count >= OutputStream.writeSize { try flush() }
    return result
  }

  /// Writes the pending bytes.
  func flush() throws(SystemFailure) {
    try writeNow(pending.view)
    pending.removeAll()
  }

  /// Writes all of `bytes`; on a terminal, control characters are escaped.
  private func writeNow(_ bytes: ByteView) throws(SystemFailure) {
    guard bytes.count > 0 else { return }
    guard isTerminal else { return try SystemCalls.write(descriptor, bytes, name: name) }
    escaped.removeAll()
    ControlEscapes.append(bytes, to: &escaped, keepingLines: true)
    try SystemCalls.write(descriptor, escaped.view, name: name)
  }

  // MARK: Rows

  /// Writes consecutive rows, each a line, like `write`.
  func writeRows(_ rows: ByteView, isFollowed: Bool = false) throws(SystemFailure) {
    guard framing == .array else { return try write(rows, isFollowed: isFollowed) }
    var position = 0
    while position < rows.count {
      let end = rows.firstIndex(of: UInt8(ascii: "\n"), from: position, to: rows.count)
      pending.append(hasRows ? ",\n" : "[\n")
      pending.append(rows.slice(position..<(end ?? rows.count)))
      (hasRows, position) = (true, (end ?? rows.count) + 1)
    }
    if !isFollowed || pending.count >= OutputStream.writeSize { try flush() }
  }

  /// Writes the closing bracket of an array, and flushes.
  func endRows() throws(SystemFailure) {
    if framing == .array { try write(hasRows ? "\n]\n" : "[]\n", isFollowed: true) }
    try flush()
  }
}
