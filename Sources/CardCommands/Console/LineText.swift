@_spi(CardTool) import CardJSON
import CardRules

/// Text that stays on its line and acts nowhere: not on a terminal, not in a build's log.
///
/// What `ControlEscapes` names appears as `\u` escapes, and so does the second `#` of a mark that
/// a build system would obey.
enum LineText {
  /// Appends `text` in this form.
  static func append(_ text: String, to output: inout ByteBuffer) {
    let start = output.count
    output.append(text)
    // Most texts are in this form already.
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

extension ByteClass {
  /// All that is not visible ASCII nor a blank, and `#`, with which marks of build systems begin.
  static var unusualInLine: ByteClass {
    @inline(always) get { ByteClass(.bytes(0x7F, 0x1F), .byte(UInt8(ascii: "#"))) }
  }
}
