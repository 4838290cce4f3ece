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
    var (start, end) = (0, text.count)
    while start < end {
      let length = lengthOfSpace(text, at: start)
      if length == 0 { break }
      start = min(end, start + length)
    }
    while start < end {
      // The last byte of a longer character does not identify it.
      let length = (1...3).first { $0 <= end - start && lengthOfSpace(text, at: end - $0) == $0 }
      guard let length else { break }
      end -= length
    }
    return start..<end
  }

  /// Why no event can have this id; nil if one can.
  static func refusal(of id: ByteView) -> Refusal? {
    if id.count == 0 { return .empty }
    if isJSON(id) { return .json }
    if id.count > JournalLine.maximumLength { return .tooLong }
    var isPlain = true
    for index in 0..<id.count {
      if id[index] == UInt8(ascii: ",") { return .severalIDs }
      if !(0x21..<0x7F).contains(id[index]) { isPlain = false }
    }
    if !isPlain, let refusal = refusal(ofUnusual: id) { return refusal }
    return isURL(id) ? .url : nil
  }

  /// Why an id that is not printable ASCII is refused.
  private static func refusal(ofUnusual id: ByteView) -> Refusal? {
    guard let text = String(validating: id.array, as: UTF8.self) else { return .notText }
    let isOneWord = text.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
    }
    return isOneWord ? nil : .notOneWord
  }

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
    for index in 0..<colon {
      switch id[index] | 0x20 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+") | 0x20, UInt8(ascii: "-"),
        UInt8(ascii: "."):
        if index == 0 { return false }
      default: return false
      }
    }
    return true
  }

  /// The length of the whitespace or byte order mark at `index`; 0 for any other character.
  private static func lengthOfSpace(_ text: ByteView, at index: Int) -> Int {
    let byte = text[index]
    if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
    let length = byte < 0xE0 ? 2 : 3
    guard byte >= 0xC2, byte < 0xF0, index + length <= text.count,
      let character = String(
        validating: text.slice(index..<index + length).array, as: UTF8.self)?.unicodeScalars.first
    else { return 0 }
    return character.properties.isWhitespace || character == "\u{FEFF}" ? length : 0
  }
}
