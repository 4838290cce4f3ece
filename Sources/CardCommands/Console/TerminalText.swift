@_spi(CardTool) import CardJSON
import CardPlatform

/// Makes text harmless for a terminal and in a build's log.
///
/// A card's text could hold sequences that move the cursor, change the window's title or turn the
/// direction of writing (`ControlEscapes`), or a mark that a build system obeys (`CommandMark`).
enum TerminalText {
  /// `text`, which may be one of the system's, with such characters and marks escaped; `keepingLines` lets
  /// line feeds through, which are blanks otherwise.
  static func escaped(_ text: String, keepingLines: Bool = true) -> String {
    var output = ByteBuffer(capacity: text.utf8.count)
    CommandMark.append(SystemText.shown(text), to: &output) { piece, output in
      ControlEscapes.append(piece, to: &output, keepingLines: true)
    }
    let shown = output.view.text
    return keepingLines ? shown : String(shown.map { $0 == "\n" ? " " : $0 })
  }
}
