import CardJSON
import CardPlatform

/// The way the rows of a command are joined.
enum RowFraming: Sendable {
  /// Rows unchanged; each has its own line end.
  case lines
  /// One JSON array: each row is an item after `,` and a line feed.
  case array
}

/// The output of a command: a descriptor whose every write is checked.
final class OutputStream {
  let descriptor: Int32
  private let name: String
  private let isTerminal: Bool
  private var escaped = ByteBuffer()
  /// Bytes that are not written yet.
  private var pending = ByteBuffer()
  private let framing: RowFraming
  private var hasRows = false

  /// The number of bytes that are written at once if more follow.
  ///
  /// Each write wakes the reader of a pipe, which costs both sides more than the rows of a block
  /// that keeps few cards.
  private static let writeSize = 1 << 17

  /// Creates a stream to `descriptor`.
  ///
  /// - Parameters:
  ///   - name: the name of the stream in messages.
  ///   - passesControls: whether control characters come from cardctl itself and may reach a
  ///     terminal.
  ///   - framing: the way rows are joined.
  init(
    _ descriptor: Int32, name: String, passesControls: Bool = false, framing: RowFraming = .lines
  ) {
    (self.descriptor, self.name, self.framing) = (descriptor, name, framing)
    isTerminal = !passesControls && SystemCalls.isTerminal(descriptor)
  }

  /// Writes `bytes` after the pending ones.
  ///
  /// - Parameter isFollowed: whether more is written soon, or `flush` called, without waiting for
  ///   other processes; a small number of bytes then stays pending.
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

  /// Adds the bytes that `body` appends to the pending ones, and writes these if there are many.
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

  /// Writes all of `bytes`.
  ///
  /// On a terminal, control characters are escaped.
  private func writeNow(_ bytes: ByteView) throws(SystemFailure) {
    guard bytes.count > 0 else { return }
    guard isTerminal else { return try SystemCalls.write(descriptor, bytes, name: name) }
    escaped.removeAll()
    ControlEscapes.append(bytes, to: &escaped, keepingLines: true)
    try SystemCalls.write(descriptor, escaped.view, name: name)
  }

  // MARK: Rows

  /// Writes consecutive rows, as `write` writes bytes.
  func writeRows(_ rows: ByteView, isFollowed: Bool = false) throws(SystemFailure) {
    guard framing == .array, !hasRows, rows.count > 0 else {
      return try write(rows, isFollowed: isFollowed)
    }
    hasRows = true
    // The bracket replaces the comma before the first item.
    try write("[", isFollowed: true)
    try write(rows.slice(1..<rows.count), isFollowed: isFollowed)
  }

  /// Writes what follows the last row.
  func endRows() throws(SystemFailure) {
    if framing == .array { try write(hasRows ? "\n]\n" : "[]\n", isFollowed: true) }
    try flush()
  }
}
