/// A line and column in text, from 1; columns count Unicode scalars, and a tab is one.
public struct TextPosition: Equatable, Sendable {
  /// The line, from 1.
  public private(set) var line: Int
  /// The column in Unicode scalars, from 1.
  public private(set) var column: Int
  /// The column in bytes, from 1.
  public private(set) var byteColumn: Int

  /// Creates a position; by default, the start of the text or line.
  public init(line: Int = 1, column: Int = 1) {
    (self.line, self.column) = (line, column)
    byteColumn = column
  }

  /// Whether line and column are equal.
  public static func == (left: TextPosition, right: TextPosition) -> Bool {
    left.line == right.line && left.column == right.column
  }

  /// Advances over `bytes`, which follow this position.
  public mutating func advance(over bytes: ByteView) { advance(by: TextExtent(of: bytes)) }

  /// Advances over text of this extent.
  public mutating func advance(by extent: TextExtent) {
    line += extent.lines
    column = extent.lines > 0 ? extent.columns + 1 : column + extent.columns
    byteColumn = extent.lines > 0 ? extent.bytes + 1 : byteColumn + extent.bytes
  }
}

/// Converts byte offsets in text to positions, in any order.
public struct TextPositions {
  private let bytes: ByteView
  private var cache: PositionCache<TextPosition>

  /// Creates a converter for `bytes`, which begin at `start`.
  public init(in bytes: ByteView, from start: TextPosition = TextPosition()) {
    self.bytes = bytes
    cache = PositionCache(start)
  }

  /// The position of the byte at `offset`, which is clamped to the text.
  public mutating func position(of offset: Int) -> TextPosition {
    let bytes = bytes
    return cache.result(at: min(max(offset, 0), bytes.count)) {
      $0.advance(over: bytes.slice($1..<$2))
    }
  }

  /// The position after the last byte of `range`, whose first byte is at `start`.
  public mutating func end(of range: Range<Int>, from start: TextPosition) -> TextPosition {
    // Does not advance the cached position, because the next request is usually inside the range.
    guard range.lowerBound >= 0, range.count <= TextExtent.searchedLimit else {
      return position(of: range.upperBound)
    }
    var end = start
    end.advance(over: bytes.slice(range.clamped(to: 0..<bytes.count)))
    return end
  }
}

/// The number of lines and columns that a piece of text spans.
public struct TextExtent: Equatable, Sendable {
  /// The number of line feeds.
  public let lines: Int
  /// The number of Unicode scalars after the last line feed, or in the whole text if it has none.
  public let columns: Int
  /// The number of bytes of these scalars.
  public let bytes: Int

  /// The extent of empty text.
  public static let zero = TextExtent(of: ByteView(""))

  /// The maximum size of a range that `end(of:from:)` measures separately, in bytes.
  fileprivate static let searchedLimit = 4096

  /// Measures `bytes`; `lineFeeds` is their number of line feeds, if known.
  public init(of bytes: ByteView, lineFeeds: Int? = nil) {
    lines = lineFeeds ?? bytes.count(of: UInt8(ascii: "\n"))
    let last = lines > 0 ? bytes.lastIndex(of: UInt8(ascii: "\n"), before: bytes.count) : nil
    let start = last.map { $0 + 1 } ?? 0
    columns = bytes.slice(start..<bytes.count).scalarCount
    self.bytes = bytes.count - start
  }
}

/// Results for positions in text, cached every 16 KiB.
///
/// A result, such as a line number, is computed from the last request if that is before it and
/// near, and otherwise from the cached results.
struct PositionCache<Result> {
  /// The number of bytes between two cached results.
  private static var step: Int { 1 << 14 }

  private let first: Result
  private var last: (offset: Int, result: Result)
  /// The results at the first step, the second, and so on.
  private var kept: [Result] = []

  /// Creates a cache for text at whose start the result is `first`.
  init(_ first: Result) {
    self.first = first
    last = (0, first)
  }

  /// The result at `offset`; `advance` advances a result from one offset to another.
  mutating func result(
    at offset: Int, _ advance: (inout Result, _ start: Int, _ end: Int) -> Void
  ) -> Result {
    if offset < last.offset || offset - last.offset > PositionCache.step {
      let steps = offset / PositionCache.step
      while kept.count < steps {
        var result = kept.last ?? first
        advance(&result, kept.count * PositionCache.step, (kept.count + 1) * PositionCache.step)
        kept.append(result)
      }
      last = steps == 0 ? (0, first) : (steps * PositionCache.step, kept[steps - 1])
    }
    advance(&last.result, last.offset, offset)
    last.offset = offset
    return last.result
  }
}
