/// A place in a text as people count it.
///
/// Lines and columns begin at 1. A line feed ends a line; columns count Unicode scalars, a tab is
/// one. Places are worked out only for what is reported: everything else carries byte offsets.
public struct TextPosition: Equatable, Sendable {
  /// The line, from 1.
  public private(set) var line = 1
  /// The column in Unicode scalars, from 1.
  public private(set) var column = 1

  /// The beginning of a text.
  public init() {}

  /// Moves on over `bytes`, which follow this place.
  public mutating func advance(over bytes: ByteView) {
    advance(by: TextExtent(of: bytes))
  }

  /// Moves on over a piece of text that was measured before.
  public mutating func advance(by extent: TextExtent) {
    line += extent.lines
    column = extent.lines > 0 ? extent.columns + 1 : column + extent.columns
  }
}

/// How far a piece of text moves a place: whoever measures it need not know where it begins.
public struct TextExtent: Equatable, Sendable {
  /// The number of line feeds.
  public let lines: Int
  /// The number of Unicode scalars behind the last line feed, or in all without one.
  public let columns: Int

  /// The extent of no text.
  public static let zero = TextExtent(lines: 0, columns: 0)

  private init(lines: Int, columns: Int) {
    self.lines = lines
    self.columns = columns
  }

  /// The extent of `bytes`.
  public init(of bytes: ByteView) {
    lines = bytes.count(of: UInt8(ascii: "\n"))
    var start = 0
    if lines > 0 {
      start = (bytes.lastIndex(of: UInt8(ascii: "\n"), before: bytes.count) ?? -1) + 1
    }
    columns = bytes.slice(start..<bytes.count).scalarCount
  }
}

extension ByteView {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

  /// How many bytes equal `byte`.
  public func count(of byte: UInt8) -> Int {
    countWords { word in
      let difference = word ^ (ByteView.ones &* UInt64(byte))
      let nonZero = ((difference & ByteView.lowBits) &+ ByteView.lowBits) | difference
      return ~nonZero >> 7 & ByteView.ones
    } rest: {
      $0 == byte
    }
  }

  /// The number of Unicode scalars: of bytes that do not continue a character.
  public var scalarCount: Int {
    count
      - countWords { word in
        word >> 7 & ~(word >> 6) & ByteView.ones
      } rest: {
        $0 & 0xC0 == 0x80
      }
  }

  /// Sums the marks, one in the lowest bit of each byte, that `marks` gives for eight bytes at a
  /// time; up to 255 of them are added byte by byte before the bytes are summed.
  @inline(__always)
  private func countWords(_ marks: (UInt64) -> UInt64, rest isCounted: (UInt8) -> Bool) -> Int {
    var total = 0
    var position = 0
    while count - position >= 8 {
      let end = min(position + 255 * 8, position + (count - position) & ~7)
      var sums: UInt64 = 0
      while position < end {
        sums &+= marks(word(at: position))
        position += 8
      }
      let pairs = (sums & 0x00FF_00FF_00FF_00FF) &+ (sums >> 8 & 0x00FF_00FF_00FF_00FF)
      total += Int((pairs &* 0x0001_0001_0001_0001) >> 48)
    }
    while position < count {
      if isCounted(self[position]) { total += 1 }
      position += 1
    }
    return total
  }
}
