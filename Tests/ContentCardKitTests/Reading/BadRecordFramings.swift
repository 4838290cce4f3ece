/// A framing of records, for tests of bad ones.
struct Framing: CustomStringConvertible, Sendable {
  let name: String
  /// The indentation of one level; nil keeps each record on one line.
  var unit: String?
  /// The depth of the records.
  var level = 0
  var open = ""
  var separator = ""
  var close = ""
  /// The text after each record except the last, or before each record.
  var terminator = ""
  var mark = ""
  var isText = false
  /// Whether only brackets show where a record ends.
  var isInline = false

  var isTopLevel: Bool { open.isEmpty || open == "\u{FEFF}" }

  var description: String { name }

  /// The records, each damaged by its own function.
  func text(_ records: [String], _ damages: [(String) -> String]) -> String {
    let parts = zip(records, damages).map { record, damage in
      if isText { return mark + "\"" + Framing.escaped(damage(record)) + "\"" + terminator }
      return mark + damage(spread(record)) + terminator
    }
    return open + parts.joined(separator: separator) + close
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\u{1}": "\\u0001"
      case "\0": "\\u0000"
      default: "\(character)"
      }
    }.joined()
  }

  /// The record with a line break after every comma and bracket; its strings have neither.
  private func spread(_ record: String) -> String {
    guard let unit else { return record }
    var text = ""
    var depth = level
    func lineBreak() -> String { "\n" + String(repeating: unit, count: depth) }
    for character in record {
      switch character {
      case "{", "[":
        depth += 1
        text += "\(character)" + lineBreak()
      case "}", "]":
        depth -= 1
        text += lineBreak() + "\(character)"
      case ",": text += "," + lineBreak()
      case ":": text += ": "
      default: text.append(character)
      }
    }
    return text
  }

  static let all: [Framing] = [
    Framing(name: "NDJSON", separator: "\n", close: "\n"),
    Framing(name: "NDJSON without a last line feed", separator: "\n"),
    Framing(name: "NDJSON, CRLF", separator: "\r\n", close: "\r\n"),
    Framing(name: "NDJSON after a BOM", open: "\u{FEFF}", separator: "\n"),
    Framing(name: "concatenated", isInline: true),
    Framing(name: "concatenated with spaces", separator: " ", close: "\n", isInline: true),
    Framing(name: "RS and LF", terminator: "\n", mark: "\u{1E}"),
    Framing(name: "RS alone", mark: "\u{1E}"),
    Framing(name: "pretty values", unit: "  ", separator: "\n", close: "\n"),
    Framing(name: "pretty values one after another", unit: "  ", isInline: true),
    Framing(name: "flush values", unit: "", separator: "\n", close: "\n"),
    Framing(name: "array", open: "[", separator: ",", close: "]", isInline: true),
    Framing(name: "array with spaces", open: "[ ", separator: ", ", close: " ]\n", isInline: true),
    Framing(name: "one per line", open: "[\n", separator: ",\n", close: "\n]\n"),
    Framing(name: "one per line, CRLF", open: "[\r\n", separator: ",\r\n", close: "\r\n]\r\n"),
    Framing(
      name: "one per line, commas first", open: "[\n ", separator: "\n,", close: "\n]\n",
      isInline: true),
    Framing(name: "one per line, indented", open: "[\n  ", separator: ",\n  ", close: "\n]"),
    Framing(name: "one per line after the bracket", open: "[", separator: ",\n", close: "]\n"),
    Framing(
      name: "pretty 2", unit: "  ", level: 1, open: "[\n  ", separator: ",\n  ", close: "\n]"),
    Framing(
      name: "pretty 4", unit: "    ", level: 1, open: "[\n    ", separator: ",\n    ",
      close: "\n]\n"),
    Framing(
      name: "pretty tab", unit: "\t", level: 1, open: "[\n\t", separator: ",\n\t", close: "\n]"),
    Framing(name: "pretty 0", unit: "", open: "[\n", separator: ",\n", close: "\n]"),
    Framing(
      name: "pretty [{ }, { }]", unit: "  ", open: "[", separator: ", ", close: "]",
      isInline: true),
    Framing(name: "cards", open: #"{"cards":["#, separator: ",", close: "]}", isInline: true),
    Framing(
      name: "cards between other members", open: #"{"message":"success","x":[{}],"cards":["#,
      separator: ",", close: #"],"y":{"z":1}}"#, isInline: true),
    Framing(
      name: "mContentCards, one per line", open: "{\"mContentCards\": [\n", separator: ",\n",
      close: "\n], \"a\": 1}\n"),
    Framing(
      name: "cards, pretty", unit: "  ", level: 2,
      open: "{\n  \"full_sync\": true,\n  \"cards\": [\n    ", separator: ",\n    ",
      close: "\n  ],\n  \"message\": \"success\"\n}\n"),
    Framing(
      name: "contentCards of strings", open: #"{"contentCards":["#, separator: ",", close: "]}",
      isText: true),
    Framing(
      name: "strings, one per line", open: "[\n  ", separator: ",\n  ", close: "\n]", isText: true),
  ]
}

/// A way to damage a record.
///
/// `^` marks the byte that the message must name.
struct Damage: CustomStringConvertible, Sendable {
  let name: String
  let spoil: @Sendable (String) -> String
  /// Whether the number of quotes is odd, so the inside and outside of strings are swapped.
  var isQuote = false
  /// Whether brackets are unbalanced.
  var isBracket = false
  /// Whether the error is only after the record.
  var isOutside = false
  /// Whether the whole record is removed.
  var isGarbage = false
  /// Whether brackets or quotes do not come in pairs.
  var isUnbalanced: Bool { isQuote || isBracket || isList }
  /// Whether the next elements of an array could be elements of a list of the record.
  var isList = false

  var description: String { name }

  private static func change(_ old: String, _ new: String) -> @Sendable (String) -> String {
    { text in
      guard let range = text.firstRange(of: old) else { return "no \(old) in \(text)" }
      return text[..<range.lowerBound] + new + text[range.upperBound...]
    }
  }

  /// Marks the last byte, a bracket.
  private static func markLast(_ text: String) -> String { text.dropLast() + "^" + text.suffix(1) }

  /// The damaged record.
  static func record(_ id: Int) -> String {
    #"{"id":"\#(id)","ca":1,"e":{"k":"v","l":[1,{"a":2}]},"tt":"t","p":true}"#
  }

  static let all: [Damage] = [
    Damage(name: "bad literal", spoil: change("true", "^tru")),
    Damage(name: "bad number", spoil: change("1,", "0^1,")),
    Damage(name: "control character", spoil: change(#""t""#, "\"^\u{1}\"")),
    Damage(name: "bad UTF-8", spoil: change(#""t""#, "\"^\u{E000}\"")),
    Damage(name: "bad escape", spoil: change(#""t""#, #""\^q""#)),
    Damage(name: "raw line break", spoil: change(#""t""#, "\"a^\nb\""), isQuote: true),
    Damage(name: "NUL", spoil: change("1,", "^\0,")),
    Damage(name: "NUL in a string", spoil: change(#""t""#, "\"^\0\"")),
    Damage(name: "trailing comma", spoil: { markLast(change("true", "true,")($0)) }),
    Damage(name: "missing comma", spoil: { change(#""e""#, #"^"e""#)(change("1,", "1 ")($0)) }),
    Damage(name: "missing value", spoil: change("1,", "^,")),
    Damage(name: "missing key", spoil: { change(",", "^,")(change(#""id":"#, "")($0)) }),
    Damage(name: "extra brace", spoil: { $0 + "^}" }, isOutside: true),
    Damage(name: "extra bracket", spoil: change("true", "true^]")),
    Damage(name: "missing brace", spoil: { String($0.dropLast()) }, isBracket: true),
    Damage(name: "missing inner brace", spoil: { remove("}", from: $0) }, isBracket: true),
    Damage(name: "missing inner bracket", spoil: { remove("]", from: $0) }, isBracket: true),
    Damage(name: "extra opening bracket", spoil: change("1,", "[1,"), isBracket: true),
    Damage(name: "missing quote before a key", spoil: change(#""tt""#, #"^tt""#), isQuote: true),
    Damage(name: "missing quote after a value", spoil: change(#""t""#, #""t"#), isQuote: true),
    Damage(name: "cut off", spoil: { cut($0, before: #""tt""#) }, isBracket: true),
    Damage(
      name: "cut off in a string", spoil: { cut($0, before: #"t","#) }, isQuote: true,
      isBracket: true),
    Damage(
      name: "nested too deep",
      spoil: change(
        "1,",
        String(repeating: "[", count: 511) + "^[" + String(repeating: "]", count: 512) + ",")),
    Damage(
      name: "cut off after the bracket of a list", spoil: { cut($0, behind: "[") },
      isBracket: true, isList: true),
    Damage(
      name: "cut off in a list", spoil: { cut($0, behind: "[") + "1" }, isBracket: true,
      isList: true),
    Damage(
      name: "bad literal in a list without end", spoil: { cut($0, behind: "[") + "^trx" },
      isBracket: true, isList: true),
    Damage(name: "no JSON", spoil: { _ in "^hello" }, isGarbage: true),
  ]

  /// Removes the first `bracket` and marks the byte that follows it.
  private static func remove(_ bracket: Character, from text: String) -> String {
    guard let place = text.firstIndex(of: bracket) else { return text }
    let rest = text[text.index(after: place)...]
    let space = rest.prefix { $0.isWhitespace }
    return text[..<place] + space + "^" + rest.dropFirst(space.count)
  }

  private static func cut(_ text: String, behind mark: Character) -> String {
    text.firstIndex(of: mark).map { String(text[...$0]) } ?? text
  }

  private static func cut(_ text: String, before mark: String) -> String {
    text.firstRange(of: mark).map { String(text[..<$0.lowerBound]) } ?? text
  }
}
