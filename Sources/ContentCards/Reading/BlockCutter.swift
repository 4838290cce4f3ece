@_spi(CardTool) import CardJSON

/// Finds places where an input may be cut so that both parts can be read at the same time.
///
/// A cut is a guess: it looks like a boundary between two records, but the bytes may stand inside
/// a string or a nested object. Whoever cuts has to check that reading the first part ends at the
/// cut, in the state that was assumed for the second (`ReadingState.atCut`).
@_spi(CardTool) public enum BlockCutter {
  /// A cut and what is known of it.
  public struct Cut: Equatable, Sendable {
    /// How many bytes belong to the first part.
    public let offset: Int
    /// Whether the cut stands between two lines, the second of which begins a record.
    public let isAtLine: Bool
  }

  /// The last cut of `bytes` for an input that is in `state`; nil when there is none.
  ///
  /// The cut is never at the end of the bytes: what follows it has to be seen.
  public static func lastCut(_ bytes: ByteView, in state: ReadingState) -> Cut? {
    if state.isInArray { return lastElement(bytes) }
    return lastLine(bytes) ?? lastObject(bytes)
  }

  /// Before the last line that begins with `{`, `[` or RS.
  private static func lastLine(_ bytes: ByteView) -> Cut? {
    var end = bytes.count - 1
    while let lineFeed = bytes.lastIndex(of: 0x0A, before: end) {
      let next = bytes[lineFeed + 1]
      if next == UInt8(ascii: "{") || next == UInt8(ascii: "[") || next == CardReader.separator {
        return Cut(offset: lineFeed + 1, isAtLine: true)
      }
      end = lineFeed
    }
    return nil
  }

  /// Between `}` and `{` of concatenated objects.
  private static func lastObject(_ bytes: ByteView) -> Cut? {
    var end = bytes.count
    while let brace = bytes.lastIndex(of: UInt8(ascii: "{"), before: end) {
      if let before = lastByte(bytes, before: brace), bytes[before] == UInt8(ascii: "}") {
        return Cut(offset: brace, isAtLine: false)
      }
      end = brace
    }
    return nil
  }

  /// After the comma between two elements that are objects, or strings holding objects.
  private static func lastElement(_ bytes: ByteView) -> Cut? {
    var end = bytes.count
    while let brace = bytes.lastIndex(of: UInt8(ascii: "{"), before: end) {
      end = brace
      let isQuoted = brace > 0 && bytes[brace - 1] == UInt8(ascii: "\"")
      let start = isQuoted ? brace - 1 : brace
      guard let comma = lastByte(bytes, before: start), bytes[comma] == UInt8(ascii: ","),
        var last = lastByte(bytes, before: comma)
      else { continue }
      if isQuoted {
        guard bytes[last] == UInt8(ascii: "\""), last > 0 else { continue }
        last -= 1
      }
      if bytes[last] == UInt8(ascii: "}") { return Cut(offset: comma + 1, isAtLine: false) }
    }
    return nil
  }

  /// The last byte before `end` that is no white space.
  private static func lastByte(_ bytes: ByteView, before end: Int) -> Int? {
    var position = end - 1
    while position >= 0, bytes[position] <= 0x20 { position -= 1 }
    return position >= 0 ? position : nil
  }
}
