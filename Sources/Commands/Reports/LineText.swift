import CardJSON
import CardRules

/// Text that stays on its line and acts nowhere: not on a terminal, not in a build's log.
///
/// Control characters, line and paragraph separators and bidirectional controls appear as `\u`
/// escapes, and so does the second `#` of a mark that a build system would obey.
enum LineText {
  /// Appends `text` in this form.
  static func append(_ text: String, to output: inout ByteBuffer) {
    let start = output.count
    output.append(text)
    // Most texts are in this form already.
    if output.view.slice(start..<output.count).isVisibleASCII(without: UInt8(ascii: "#")) { return }
    output.truncate(to: start)
    ByteBuffer(text.utf8).read { bytes in
      var position = 0
      for scalar in text.unicodeScalars {
        let width = UTF8.width(scalar)
        if isActive(scalar) || CommandMark.isActive(at: position, of: bytes) {
          JSONText.appendUnicodeEscape(UInt16(scalar.value), to: &output)
        } else {
          output.append(bytes.slice(position..<position + width))
        }
        position += width
      }
    }
  }

  /// `text` in this form.
  static func escaped(_ text: String) -> String {
    var output = ByteBuffer(capacity: text.utf8.count)
    append(text, to: &output)
    return output.view.text
  }

  /// A path in this form, as it may begin a line: not with `::`, which begins commands of GitHub
  /// Actions, also behind white space.
  static func leadingPath(_ path: String) -> String {
    let start = path.unicodeScalars.drop { $0.properties.isWhitespace }
    return escaped(start.starts(with: "::".unicodeScalars) ? "./" + path : path)
  }

  /// Whether a scalar would act rather than be shown; all such scalars have one UTF-16 unit.
  static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFFFE, 0xFFFF:
      true
    default: false
    }
  }
}

extension LocatedFinding {
  /// Appends the finding on one line, as `line` has it.
  func appendLine(to output: inout ByteBuffer) {
    // A path that begins with a letter or a digit begins no command.
    let isUsual = path.utf8.first.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x2F }
    if isUsual == true {
      LineText.append(path, to: &output)
    } else {
      output.append(LineText.leadingPath(path))
    }
    output.append(":")
    output.append(decimal: UInt64(start.line))
    output.append(":")
    output.append(decimal: UInt64(start.column))
    output.append(": ")
    output.append(finding.severity.rawValue)
    output.append("[")
    LineText.append(finding.rule, to: &output)
    output.append("] ")
    LineText.append(finding.message, to: &output)
  }

  /// The finding on one line, `path:line:col: severity[rule] message`, without the line's end.
  var line: String {
    "\(LineText.leadingPath(path)):\(start.line):\(start.column): \(finding.severity.rawValue)"
      + "[\(LineText.escaped(finding.rule))] \(LineText.escaped(finding.message))"
  }
}
