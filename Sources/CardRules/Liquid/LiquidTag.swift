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
    LiquidPieces(text).first { $0.kind != .open }?.range
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
  ///
  /// An output tag continues until its braces are balanced, as in `{{${name}}}`, `{{{name}}}`
  /// and `{{a | plus: {{b}}}}`.
  static func end(of opening: Opening, in text: ByteView) -> Int? {
    guard var end = close(opening.closing, in: text, from: opening.start + 2) else { return nil }
    guard opening.closing == UInt8(ascii: "}") else { return end }
    var open = 0
    var position = opening.start
    while true {
      while position < end {
        if text[position] == UInt8(ascii: "{") { open += 1 }
        if text[position] == UInt8(ascii: "}") { open -= 1 }
        position += 1
      }
      if open <= 0 { return end }
      if end < text.count, text[end] == UInt8(ascii: "}") {
        end += 1
      } else if open > 1, let next = close(opening.closing, in: text, from: end) {
        end = next
      } else {
        return end
      }
    }
  }

  /// Returns the end of the first closing delimiter at or after `start`.
  private static func close(_ closing: UInt8, in text: ByteView, from start: Int) -> Int? {
    var position = start
    while let found = text.firstIndex(of: closing, from: position, to: text.count - 1) {
      if text[found + 1] == UInt8(ascii: "}") { return found + 2 }
      position = found + 1
    }
    return nil
  }

  /// Returns the first unclosed opening delimiter; nil if all are closed.
  static func unclosed(in text: ByteView) -> Range<Int>? {
    LiquidPieces(text).first { $0.kind == .open }?.range
  }
}

extension JSONNode {
  /// The first tag in a string, as a range of its content as written; nil without a tag, and for
  /// values other than strings.
  var firstLiquid: Range<Int>? { kind == .string ? LiquidTag.first(in: JSONString(self)) : nil }

  /// Whether a string contains Liquid, which means that its final text is unknown.
  var isLiquid: Bool { firstLiquid != nil }

  /// Whether a string consists of an output tag, as a reading writes it for the value of the tag.
  var isOutput: Bool {
    firstLiquid == 0..<content.count && content[1] == UInt8(ascii: "{")
  }
}

// Errors inside of closed tags.
extension LiquidTag {
  /// The tags that need an end tag, such as `{% endif %}`.
  static let blocks: Set<String> = [
    "if", "unless", "case", "for", "capture", "comment", "raw", "tablerow", "translation",
  ]

  /// Returns the last block tag in a text that lacks its end tag; nil if all blocks are closed.
  static func unclosedBlock(in text: ByteView) -> Range<Int>? {
    var open: [(name: String, place: Range<Int>)] = []
    for piece in LiquidPieces(text) where piece.kind == .logic {
      let name = piece.name(in: text)
      if blocks.contains(name) {
        open.append((name, piece.range))
      } else if name.hasPrefix("end"), open.last?.name == String(name.dropFirst(3)) {
        open.removeLast()
      }
    }
    return open.last?.place
  }

  /// Returns the first output tag with wrong braces or without `${}`, and the correct tag; nil if
  /// all are correct.
  static func wrongBraces(in text: ByteView) -> (place: Range<Int>, advice: String)? {
    var variables: Set<String>?
    for piece in LiquidPieces(text) where piece.kind == .output {
      guard let right = corrected(piece.content(in: text)) else { continue }
      if let name = right.variable {
        let names = variables ?? assigned(in: text)
        variables = names
        if names.contains(name) { continue }
      }
      return (piece.range, "{{\(right.content)}}")
    }
    return nil
  }

  /// Returns the correct content of an output tag, and the name in it that is right as it is if a
  /// variable has it; nil if the content is correct.
  private static func corrected(_ content: String) -> (content: String, variable: String?)? {
    var inner = content[...]
    let isTriple = inner.first == "{"
    if isTriple {
      inner = inner.dropFirst()
      if inner.last == "}" { inner = inner.dropLast() }
    }
    let written = inner.prefix { $0 != "|" }
    let expression = written.filter { $0 != " " && $0 != "-" }
    // The filters stay as they are.
    let rest = inner.dropFirst(written.count)
    func joined(_ expression: some StringProtocol) -> String {
      String(expression) + (rest.isEmpty ? "" : " ") + rest
    }
    if let dollar = expression.firstIndex(of: "$"), expression[dollar...].hasPrefix("${") {
      if !expression.contains("}" as Character) { return (joined(expression + "}"), nil) }
    } else if attributes.contains(expression) {
      return (joined("${\(expression)}"), expression)
    } else if let dot = expression.firstIndex(of: "."),
      prefixes.contains(String(expression[..<dot]))
    {
      let name = expression[expression.index(after: dot)...]
      return (joined("\(expression[..<dot]).${\(name)}"), String(expression[..<dot]))
    }
    return isTriple ? (String(inner), nil) : nil
  }

  /// Returns the names of the variables that the tags of a text define.
  private static func assigned(in text: ByteView) -> Set<String> {
    var names: Set<String> = []
    for piece in LiquidPieces(text) where piece.kind == .logic {
      let words = piece.content(in: text).split { $0.isWhitespace || $0 == "=" }
      guard words.count > 1 else { continue }
      switch words[0] {
      case "assign", "capture", "for", "tablerow": names.insert(String(words[1]))
      default:
        for (word, next) in zip(words, words.dropFirst()) where word == ":save" {
          names.insert(String(next))
        }
      }
    }
    return names
  }

  /// Attributes that Braze only recognizes with `${}`.
  ///
  /// Source:
  /// https://www.braze.com/docs/user_guide/personalization_and_dynamic_content/liquid/supported_personalization_tags
  private static let attributes: Set<String> = [
    "first_name", "last_name", "email_address", "phone_number", "user_id", "braze_id", "city",
    "country", "language", "gender", "date_of_birth", "time_zone", "most_recent_locale",
    "most_recent_location", "most_recent_app_version", "last_used_app_date",
    "random_bucket_number",
  ]

  /// The prefixes of `.${}`.
  private static let prefixes: Set<String> = [
    "custom_attribute", "api_trigger_properties", "canvas_entry_properties", "event_properties",
    "content_blocks", "context", "most_recently_used_device", "targeted_device",
    "subscribed_state", "campaign", "canvas", "card",
  ]
}
