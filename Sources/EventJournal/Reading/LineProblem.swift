import CardJSON

/// Why a line of a journal is not an event.
package enum LineProblem: Error, Equatable, Sendable {
  /// It is longer than `JournalLine.maximumLength`.
  case tooLong
  /// It is the last of its file and has no line feed: its writer was interrupted.
  case torn
  /// It has only whitespace.
  case blank
  /// It is not one JSON value; offsets count from the start of the line.
  case syntax(JSONSyntaxError)
  /// It is a JSON value of another kind.
  case notAnObject
  /// Its version, as written, is not `JournalLine.version`.
  case otherVersion(String)
  /// A field is absent, `null` or empty.
  case missing(JournalField)
  /// A field does not have the type that its `content` states.
  case wrongType(JournalField)
  /// The event is unknown.
  case unknownEvent(String)
  /// The time is not one of ISO 8601.
  case badTime(String)
  /// A problem of a new event, in words.
  case other(String)

  /// The location of the problem in the line with this number; the start if it is the whole line.
  package func position(on line: ByteView, _ number: Int) -> TextPosition {
    var position = TextPosition(line: number)
    if case .syntax(let error) = self {
      position.advance(over: line.slice(0..<min(error.offset, line.count)))
    }
    return position
  }

  /// Whether a repair moves the line aside; one of another version was written by a newer cardctl
  /// and stays.
  var isRepairable: Bool { if case .otherVersion = self { false } else { true } }
}

extension LineProblem: CustomStringConvertible {
  /// The reason in words: lower case, no full stop; values of the line are quoted and cut short.
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
    case .wrongType(let field): "\"\(field.name)\" is \(LineProblem.mismatch(field.content))"
    case .unknownEvent(let name):
      "\"event\" is \"\(cut(name))\", expected impression, click or dismissal"
    case .badTime(let text):
      "\"time\" is \"\(cut(text))\", expected a time such as 2026-11-21T10:00:00.123Z"
    }
  }

  private static func mismatch(_ content: JournalField.Content) -> String {
    switch content {
    case .any, .text: "not a string"
    case .boolean: "neither true nor false"
    case .object: "not an object"
    }
  }

  /// The first characters of a value, which may have 64 KiB.
  private func cut(_ text: String) -> String { text.cut(toScalars: 40) }
}
