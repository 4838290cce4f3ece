import CardJSON

/// Where a command's output goes: a descriptor whose every write is checked.
///
/// What is written is written at once: callers hand over whole batches.
final class OutputStream {
  private let descriptor: Int32
  private let name: String
  private let isTerminal: Bool
  private var escaped = ByteBuffer()

  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isTerminal = SystemCalls.isTerminal(descriptor)
  }

  /// Writes all of `bytes`; on a terminal without control characters.
  func write(_ bytes: ByteView) throws(SystemFailure) {
    guard bytes.count > 0 else { return }
    guard isTerminal else { return try SystemCalls.write(descriptor, bytes, name: name) }
    escaped.removeAll()
    TerminalText.append(bytes, to: &escaped)
    try SystemCalls.write(descriptor, escaped.view, name: name)
  }

  /// Writes `text`.
  func write(_ text: String) throws(SystemFailure) {
    try write(ByteBuffer(text.utf8).view)
  }
}
