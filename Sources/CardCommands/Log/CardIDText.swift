import CardJSON
import EventJournal
import CardPlatform

/// How the id of a card is written on a command line, or on a line of standard input: one word of
/// UTF-8, with white space and byte order marks around it that are no part of it.
enum CardIDText {
  /// The most bytes of a line that are kept: of an id that is too long the white space in front of
  /// it may take as many again.
  static let longestLine = 2 * JournalLine.maximumLength

  /// Where the id stands in `text`; empty where there is none.
  static func range(in text: ByteView) -> Range<Int> {
    var (start, end) = (0, text.count)
    while start < end {
      let length = lengthOfSpace(text, at: start)
      if length == 0 { break }
      start = min(end, start + length)
    }
    while start < end {
      // Of a character of several bytes the last one says nothing.
      let length = (1...3).first { $0 <= end - start && lengthOfSpace(text, at: end - $0) == $0 }
      guard let length else { break }
      end -= length
    }
    return start..<end
  }

  /// Why no event can have this id; nil when one can.
  static func refusal(of id: ByteView) -> Refusal? {
    if id.count == 0 { return .empty }
    if isPunctuation(id[0]) { return .json }
    if id.count > JournalLine.maximumLength { return .tooLong }
    for index in 0..<id.count where !(0x21..<0x7F).contains(id[index]) {
      return refusal(ofUnusual: id)
    }
    return nil
  }

  /// The same for an id that is not printable ASCII.
  private static func refusal(ofUnusual id: ByteView) -> Refusal? {
    guard let text = String(validating: id.array, as: UTF8.self) else { return .notText }
    let isOneWord = text.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
    }
    return isOneWord ? nil : .notOneWord
  }

  /// Whether a line of JSON begins so, be it a whole card, a line of one that is spread over
  /// several, or a string in its quotes.
  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "\""):
      true
    default: false
    }
  }

  /// How many bytes the white space or byte order mark at `index` has; 0 when it is none.
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

/// An id of which no event is recorded.
struct RefusedID {
  /// The id as messages show it: there may be 64 KiB of it.
  let id: String
  /// Where it was read; nil for one that the command line names.
  let place: TextPosition?
  /// Why.
  let refusal: Refusal

  /// An id that was read at `place`.
  init(_ id: ByteView, _ place: TextPosition?, _ refusal: Refusal) {
    // No character has more than four bytes.
    let text = SystemText.text(id.array.prefix(4 * RefusedID.shownLength)).unicodeScalars
    let shown = String(text.prefix(RefusedID.shownLength))
    let isWhole = text.count <= RefusedID.shownLength && id.count <= 4 * RefusedID.shownLength
    self.id = SystemText.shown(shown) + (isWhole ? "" : "…")
    (self.place, self.refusal) = (place, refusal)
  }

  /// How many characters of an id are shown.
  private static let shownLength = 200
}
