import CardJSON
import EventJournal

/// The syntax of a card's id on a command line or a line of standard input: one word of UTF-8.
///
/// Whitespace and byte order marks around it are ignored.
enum CardIDText {
  /// The number of bytes of a line to keep: an id of the maximum length after as much whitespace.
  static let maximumLineLength = 2 * JournalLine.maximumLength

  /// The range of the id in `text`; empty for blank text.
  static func range(in text: ByteView) -> Range<Int> {
    guard text.count > 0 else { return 0..<0 }
    if isPlain(text[0]), isPlain(text[text.count - 1]) { return 0..<text.count }
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
    var isPlain = true
    for index in 0..<id.count {
      if id[index] == UInt8(ascii: ",") { return .severalIDs }
      if !self.isPlain(id[index]) { isPlain = false }
    }
    if !isPlain {
      guard let text = String(validating: id.array, as: UTF8.self) else { return .notText }
      let isOneWord = text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      }
      if !isOneWord { return .notOneWord }
    }
    return isURL(id) ? .url : nil
  }

  /// Whether a byte is a visible character of ASCII.
  private static func isPlain(_ byte: UInt8) -> Bool { (0x21..<0x7F).contains(byte) }

  /// Whether the text is JSON other than a number, or a line of JSON that spans several.
  private static func isJSON(_ id: ByteView) -> Bool {
    switch id[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "\""):
      true
    default: id == ByteView("null") || id == ByteView("true") || id == ByteView("false")
    }
  }

  /// Whether the text begins with a scheme and `://`.
  private static func isURL(_ id: ByteView) -> Bool {
    guard let colon = id.firstIndex(of: ByteView("://")), colon > 0 else { return false }
    let scheme = id.slice(0..<colon).array
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    return isLetter(scheme[0])
      && scheme.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }
}
