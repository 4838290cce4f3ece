import CardJSON
import CardPlatform

/// Escapes text so that it stays on one line and has no effect on a terminal or in a build log.
///
/// The text of a card could contain sequences that move the cursor, change the window title or
/// reverse the text direction (`ControlEscapes`), or a build system's command (`CommandMark`).
/// These characters, and the second `#` of a build command, are replaced with `\u` escapes.
enum LineText {
  /// Escapes `text`.
  static func escaped(_ text: String) -> String {
    // Most text needs no escapes.
    guard ByteBuffer(text.utf8).read({ $0.containsAny(of: .unusualInLine) }) else { return text }
    var output = ByteBuffer(capacity: text.utf8.count)
    CommandMark.append(text, to: &output) { ControlEscapes.append($0, to: &$1) }
    return output.view.text
  }

  /// Escapes the text of a message, and replaces line feeds with spaces.
  static func visible(_ text: String) -> String {
    var output = ByteBuffer(capacity: text.utf8.count)
    CommandMark.append(SystemText.shown(text), to: &output) {
      ControlEscapes.append($0, to: &$1, keepingLines: true)
    }
    return String(output.view.text.map { $0 == "\n" ? " " : $0 })
  }

  /// Escapes a path at the start of a line.
  ///
  /// A line that starts with `::`, even after whitespace, would be a GitHub Actions command.
  static func leadingPath(_ path: String) -> String {
    escaped(beginsCommand(path) ? "./" + path : path)
  }

  /// Escapes a whole message line.
  static func message(_ line: String) -> String { leading(visible(line)) }

  /// Escapes the first colon of escaped text at the start of a line if the line would be a command.
  static func leading(_ shown: String) -> String {
    guard beginsCommand(shown), let colon = shown.unicodeScalars.firstIndex(of: ":") else {
      return shown
    }
    return shown[..<colon] + #"\u003a"# + shown[shown.unicodeScalars.index(after: colon)...]
  }

  /// Whether a line that starts with `text` would be a GitHub Actions command.
  static func beginsCommand(_ text: String) -> Bool {
    let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
    return start.starts(with: "::".unicodeScalars)
  }
}

extension TextPosition {
  /// The position in a file, as messages begin: `PATH:LINE:COLUMN:`.
  func location(in path: String) -> String { "\(path):\(line):\(column):" }
}

extension String {
  /// Returns the string with each scalar replaced for which `replacement` returns text.
  func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var (result, copied) = ("", startIndex)
    for index in unicodeScalars.indices {
      guard let text = replacement(unicodeScalars[index]) else { continue }
      result += self[copied..<index] + text
      copied = unicodeScalars.index(after: index)
    }
    return result + self[copied...]
  }
}

extension ByteClass {
  /// The bytes that may need escapes: all except printable ASCII, and `#` of build commands.
  static var unusualInLine: ByteClass {
    @inline(__always) get { ByteClass(.bytes(0x7F, 0x1F), or: .byte(UInt8(ascii: "#"))) }
  }
}

extension Character {
  /// Whether it is an ASCII letter or digit, or one of `marks`.
  func isWordPart(or marks: String) -> Bool {
    isASCII && (isLetter || isNumber || marks.contains(self))
  }
}
