import CardJSON
import CardPlatform

/// Makes text harmless for a terminal.
///
/// A card's text could hold sequences that move the cursor, change the window's title or turn the
/// direction of writing (`ControlEscapes`).
enum TerminalText {
  /// `text`, which may be one of the system's, with such characters escaped; `keepingLines` lets
  /// line feeds through, which are blanks otherwise.
  static func escaped(_ text: String, keepingLines: Bool = true) -> String {
    let shown = ControlEscapes.escaped(SystemText.shown(text), keepingLines: true)
    return keepingLines ? shown : String(shown.map { $0 == "\n" ? " " : $0 })
  }
}
