import CardJSON
import CardPlatform

/// Text that stays on its line and has no effect on a terminal or in a build log.
///
/// A card's text could contain sequences that move the cursor, change the window title or reverse
/// the text direction (`ControlEscapes`), or a command of a build system (`CommandMark`). These
/// characters, and the second `#` of a build command, become `\u` escapes.
enum LineText {
  /// Escapes `text`.
  static func escaped(_ text: String) -> String {
    // Most text needs no change.
    guard ByteBuffer(text.utf8).read({ $0.holds(.unusualInLine) }) else { return text }
    var output = ByteBuffer(capacity: text.utf8.count)
    CommandMark.append(text, to: &output) { ControlEscapes.append($0, to: &$1) }
    return output.view.text
  }

  /// Escapes text of a message, which may come from the system; line feeds become blanks.
  static func visible(_ text: String) -> String {
    var output = ByteBuffer(capacity: text.utf8.count)
    CommandMark.append(SystemText.shown(text), to: &output) {
      ControlEscapes.append($0, to: &$1, keepingLines: true)
    }
    return String(output.view.text.map { $0 == "\n" ? " " : $0 })
  }

  /// Escapes a path at the beginning of a line.
  ///
  /// It must not begin with `::`, even after whitespace, because that begins a GitHub Actions
  /// command.
  static func leadingPath(_ path: String) -> String {
    escaped(beginsCommand(path) ? "./" + path : path)
  }

  /// Escapes a whole message line.
  static func message(_ line: String) -> String { leading(visible(line)) }

  /// Escapes shown text at the beginning of a line.
  static func leading(_ shown: String) -> String {
    guard beginsCommand(shown), let colon = shown.unicodeScalars.firstIndex(of: ":") else {
      return shown
    }
    return shown[..<colon] + #"\u003a"# + shown[shown.unicodeScalars.index(after: colon)...]
  }

  /// Whether a line that begins with `text` would be a command.
  static func beginsCommand(_ text: String) -> Bool {
    let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
    return start.starts(with: "::".unicodeScalars)
  }
}

extension String {
  /// Replaces the scalars for which `replacement` is not nil.
  func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars { result += replacement(scalar) ?? String(scalar) }
    return result
  }
}

extension ByteClass {
  /// The bytes that need a closer look: all except visible ASCII and blanks, and `#`, with which
  /// build commands begin.
  static var unusualInLine: ByteClass {
    @inline(always) get { ByteClass(.bytes(0x7F, 0x1F), or: .byte(UInt8(ascii: "#"))) }
  }
}
