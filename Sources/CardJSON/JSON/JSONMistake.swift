/// A common mistake at the position of a syntax error, such as a literal of another language.
package struct JSONMistake: Equatable, Sendable {
  /// The message: lower case, without a full stop.
  package let message: String
  /// The edits of the scanned bytes that correct it; empty if that is not certain.
  package internal(set) var fix: [TextEdit]

  private init(_ message: String, fix: [TextEdit] = []) {
    (self.message, self.fix) = (message, fix)
  }

  /// A string that the input ends in.
  static let openString = JSONMistake(
    "the input ends inside a string: its closing quote is missing")

  /// The number of bytes after an error that decide which mistake it is, unless a line feed comes
  /// first.
  package static let reach = 512

  /// Returns whether more bytes after `offset` may change which mistake is found there.
  package static func isOpen(at offset: Int, in bytes: ByteView) -> Bool {
    bytes.count - offset < reach
      && bytes.firstIndex(of: UInt8(ascii: "\n"), from: offset, to: bytes.count) == nil
  }

  /// Finds the mistake where scanning failed at `offset`; nil for other errors.
  ///
  /// - Parameter start: where the scan began.
  init?(_ reason: JSONSyntaxError.Reason, at offset: Int, in bytes: ByteView, from start: Int = 0) {
    let place = Place(bytes, offset, from: start)
    let found: JSONMistake? =
      switch reason {
      case .trailingComma: place.trailingComma
      case .expectedValue, .invalidLiteral:
        place.marker ?? place.odd ?? place.extraComma
          ?? (JSONScanner.skipSpace(bytes, from: start) == offset ? place.colon : place.value)
      case .expectedKey: place.marker ?? place.odd ?? place.extraComma ?? place.key
      case .expectedColon: place.odd ?? place.arrow ?? place.missingQuote
      case .expectedCommaOrBrace, .expectedCommaOrBracket:
        place.marker ?? place.odd ?? place.missingQuote ?? place.innerQuote
      default: nil
      }
    guard let found else { return nil }
    self = found
  }

  /// The position of an error in bytes.
  private struct Place {
    let bytes: ByteView
    let offset: Int
    /// Where the scan began; the bytes before it do not count.
    let start: Int
    /// The end of the line, or of the bytes that count.
    let end: Int

    init(_ bytes: ByteView, _ offset: Int, from start: Int) {
      (self.bytes, self.offset, self.start) = (bytes, offset, start)
      let limit = min(bytes.count, offset + JSONMistake.reach)
      end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: offset, to: limit) ?? limit
    }

    private func has(_ text: StaticString, at position: Int) -> Bool {
      position + text.utf8CodeUnitCount <= end && ByteView(text).occurs(at: position, in: bytes)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      byte &- UInt8(ascii: "0") < 10 || byte | 0x20 &- UInt8(ascii: "a") < 26
        || byte >= 0x80 || "_$.-".utf8.contains(byte)
    }

    /// The word at the position; may be empty.
    private var word: Range<Int> {
      var position = offset
      while position < end, Place.isWord(bytes[position]) { position += 1 }
      return offset..<position
    }

    private func shown(_ range: Range<Int>) -> String {
      bytes.slice(range).text.cut(toScalars: 40)
    }

    /// A marker of a merge conflict, at the start of a line.
    var marker: JSONMistake? {
      guard offset == start || bytes[offset - 1] == UInt8(ascii: "\n") else { return nil }
      let marks: [StaticString] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"]
      return marks.contains { has($0, at: offset) }
        ? JSONMistake("a Git conflict marker: resolve the conflict first") : nil
    }

    /// A quote or a space that is not JSON's, or an ellipsis.
    var odd: JSONMistake? {
      if has("...", at: offset) || has("…", at: offset) {
        return JSONMistake("found an ellipsis: write what it stands for, or remove it")
      }
      if let space = Place.spaces.first(where: { has($0.text, at: offset) }) {
        let range = offset..<offset + space.text.utf8CodeUnitCount
        return JSONMistake(
          "\(space.name) is not whitespace in JSON: remove it", fix: [TextEdit(range, "")])
      }
      if let quote = Place.quotes.first(where: { has($0, at: offset) }) {
        let advice = "found the curly quote \(quote): write straight double quotes"
        return JSONMistake(advice, fix: requoted(quote.utf8CodeUnitCount, Place.quotes))
      }
      if bytes[offset] == UInt8(ascii: "'") {
        return JSONMistake(
          "found a single quote: write double quotes", fix: requoted(1, ["'"]))
      }
      return nil
    }

    private static let spaces: [(text: StaticString, name: String)] = [
      ("\u{A0}", "a no-break space"), ("\u{202F}", "a no-break space"),
      ("\u{200B}", "a zero-width space"), ("\u{FEFF}", "a byte order mark"),
      ("\u{2060}", "a word joiner"), ("\u{2028}", "a line separator"),
      ("\u{3000}", "an ideographic space"),
    ]

    private static let quotes: [StaticString] = [
      "“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "″",
    ]

    /// The edits that put straight quotes around the text after an opening quote of `count` bytes,
    /// which ends with one of `closing`; empty if the text has other quotes, or ends nowhere.
    private func requoted(_ count: Int, _ closing: [StaticString]) -> [TextEdit] {
      var position = offset + count
      while position < end {
        if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "\\") {
          return []
        }
        if let quote = closing.first(where: { has($0, at: position) }) {
          let after = position + quote.utf8CodeUnitCount
          var next = after
          while next < end, JSONNumber.isSpace(bytes[next]) { next += 1 }
          guard next == end || ":,]}".utf8.contains(bytes[next]) else { return [] }
          return [
            TextEdit(offset..<offset + count, "\""), TextEdit(position..<after, "\""),
          ]
        }
        position += 1
      }
      return []
    }

    /// The position of the last byte before the error that is not space; nil without one.
    private var previous: Int? {
      var position = offset - 1
      while position > start, JSONNumber.isSpace(bytes[position]) { position -= 1 }
      return position >= start ? position : nil
    }

    /// A comma after another one, or at the start of an object or array.
    var extraComma: JSONMistake? {
      guard has(",", at: offset), let previous, ",{[".utf8.contains(bytes[previous]) else {
        return nil
      }
      return JSONMistake(
        "a comma too many: remove it", fix: [TextEdit(offset..<offset + 1, "")])
    }

    /// A colon in place of a whole value, after a string that is a key.
    var colon: JSONMistake? {
      has(":", at: offset)
        ? JSONMistake("a key outside of an object: the braces around it are missing") : nil
    }

    /// A comma before a closing bracket.
    var trailingComma: JSONMistake? {
      guard let comma = previous, bytes[comma] == UInt8(ascii: ",") else { return nil }
      let bracket = bytes[offset] == UInt8(ascii: "]") ? "]" : "}"
      return JSONMistake(
        "a comma before \"\(bracket)\": JSON allows no trailing comma",
        fix: [TextEdit(comma..<comma + 1, "")])
    }

    /// A placeholder in place of a value: `<ID>`, `${ID}`, or inside of a value `{ID}`, of which
    /// the brace was read.
    private var placeholder: JSONMistake? {
      let isInBrace =
        offset > start + 1 && bytes[offset - 1] == UInt8(ascii: "{") && !word.isEmpty
      let closing: UInt8
      if has("<", at: offset) {
        closing = UInt8(ascii: ">")
      } else if has("${", at: offset) || isInBrace {
        closing = UInt8(ascii: "}")
      } else {
        return nil
      }
      guard let close = bytes.firstIndex(of: closing, from: offset, to: end),
        !isInBrace || !bytes.slice(offset..<close).array.contains(where: ":,\"'{[".utf8.contains)
      else { return nil }
      let text = shown((isInBrace ? offset - 1 : offset)..<close + 1)
      return JSONMistake("found \(text) without quotes, which text needs")
    }

    /// A word or a placeholder in place of a value.
    var value: JSONMistake? {
      if let placeholder { return placeholder }
      let word = word
      guard !word.isEmpty, bytes[offset] &- UInt8(ascii: "0") > 9,
        !"-.".utf8.contains(bytes[offset])
      else {
        return nil
      }
      let text = shown(word)
      let lowercased = text.lowercased()
      switch text {
      case _ where ["true", "false"].contains(lowercased):
        return JSONMistake("found \(text): write \(lowercased)", fix: [TextEdit(word, lowercased)])
      case _ where ["none", "null", "nil"].contains(lowercased):
        return JSONMistake("found \(text): write null", fix: [TextEdit(word, "null")])
      case "undefined", "NaN", "Infinity":
        return JSONMistake("JSON has no \(text): write null, or omit the key")
      // A literal that is cut, or that a byte interrupts.
      case _ where ["true", "false", "null"].contains { $0.hasPrefix(text) }: return nil
      case _ where !bytes.slice(word).isUTF8: return nil
      default: break
      }
      let next = word.upperBound < end ? bytes[word.upperBound] : 0
      if next == UInt8(ascii: "\"") {
        return JSONMistake("a double quote is missing before \(text)")
      }
      return JSONMistake("found \(text) without quotes, which text needs")
    }

    /// A key without quotes.
    var key: JSONMistake? {
      if let placeholder { return placeholder }
      let word = word
      guard !word.isEmpty else { return nil }
      let text = shown(word)
      if word.upperBound < end, bytes[word.upperBound] == UInt8(ascii: "\"") {
        return JSONMistake("a double quote is missing before \(text)")
      }
      let next = JSONScanner.skipSpace(bytes, from: word.upperBound)
      let isKey = next < end && bytes[next] == UInt8(ascii: ":")
      return JSONMistake(
        "the key \(text) has no quotes: write \"\(text)\"",
        fix: isKey ? [TextEdit(word, "\"\(bytes.slice(word).text)\"")] : [])
    }

    /// An arrow or an equals sign between a key and its value.
    var arrow: JSONMistake? {
      for sign in ["=>", "="] as [StaticString] where has(sign, at: offset) {
        let range = offset..<offset + sign.utf8CodeUnitCount
        return JSONMistake("found \(sign) after the key: write :", fix: [TextEdit(range, ":")])
      }
      return nil
    }

    /// Whether a word follows the end of a string directly.
    private var isAfterString: Bool {
      offset > start && Place.isWord(bytes[offset]) && bytes[offset - 1] == UInt8(ascii: "\"")
    }

    /// A string that ends with the beginning of the next one, because its own end is missing.
    var missingQuote: JSONMistake? {
      guard isAfterString else { return nil }
      var last = offset - 2
      while last > start, bytes[last] == 0x20 { last -= 1 }
      guard last >= start, ":,".utf8.contains(bytes[last]) else { return nil }
      let mark = bytes[last] == UInt8(ascii: ":") ? ":" : ","
      return JSONMistake(
        "a double quote is missing before the \"\(mark)\" of the string that ends here")
    }

    /// A quote inside a string.
    var innerQuote: JSONMistake? {
      guard isAfterString else { return nil }
      return JSONMistake(
        "the string ends before this: write a double quote inside a string as \\\"")
    }
  }
}
