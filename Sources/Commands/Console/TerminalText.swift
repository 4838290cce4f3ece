import CardJSON
import Platform

/// Makes text harmless for a terminal.
///
/// A card's text could hold sequences that move the cursor, change the window's title or turn the
/// direction of writing. On a terminal C0 controls except the line feed, DEL, C1 controls and
/// bidirectional controls appear as `\u` escapes, which inside JSON strings mean the same text.
enum TerminalText {
  /// Appends `text`, which is UTF-8, with such characters escaped.
  static func append(_ text: ByteView, to buffer: inout ByteBuffer) {
    ControlEscapes.append(text, to: &buffer)
  }

  /// `text`, which may be one of the system's, with such characters escaped; `keepingLines` lets
  /// line feeds through.
  static func escaped(_ text: String, keepingLines: Bool = true) -> String {
    let bytes = ByteBuffer(SystemText.shown(text).utf8)
    var buffer = ByteBuffer(capacity: bytes.count)
    append(bytes.view, to: &buffer)
    let shown = buffer.view.text
    return keepingLines ? shown : String(shown.map { $0 == "\n" ? " " : $0 })
  }
}
