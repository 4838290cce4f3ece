import CardJSON
import EventJournal

/// The syntax of a card id on a command line or on a line of standard input: one word in UTF-8.
///
/// Leading and trailing whitespace and byte order marks are ignored.
enum CardIDText {
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

  /// Returns the reason why an event cannot have this id; nil if it can.
  static func refusal(of id: ByteView) -> Refusal? {
    if id.count == 0 { return .empty }
    if isJSON(id) { return .json }
    if id.count > JournalLine.maximumLength { return .tooLong }
    if id.containsAny(of: ByteClass(.byte(UInt8(ascii: ",")))) { return .severalIDs }
    if id.containsAny(of: .notInPlainID) {
      guard id.isUTF8 else { return .notText }
      let isOneWord = id.text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      }
      if !isOneWord { return .notOneWord }
    }
    return isURL(id) ? .url : nil
  }

  /// Whether the text looks like JSON other than a number, or like a line of multi-line JSON.
  private static func isJSON(_ id: ByteView) -> Bool {
    "{}[]\"".utf8.contains(id[0])
      || id == ByteView("null") || id == ByteView("true") || id == ByteView("false")
  }

  private static func isURL(_ id: ByteView) -> Bool {
    guard let colon = id.firstIndex(of: ByteView("://")), colon > 0 else { return false }
    let scheme = id.slice(0..<colon).text
    return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isWordPart(or: "+-.") }
  }
}

extension Character {
  /// Whether it is an ASCII letter or digit, or one of `marks`.
  func isWordPart(or marks: String) -> Bool {
    isASCII && (isLetter || isNumber || marks.contains(self))
  }
}

extension ByteClass {
  /// All bytes except those of visible ASCII characters.
  fileprivate static var notInPlainID: ByteClass { ByteClass(.bytes(0x7F, 0x20)) }
}
