import CardJSON
import EventJournal

/// The syntax of a card's id on a command line or a line of standard input: one word of UTF-8.
///
/// Whitespace and byte order marks around it are ignored.
enum CardIDText {
  /// The range of the id in `text`; empty for blank text.
  static func range(in text: ByteView) -> Range<Int> {
    guard text.count > 0 else { return 0..<0 }
    let ends = [text[0], text[text.count - 1]]
    if ends.allSatisfy({ (0x21..<0x7F).contains($0) }) { return 0..<text.count }
    let scalars = text.text.unicodeScalars
    let start = lengthOfSpace(scalars)
    return start..<max(start, text.count - lengthOfSpace(scalars.reversed()))
  }

  /// The number of bytes of the whitespace and byte order marks that come first.
  private static func lengthOfSpace(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.prefix { $0.properties.isWhitespace || $0 == "\u{FEFF}" }.reduce(0) {
      $0 + UTF8.width($1)
    }
  }

  /// Why no event can have this id; nil if one can.
  static func refusal(of id: ByteView) -> Refusal? {
    if id.count == 0 { return .empty }
    if isJSON(id) { return .json }
    if id.count > JournalLine.maximumLength { return .tooLong }
    if id.holds(ByteClass(.byte(UInt8(ascii: ",")))) { return .severalIDs }
    if id.holds(.notInPlainID) {
      guard let text = String(validating: id.array, as: UTF8.self) else { return .notText }
      let isOneWord = text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      }
      if !isOneWord { return .notOneWord }
    }
    return isURL(id) ? .url : nil
  }

  /// Whether the text is JSON other than a number, or a line of JSON that spans several.
  private static func isJSON(_ id: ByteView) -> Bool {
    "{}[]\"".utf8.contains(id[0])
      || id == ByteView("null") || id == ByteView("true") || id == ByteView("false")
  }

  /// Whether the text begins with a scheme and `://`.
  private static func isURL(_ id: ByteView) -> Bool {
    guard let colon = id.firstIndex(of: ByteView("://")), colon > 0 else { return false }
    let scheme = id.slice(0..<colon).text
    return scheme.first?.isLetter == true && scheme.allSatisfy { $0.isWordPart(or: "+-.") }
  }
}

extension Character {
  /// Whether it is a letter or a digit of ASCII, or one of `marks`.
  func isWordPart(or marks: String) -> Bool {
    isASCII && (isLetter || isNumber || marks.contains(self))
  }
}

extension ByteClass {
  /// The bytes other than visible characters of ASCII.
  fileprivate static var notInPlainID: ByteClass { ByteClass(.bytes(0x7F, 0x20)) }
}
