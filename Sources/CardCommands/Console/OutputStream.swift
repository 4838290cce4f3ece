@_spi(CardTool) import CardJSON
import CardPlatform

/// Where a command's output goes: a descriptor whose every write is checked.
///
/// What is written is written at once: callers hand over whole batches.
final class OutputStream {
  private let descriptor: Int32
  private let name: String
  private let isTerminal: Bool
  private var escaped = ByteBuffer()

  /// A stream to `descriptor`.
  ///
  /// - Parameters:
  ///   - name: what messages call the stream.
  ///   - passesControls: whether control characters are cardctl's own and may reach a terminal.
  init(_ descriptor: Int32, name: String, passesControls: Bool = false) {
    self.descriptor = descriptor
    self.name = name
    isTerminal = !passesControls && SystemCalls.isTerminal(descriptor)
  }

  /// Writes all of `bytes`; on a terminal without control characters.
  func write(_ bytes: ByteView) throws(SystemFailure) {
    guard bytes.count > 0 else { return }
    guard isTerminal else { return try SystemCalls.write(descriptor, bytes, name: name) }
    escaped.removeAll()
    ControlEscapes.append(bytes, to: &escaped, keepingLines: true)
    try SystemCalls.write(descriptor, escaped.view, name: name)
  }

  /// Writes what `body` appends.
  func write(_ body: (inout ByteBuffer) -> Void) throws(SystemFailure) {
    var text = ByteBuffer()
    body(&text)
    try write(text.view)
  }

  /// Writes `text`.
  func write(_ text: String) throws(SystemFailure) {
    let bytes = ByteBuffer(text.utf8)
    try write(bytes.view)
  }
}
