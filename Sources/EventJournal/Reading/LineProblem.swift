import CardJSON

/// The reason why a journal line is not an event.
package enum LineProblem: Error, Equatable, Sendable {
  /// The line is longer than `JournalLine.maximumLength`.
  case tooLong
  /// The last line of a file has no line feed, because its writer was interrupted.
  case torn
  /// The line has only whitespace.
  case blank
  /// The line is not a JSON value; offsets count from the start of the line.
  case syntax(JSONSyntaxError)
  /// The line is a JSON value other than an object.
  case notAnObject
  /// The version, here as written, is not `JournalLine.version`.
  case otherVersion(String)
  /// A field is absent, `null` or empty.
  case missing(JournalField)
  /// A field's value does not have the field's type.
  case wrongType(JournalField)
  /// The event is unknown.
  case unknownEvent(String)
  /// The time is not in an ISO 8601 format.
  case badTime(String)
  /// Another problem of a new event, in words.
  case other(String)

  /// The position of the problem on the line with this number; if it is the whole line, of its
  /// start.
  package func position(on line: ByteView, _ number: Int) -> TextPosition {
    var position = TextPosition(line: number)
    if case .syntax(let error) = self {
      position.advance(over: line.slice(0..<min(error.offset, line.count)))
    }
    return position
  }

  /// Whether a repair moves the line to `PATH.torn`.
  ///
  /// A line of another version was written by a newer cardctl and is kept.
  var isRepairable: Bool { if case .otherVersion = self { false } else { true } }
}

extension LineProblem: CustomStringConvertible {
  /// The message: lower case, without a full stop; values from the line are quoted and truncated.
  package var description: String { "not an event: \(reason)" }

  private var reason: String {
    switch self {
    case .tooLong: "longer than \(JournalLine.maximumLength) bytes"
    case .torn: "the last line has no line feed, so it is incomplete"
    case .blank: "an empty line"
    case .syntax(let error): error.description
    case .notAnObject: "expected an object"
    case .other(let words): words
    case .otherVersion(let version): "\"v\" is \(cut(version)), expected \(JournalLine.version)"
    case .missing(let field): "\"\(field.name)\" is missing"
    case .wrongType(let field): "\"\(field.name)\" is \(LineProblem.mismatch(field))"
    case .unknownEvent(let name):
      "\"event\" is \"\(cut(name))\", expected impression, click, dismissal, send or abort"
    case .badTime(let text):
      "\"time\" is \"\(cut(text))\", expected a time such as 2026-11-21T10:00:00.123Z"
    }
  }

  private static func mismatch(_ field: JournalField) -> String {
    switch field {
    case .isControl: "neither true nor false"
    case .properties: "not an object"
    default: "not a string"
    }
  }

  /// Truncates a value, which may have up to 64 KiB.
  private func cut(_ text: String) -> String { text.cut(toScalars: 40) }
}
