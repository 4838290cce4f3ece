import CardJSON

/// The syntax of a card id on a command line or on a line of standard input: one word in UTF-8.
///
/// Leading and trailing whitespace and byte order marks are ignored.
enum CardIDText {
  /// The reason why JSON is not an id, and what to do.
  static let jsonReason = "this is JSON; \(advice)"
  /// The way to get ids.
  static let advice = "'cardctl filter --ids' prints the ids of cards, one per line"

  /// Returns the range of the id in `text`; empty for blank text.
  static func range(in text: ByteView) -> Range<Int> {
    guard text.count > 0 else { return 0..<0 }
    let ends = [text[0], text[text.count - 1]]
    if ends.allSatisfy({ (0x21..<0x7F).contains($0) }) { return 0..<text.count }
    let scalars = text.text.unicodeScalars
    let start = lengthOfSpace(scalars)
    return start..<max(start, text.count - lengthOfSpace(scalars.reversed()))
  }

  /// Returns the number of bytes of leading whitespace and byte order marks.
  private static func lengthOfSpace(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.prefix { $0.properties.isWhitespace || $0 == "\u{FEFF}" }.reduce(0) {
      $0 + UTF8.width($1)
    }
  }

  /// Whether the text looks like JSON other than a number, or like a line of multi-line JSON.
  static func isJSON(_ id: ByteView) -> Bool {
    "{}[]\"".utf8.contains(id[0])
      || id == ByteView("null") || id == ByteView("true") || id == ByteView("false")
  }
}
