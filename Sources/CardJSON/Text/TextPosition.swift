/// A place in a text as people count it.
///
/// Lines and columns begin at 1. A line feed ends a line; columns count Unicode scalars, a tab is
/// one. Positions are derived only for reports: everything else has byte offsets.
public struct TextPosition: Equatable, Sendable {
  /// The line, from 1.
  public private(set) var line: Int
  /// The column in Unicode scalars, from 1.
  public private(set) var column: Int
  /// The column in bytes, from 1.
  public private(set) var byteColumn: Int

  /// The place in this line and column, both from 1; the beginning of a text or a line without.
  public init(line: Int = 1, column: Int = 1) {
    (self.line, self.column) = (line, column)
    byteColumn = column
  }

  /// Whether line and column are equal.
  public static func == (left: TextPosition, right: TextPosition) -> Bool {
    left.line == right.line && left.column == right.column
  }

  /// Moves on over `bytes`, which follow this place.
  public mutating func advance(over bytes: ByteView) { advance(by: TextExtent(of: bytes)) }

  /// Moves on over a piece of text that was measured before.
  public mutating func advance(by extent: TextExtent) {
    line += extent.lines
    column = extent.lines > 0 ? extent.columns + 1 : column + extent.columns
    byteColumn = extent.lines > 0 ? extent.bytes + 1 : byteColumn + extent.bytes
  }
}

/// Finds the places of the bytes of a text, in any order.
public struct TextPositions {
  private let bytes: ByteView
  private var waypoints: Waypoints<TextPosition>

  /// The places in `bytes`, which begin at `start`.
  public init(in bytes: ByteView, from start: TextPosition = TextPosition()) {
    self.bytes = bytes
    waypoints = Waypoints(start)
  }

  /// The position of the byte at `offset`, or of the nearest byte if it is outside the text.
  public mutating func position(of offset: Int) -> TextPosition {
    let bytes = bytes
    return waypoints.result(at: min(max(offset, 0), bytes.count)) {
      $0.advance(over: bytes.slice($1..<$2))
    }
  }

  /// The place after the last byte of `range`, whose first byte is at `start`.
  public mutating func end(of range: Range<Int>, from start: TextPosition) -> TextPosition {
    // The next request is usually inside the range and not after its end.
    guard range.lowerBound >= 0, range.count <= TextExtent.searchedLimit else {
      return position(of: range.upperBound)
    }
    var end = start
    end.advance(over: bytes.slice(range.clamped(to: 0..<bytes.count)))
    return end
  }
}

/// How far a piece of text moves a place, wherever the piece begins.
public struct TextExtent: Equatable, Sendable {
  /// The number of line feeds.
  public let lines: Int
  /// The number of Unicode scalars after the last line feed, or in all without one.
  public let columns: Int
  /// The number of bytes of those scalars.
  public let bytes: Int

  /// The extent of no text.
  public static let zero = TextExtent(of: ByteView(""))

  /// The longest piece whose line feeds are searched one by one, as between two findings.
  fileprivate static let searchedLimit = 4096

  /// The extent of `bytes`.
  ///
  /// - Parameter lineFeeds: how many line feeds are in them, when that is known.
  public init(of bytes: ByteView, lineFeeds: Int? = nil) {
    lines = lineFeeds ?? bytes.count(of: UInt8(ascii: "\n"))
    let last = lines > 0 ? bytes.lastIndex(of: UInt8(ascii: "\n"), before: bytes.count) : nil
    let start = last.map { $0 + 1 } ?? 0
    columns = bytes.slice(start..<bytes.count).scalarCount
    self.bytes = bytes.count - start
  }
}

/// Positions in a text that are cached every 16 KiB.
///
/// Lines and columns are counted from the beginning. Requests are usually in order, so counting
/// continues from the last one. Any other request counts at most 16 KiB, however long the text is
/// and in whatever order the requests come.
struct Waypoints<Result> {
  /// The number of bytes between two cached results.
  private static var step: Int { 1 << 14 }

  private let first: Result
  private var last: (offset: Int, result: Result)
  /// The results at the first step, the second, and so on up to the last request.
  private var kept: [Result] = []

  /// The way through a text at whose beginning the result is `first`.
  init(_ first: Result) {
    self.first = first
    last = (0, first)
  }

  /// The result at `offset`.
  ///
  /// - Parameter goOn: takes a result from one offset on to another.
  mutating func result(
    at offset: Int, _ goOn: (inout Result, _ start: Int, _ end: Int) -> Void
  ) -> Result {
    if offset < last.offset || offset - last.offset > Waypoints.step {
      let steps = offset / Waypoints.step
      while kept.count < steps {
        var result = kept.last ?? first
        goOn(&result, kept.count * Waypoints.step, (kept.count + 1) * Waypoints.step)
        kept.append(result)
      }
      last = steps == 0 ? (0, first) : (steps * Waypoints.step, kept[steps - 1])
    }
    goOn(&last.result, last.offset, offset)
    last.offset = offset
    return last.result
  }
}
