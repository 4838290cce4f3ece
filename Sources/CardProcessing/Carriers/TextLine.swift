import CardJSON
import ContentCardKit

/// The current line of text.
///
/// Positions are relative to the current bytes, and offsets to the whole text.
struct TextLine {
  /// The offset of the current bytes in the text.
  var base = 0
  /// Whether the line has begun but not ended.
  var isOpen = false
  private(set) var number = 1
  private var start = 0
  /// The start and end of the message in the line.
  private(set) var contentStart = 0
  private(set) var contentEnd = 0
  /// The end of the line so far, and whether its line feed was read.
  private(set) var end = 0
  private(set) var isEnded = false
  /// The location in the line up to which columns have been counted.
  private(set) var marked = CarrierPlace()
  /// The offset of the next color sequence in the line.
  private var escape = -1
  /// Whether the line has a format that looks like JSON; nil if not examined yet.
  var isLookalike: Bool?

  /// Starts the line at `position`, whose bytes are available up to `end`.
  mutating func begin(_ log: LogLine, at position: Int, end: Int, isEnded: Bool) {
    start = base + position
    (isOpen, escape, isLookalike) = (true, -1, nil)
    marked = CarrierPlace(offset: start, position: TextPosition(line: number))
    contentStart = start + log.content.lowerBound
    contentEnd = start + (log.kind == .separator ? log.content.lowerBound : log.content.upperBound)
    self.end = base + end
    self.isEnded = isEnded
  }

  /// Returns whether the message has a length at which programs split text: in bytes, Unicode
  /// scalars, or UTF-16 units, as Java and Dart count.
  func isRound(_ bytes: ByteView) -> Bool {
    guard contentStart >= base, contentEnd - contentStart >= 255 else { return false }
    var (scalars, units) = (0, 0)
    for position in contentStart - base..<contentEnd - base where bytes[position] & 0xC0 != 0x80 {
      scalars += 1
      units += bytes[position] >= 0xF0 ? 2 : 1
    }
    let lengths = [contentEnd - contentStart, scalars, units]
    return lengths.contains(where: TextLine.roundLengths.contains)
  }

  /// The lengths at which programs split text.
  private static let roundLengths: Set<Int> = [
    255, 256, 500, 511, 512, 800, 900, 1000, 1023, 1024, 2000, 2048, 3000, 4000,
  ]

  /// Resets the line to read its message again, and returns the position of the message; nil if its
  /// bytes are no longer available.
  mutating func rewind() -> Int? {
    guard start >= base else { return nil }
    marked = CarrierPlace(offset: start, position: TextPosition(line: number))
    escape = -1
    return contentStart - base
  }

  /// Continues an incomplete line.
  mutating func extend(_ bytes: ByteView, from position: Int) {
    let lineFeed = bytes.firstIndex(of: UInt8(ascii: "\n"), from: position, to: bytes.count)
    end = base + (lineFeed ?? bytes.count)
    isEnded = lineFeed != nil
    contentEnd = end
    escape = -1
  }

  mutating func endLine() {
    isOpen = false
    number += 1
  }

  /// Counts columns up to a position.
  ///
  /// Each column is counted only once.
  mutating func mark(at position: Int, in bytes: ByteView) {
    let start = max(marked.offset - base, 0)
    if position > start { marked.position.advance(over: bytes.slice(start..<position)) }
    marked.offset = base + position
  }

  /// Returns the start of the next color sequence in the line, or `end`.
  mutating func nextEscape(_ bytes: ByteView, from position: Int, to end: Int) -> Int {
    if escape < base + position {
      escape = base + (bytes.firstIndex(of: 0x1B, from: position, to: end) ?? end)
    }
    return min(escape - base, end)
  }

  /// Returns the end of the color sequence at `position`.
  static func endOfEscape(_ bytes: ByteView, at position: Int, to end: Int) -> Int {
    var index = position + 1
    guard index < end, bytes[index] == UInt8(ascii: "[") else { return index }
    index += 1
    while index < end, bytes[index] >= 0x30, bytes[index] <= 0x3B { index += 1 }
    return min(index + 1, end)
  }
}
