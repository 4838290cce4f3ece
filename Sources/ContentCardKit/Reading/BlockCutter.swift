import CardJSON

/// Finds positions at which an input can be split into parts that are read in parallel.
///
/// A cut is a guess, and may be inside a string: the caller must check that reading the first part
/// ends there, in the state that was assumed for the second part (`ReadingState.atCut`).
package enum BlockCutter {
  /// A possible cut.
  package struct Cut: Equatable, Sendable {
    /// The number of bytes of the first part.
    package let offset: Int
    /// Whether the cut is at the start of a line that begins a record.
    package let isAtLine: Bool
  }

  /// The last cut in `bytes` for an input in `state`, which is never at their end; nil if not
  /// found.
  package static func lastCut(_ bytes: ByteView, in state: ReadingState) -> Cut? {
    if !state.isInArray, let line = lastLine(bytes) { return line }
    var end = bytes.count
    while let brace = bytes.lastIndex(of: UInt8(ascii: "{"), before: end) {
      let offset = state.isInArray ? element(at: brace, in: bytes) : object(at: brace, in: bytes)
      if let offset { return Cut(offset: offset, isAtLine: false) }
      end = brace
    }
    return nil
  }

  /// Finds a cut at the start of the last line that begins with `{`, `[` or RS.
  private static func lastLine(_ bytes: ByteView) -> Cut? {
    var end = bytes.count - 1
    while let lineFeed = bytes.lastIndex(of: 0x0A, before: end) {
      let next = bytes[lineFeed + 1]
      if next == UInt8(ascii: "{") || next == UInt8(ascii: "[") || next == ReadingState.separator {
        return Cut(offset: lineFeed + 1, isAtLine: true)
      }
      end = lineFeed
    }
    return nil
  }

  /// The cut between the `}` and the `{` at `brace` of two concatenated objects; nil if absent.
  private static func object(at brace: Int, in bytes: ByteView) -> Int? {
    guard let last = lastByte(bytes, before: brace) else { return nil }
    return bytes[last] == UInt8(ascii: "}") ? brace : nil
  }

  /// The cut after the comma between two elements, which are objects or strings of objects, the
  /// second with its `{` at `brace`; nil if absent.
  private static func element(at brace: Int, in bytes: ByteView) -> Int? {
    let quotes = brace > 0 && bytes[brace - 1] == UInt8(ascii: "\"") ? 1 : 0
    guard let comma = lastByte(bytes, before: brace - quotes), bytes[comma] == UInt8(ascii: ","),
      let last = lastByte(bytes, before: comma), last >= quotes,
      quotes == 0 || bytes[last] == UInt8(ascii: "\"")
    else { return nil }
    return bytes[last - quotes] == UInt8(ascii: "}") ? comma + 1 : nil
  }

  private static func lastByte(_ bytes: ByteView, before end: Int) -> Int? {
    var position = end - 1
    while position >= 0, bytes[position] <= 0x20 { position -= 1 }
    return position >= 0 ? position : nil
  }
}

/// The start of the reader's current line.
struct LineBeginning: Equatable, Sendable {
  /// The number of spaces and tabs at the start of the line.
  var indentation = 0
  /// Whether only spaces and tabs were read.
  var isBlank = true

  /// A line without indentation.
  static let flush = LineBeginning(indentation: 0, isBlank: false)

  /// Advances over a byte.
  mutating func advance(over byte: UInt8) {
    if byte == 0x0A {
      self = LineBeginning()
    } else if isBlank {
      if byte == 0x20 || byte == 0x09 { indentation += 1 } else { isBlank = false }
    }
  }

  /// Advances over the bytes in `range`.
  mutating func advance(over bytes: ByteView, _ range: Range<Int>, mayHaveLineFeed: Bool) {
    let lineFeed =
      mayHaveLineFeed ? bytes.slice(range).lastIndex(of: 0x0A, before: range.count) : nil
    if lineFeed != nil { self = LineBeginning() }
    var position = range.lowerBound + (lineFeed.map { $0 + 1 } ?? 0)
    while isBlank, position < range.upperBound {
      advance(over: bytes[position])
      position += 1
    }
  }
}
