import CardJSON
import CardPlatform

/// Text that stays on its line and acts nowhere: not on a terminal, not in a build's log.
///
/// What `ControlEscapes` names appears as `\u` escapes, and so does the second `#` of a mark that
/// a build system would obey.
enum LineText {
  /// Appends `text` in this form.
  static func append(_ text: String, to output: inout ByteBuffer) {
    let start = output.count
    output.append(text)
    // Most text needs no change.
    guard output.view.slice(start..<output.count).holds(.unusualInLine) else { return }
    output.truncate(to: start)
    CommandMark.append(text, to: &output) { ControlEscapes.append($0, to: &$1) }
  }

  /// `text` in this form.
  static func escaped(_ text: String) -> String {
    var output = ByteBuffer(capacity: text.utf8.count)
    append(text, to: &output)
    return output.view.text
  }

  /// A path in this form, as it may begin a line: not with `::`, which begins commands of GitHub
  /// Actions, also after white space.
  static func leadingPath(_ path: String) -> String {
    escaped(beginsCommand(path) ? "./" + path : path)
  }

  /// A whole line of a message in this form, as it may begin a line too.
  static func message(_ line: String) -> String {
    leading(TerminalText.escaped(line, keepingLines: false))
  }

  /// Text in a form in which it can be shown, as it may begin a line too.
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
  /// The text with those scalars replaced for which `replacement` gives something.
  func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars { result += replacement(scalar) ?? String(scalar) }
    return result
  }
}

extension ByteClass {
  /// All that is not visible ASCII nor a blank, and `#`, with which marks of build systems begin.
  static var unusualInLine: ByteClass {
    @inline(always) get { ByteClass(.bytes(0x7F, 0x1F), .byte(UInt8(ascii: "#"))) }
  }
}

/// Makes text harmless for a terminal and in a build's log.
///
/// A card's text could hold sequences that move the cursor, change the window's title or turn the
/// direction of writing (`ControlEscapes`), or a mark that a build system obeys (`CommandMark`).
enum TerminalText {
  /// `text`, which may be one of the system's, with such characters and marks escaped;
  /// `keepingLines` lets line feeds through, which are blanks otherwise.
  static func escaped(_ text: String, keepingLines: Bool = true) -> String {
    var output = ByteBuffer(capacity: text.utf8.count)
    CommandMark.append(SystemText.shown(text), to: &output) { piece, output in
      ControlEscapes.append(piece, to: &output, keepingLines: true)
    }
    let shown = output.view.text
    return keepingLines ? shown : String(shown.map { $0 == "\n" ? " " : $0 })
  }
}
