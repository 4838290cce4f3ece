import CardJSON
import CardPlatform
import EventJournal

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

  /// The maximum length of a complete line, in bytes: an id of the maximum length and as much
  /// whitespace.
  private static let maximumLineLength = 2 * JournalLine.maximumLength
  private static let blockSize = 1 << 20

  /// Calls `body` with each id in a file that has one per line, and with its location; calls
  /// `pause` before waiting for more lines.
  ///
  /// Memory is bounded: a line that is too long is truncated to one byte more than the maximum, so
  /// that `body` still sees that it is too long.
  static func forEach(
    in path: String, _ console: Console, pause: () throws -> Void = {},
    body: (ByteView, TextPosition) throws -> Void
  ) throws {
    let input = try InputDescriptor(InputFile(path: path, isWalked: false), console)
    defer { input.close() }
    var bytes = ByteBuffer(capacity: blockSize)
    var (line, isSkipping, isAtEnd) = (0, false, false)
    func take(_ text: ByteView) throws {
      line += 1
      let range = range(in: text)
      guard !range.isEmpty else { return }
      let column = text.slice(0..<range.lowerBound).scalarCount + 1
      try body(text.slice(range), TextPosition(line: line, column: column))
    }
    while !isAtEnd {
      isAtEnd = try input.read(into: &bytes, upTo: blockSize, seen: bytes.count) == .end
      if isAtEnd, bytes.count > 0 { bytes.append(UInt8(ascii: "\n")) }
      var start = 0
      while let end = bytes.view.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count) {
        if !isSkipping { try take(bytes.view.slice(start..<end)) }
        (start, isSkipping) = (end + 1, false)
      }
      if !isSkipping, bytes.count - start > maximumLineLength {
        try take(bytes.view.slice(start..<start + maximumLineLength + 1))
        isSkipping = true
      }
      bytes = bytes.take(from: isSkipping ? bytes.count : start)
      try pause()
    }
  }
}
