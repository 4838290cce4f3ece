/// Eight bytes of a text that are looked at together.
@frozen
public struct EightBytes: BitwiseCopyable, Sendable {
  @usableFromInline let bits: UInt64

  /// The bytes of `text` from `position` on; those behind its end are taken for letters.
  ///
  /// - Precondition: the view has at least 8 readable bytes behind its end.
  @inlinable
  public init(_ text: ByteView, at position: Int) {
    let word = text.word(at: position)
    let count = text.count - position
    guard count < 8 else {
      bits = word
      return
    }
    let mask: UInt64 = 1 << UInt64(count * 8) - 1
    bits = word & mask | EightBytes.each(UInt8(ascii: "a")) & ~mask
  }

  /// Whether one has to be escaped in a JSON string, or is `#`.
  @inlinable public var hasEscapeOrHash: Bool {
    // The quote and `#` follow each other: without the quote's bits they are 0 and 1.
    let flipped = bits ^ EightBytes.each(UInt8(ascii: "\""))
    let quoteOrHash = (flipped &- EightBytes.each(2)) & ~flipped & EightBytes.each(0x80)
    return below(0x20) | quoteOrHash | equal(UInt8(ascii: "\\")) != 0
  }

  /// Whether one is no visible ASCII, or is `#`.
  @inlinable public var hasInvisibleOrHash: Bool {
    below(0x20) | equal(0x7F) | equal(UInt8(ascii: "#")) | bits & EightBytes.each(0x80) != 0
  }

  @inlinable
  static func each(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Not 0 when a byte is below `limit`, which is at most 0x80.
  @inlinable
  func below(_ limit: UInt8) -> UInt64 {
    (bits &- EightBytes.each(limit)) & ~bits & EightBytes.each(0x80)
  }

  /// Not 0 when a byte is `byte`.
  @inlinable
  func equal(_ byte: UInt8) -> UInt64 {
    let difference = bits ^ EightBytes.each(byte)
    return (difference &- EightBytes.each(1)) & ~difference & EightBytes.each(0x80)
  }
}
