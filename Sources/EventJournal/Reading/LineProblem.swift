@_spi(CardTool) import CardJSON

/// Why a line of a journal holds no event.
package enum LineProblem: Error, Equatable, Sendable {
  /// It is longer than `JournalLine.maximumLength`.
  case tooLong
  /// It is the last of its file and has no line feed: its writer was interrupted.
  case torn
  /// There is nothing on it but white space.
  case blank
  /// It is not one JSON value; offsets count from the start of the line.
  case syntax(JSONSyntaxError)
  /// It is a JSON value of another kind.
  case notAnObject
  /// Its version, in the spelling it has, is not `JournalLine.version`.
  case otherVersion(String)
  /// A field is not there, `null` or empty.
  case missing(JournalField)
  /// A field holds something else than text.
  case notText(JournalField)
  /// A field holds something else than true or false.
  case notBoolean(JournalField)
  /// A field holds something else than an object.
  case notObject(JournalField)
  /// This cardctl does not know the event.
  case unknownEvent(String)
  /// The time is not one of ISO 8601.
  case badTime(String)

  /// Where in the line the problem is, in bytes from its start; nil when it is the whole line.
  package var offset: Int? {
    if case .syntax(let error) = self { error.offset } else { nil }
  }
}

extension LineProblem: CustomStringConvertible {
  /// The reason in words: lower case, no full stop; what the line says is quoted and cut short.
  package var description: String { "no event: \(reason)" }

  private var reason: String {
    switch self {
    case .tooLong: "longer than \(JournalLine.maximumLength) bytes"
    case .torn: "the last line has no line feed, so it was not written to its end"
    case .blank: "an empty line"
    case .syntax(let error): error.description
    case .notAnObject: "expected an object"
    case .otherVersion(let version):
      "\"v\" is \(LineProblem.excerpt(version)), expected \(JournalLine.version)"
    case .missing(let field): "there is no \"\(field.name)\""
    case .notText(let field): "\"\(field.name)\" is not a string"
    case .notBoolean(let field): "\"\(field.name)\" is neither true nor false"
    case .notObject(let field): "\"\(field.name)\" is not an object"
    case .unknownEvent(let name):
      "\"event\" is \"\(LineProblem.excerpt(name))\", expected impression, click or dismissal"
    case .badTime(let text):
      "\"time\" is \"\(LineProblem.excerpt(text))\", expected a time such as "
        + "2026-11-21T10:00:00.123Z"
    }
  }

  /// The first characters of `text`, which may be 64 KiB of anything.
  private static func excerpt(_ text: String) -> String {
    let shown = String(text.unicodeScalars.prefix(40))
    return shown.unicodeScalars.count < text.unicodeScalars.count ? shown + "…" : shown
  }
}
