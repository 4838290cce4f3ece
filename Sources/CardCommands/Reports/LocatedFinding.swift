@_spi(CardTool) import CardJSON
import CardRules

/// A finding as people and other programs are shown it: in which file, at which place.
struct LocatedFinding: Equatable, Sendable {
  /// The input as it was named; `-` for standard input.
  var path: String
  var finding: Finding
  /// Where it begins.
  var start: TextPosition
  /// Where it ends, after its last scalar.
  var end: TextPosition
  /// The digest of the bytes it is about, by which a finding without a card's id is known again;
  /// nil where there is an id, and for what is about a whole array or envelope.
  var subject: Digest?
  /// The line in which it begins, cut round the place when it is long; nil where nobody shows it.
  var excerpt: Excerpt?

  /// A piece of the input with the place in it.
  struct Excerpt: Equatable, Sendable {
    /// The text of the line, or a part of it.
    var text: String
    /// How many scalars of `text` come before the place.
    var offset: Int
    /// How many scalars of the place are in `text`, at least 1.
    var length: Int
    /// Whether the line begins before `text`.
    var isCutBefore = false
    /// Whether the line goes on after `text`.
    var isCutBehind = false
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
