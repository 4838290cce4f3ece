import CardJSON
import ContentCardKit

/// Finds tags of Liquid, Braze's template language: `{{…}}` for output, `{%…%}` for logic.
///
/// Only pairs of delimiters are tags. The HTML in cards may contain a lone `}}`, which ends two
/// blocks of CSS, and `${…}` without further braces, which is JavaScript. Braze renders neither.
enum LiquidTag {
  /// Returns whether `card` may contain an opening delimiter.
  static func mayOccur(in card: Card) -> Bool {
    mayOccur(
      in: card.raw,
      withEscapes: card.object.document.mayHoldUnicodeEscapes
        || card.extras?.document.mayHoldUnicodeEscapes ?? false)
  }

  /// Returns whether `json` may contain an opening delimiter, which in JSON only occurs in strings.
  ///
  /// - Parameter withEscapes: whether a brace may be written as `\u007b`.
  static func mayOccur(in json: ByteView, withEscapes: Bool) -> Bool {
    opening(in: json, from: 0) != nil
      || withEscapes && json.firstIndex(of: ByteView("\\u007")) != nil
  }

  /// Returns the text of a tag that was found in a string.
  static func text(_ tag: Range<Int>, of node: JSONNode) -> String {
    JSONString(node.content.slice(tag), isEscaped: node.word.isEscaped).string
  }

  /// Returns the first tag in a text, as a range of the text as written.
  static func first(in text: JSONString) -> Range<Int>? { resolved(text) { first(in: $0) } }

  /// Calls `search` with the decoded text, and returns its result as a range of the text as
  /// written.
  static func resolved(_ text: JSONString, _ search: (ByteView) -> Range<Int>?) -> Range<Int>? {
    guard text.isEscaped else { return search(text.content) }
    var decoded = ByteBuffer(capacity: text.content.count)
    text.appendText(to: &decoded)
    return decoded.read(search).map { found in
      let start = JSONText.offset(ofDecoded: found.lowerBound, in: text.content)
      return start..<JSONText.offset(ofDecoded: found.upperBound, in: text.content)
    }
  }

  /// Returns the range of the first tag, with its delimiters; nil if absent.
  static func first(in text: ByteView) -> Range<Int>? {
    var position = 0
    // If no closing delimiter follows here, none follows later openings either.
    var unclosed: UInt8?
    while let opening = opening(in: text, from: position) {
      if opening.closing != unclosed {
        if let end = end(of: opening, in: text) { return opening.start..<end }
        if unclosed != nil { return nil }
        unclosed = opening.closing
      }
      position = opening.start + 1
    }
    return nil
  }

  /// The position of an opening delimiter, and the first byte of its closing one.
  typealias Opening = (start: Int, closing: UInt8)

  /// Returns the first opening delimiter at or after `start`.
  static func opening(in text: ByteView, from start: Int) -> Opening? {
    var position = start
    while let brace = text.firstIndex(of: UInt8(ascii: "{"), from: position, to: text.count - 1) {
      switch text[brace + 1] {
      case UInt8(ascii: "{"): return (brace, UInt8(ascii: "}"))
      case UInt8(ascii: "%"): return (brace, UInt8(ascii: "%"))
      default: position = brace + 1
      }
    }
    return nil
  }

  /// Returns the end of the tag that starts with `opening`; nil if it is not closed.
  static func end(of opening: Opening, in text: ByteView) -> Int? {
    var position = opening.start + 2
    while let found = text.firstIndex(of: opening.closing, from: position, to: text.count - 1) {
      if text[found + 1] == UInt8(ascii: "}") {
        // In `{{${name}}}`, the last two of the three braces are the delimiter.
        let isThird = found + 2 < text.count && text[found + 2] == UInt8(ascii: "}")
        return opening.closing == UInt8(ascii: "}") && isThird ? found + 3 : found + 2
      }
      position = found + 1
    }
    return nil
  }

  /// Returns the first unclosed opening delimiter; nil if all are closed.
  static func unclosed(in text: ByteView) -> Range<Int>? {
    var position = 0
    while let opening = opening(in: text, from: position) {
      guard let end = end(of: opening, in: text) else { return opening.start..<opening.start + 2 }
      position = end
    }
    return nil
  }
}

extension JSONNode {
  /// The first tag in a string, as a range of its content as written; nil without a tag, and for
  /// values other than strings.
  var firstLiquid: Range<Int>? { kind == .string ? LiquidTag.first(in: JSONString(self)) : nil }

  /// Whether a string contains Liquid, which means that its final text is unknown.
  var isLiquid: Bool { firstLiquid != nil }
}

// Errors inside of closed tags.
extension LiquidTag {
  /// The tags that need an end tag, such as `{% endif %}`.
  private static let blocks: Set<String> = [
    "if", "unless", "case", "for", "capture", "comment", "raw", "tablerow",
  ]

  /// Returns the last block tag in a text that lacks its end tag; nil if all blocks are closed.
  static func unclosedBlock(in text: ByteView) -> Range<Int>? {
    var open: [(name: String, place: Range<Int>)] = []
    for (tag, content) in tags(in: text, after: UInt8(ascii: "%")) {
      let name = String(content.drop { $0 == "-" || $0 == " " }.prefix { $0.isLetter })
      if blocks.contains(name) {
        open.append((name, tag))
      } else if name.hasPrefix("end"), open.last?.name == String(name.dropFirst(3)) {
        open.removeLast()
      }
    }
    return open.last?.place
  }

  /// Returns the first output tag with wrong braces or `${}`, and the correct tag; nil if all are
  /// correct.
  static func wrongBraces(in text: ByteView) -> (place: Range<Int>, advice: String)? {
    for (tag, content) in tags(in: text, after: UInt8(ascii: "{")) {
      let written = content.prefix { $0 != "|" }
      let expression = written.filter { $0 != " " && $0 != "-" }
      // The filters stay as they are.
      let rest = content.dropFirst(written.count)
      func tagged(_ expression: String) -> String {
        "{{" + expression + (rest.isEmpty ? "" : " ") + rest + "}}"
      }
      if let dollar = expression.firstIndex(of: "$"), expression[dollar...].hasPrefix("${") {
        if !expression.contains("}" as Character) { return (tag, tagged("\(expression)}")) }
      } else if attributes.contains(expression), !isAssigned(expression, in: text) {
        return (tag, tagged("${\(expression)}"))
      } else if let dot = expression.firstIndex(of: "."),
        prefixes.contains(String(expression[..<dot]))
      {
        return (
          tag, tagged("\(expression[..<dot]).${\(expression[expression.index(after: dot)...])}")
        )
      }
    }
    return nil
  }

  /// Returns whether a template assigns a variable with this name.
  private static func isAssigned(_ name: String, in text: ByteView) -> Bool {
    ["assign", "capture", "for"].contains { tag in
      var words = ByteBuffer()
      words.append("\(tag) \(name)")
      return text.firstIndex(of: words.sealed()) != nil
    }
  }

  /// Attributes that Braze only recognizes with `${}`.
  private static let attributes: Set<String> = [
    "first_name", "last_name", "email_address", "phone_number", "user_id", "braze_id", "city",
    "country", "language", "gender", "date_of_birth", "time_zone", "most_recent_locale",
  ]

  /// The prefixes of `.${}`.
  private static let prefixes: Set<String> = [
    "custom_attribute", "api_trigger_properties", "canvas_entry_properties", "event_properties",
    "content_blocks",
  ]

  /// Returns the closed tags that start with `{` and `kind`, each with the text between its
  /// delimiters.
  private static func tags(in text: ByteView, after kind: UInt8) -> [(
    place: Range<Int>, content: String
  )] {
    var tags: [(Range<Int>, String)] = []
    var position = 0
    while let opening = opening(in: text, from: position), let end = end(of: opening, in: text) {
      let inner = opening.start + 2..<max(opening.start + 2, end - 2)
      if text[opening.start + 1] == kind {
        tags.append((opening.start..<end, text.slice(inner).text))
      }
      position = end
    }
    return tags
  }
}
