/// A read-only view of bytes that another value owns.
///
/// It is valid until its `ByteBuffer` changes or is freed: never store it. Views that
/// `ByteBuffer.sealed()` returns are followed by `ByteBuffer.padding` zero bytes, so that a scanner
/// can load whole words without checking for the end; the bytes after a `slice` are readable but
/// arbitrary.
@frozen
@safe
public struct ByteView: BitwiseCopyable, Equatable, @unchecked Sendable {
  @usableFromInline let base: UnsafePointer<UInt8>
  /// The number of bytes, without the padding.
  public let count: Int

  @inlinable
  init(base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Creates a view of a literal, which is never freed.
  @inlinable
  public init(_ text: StaticString) {
    unsafe self.init(base: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// A view of a copy of `text` that lives as long as the program.
  public init(permanent text: String) { self = ByteBuffer(text.utf8).leaked() }

  /// A view of a copy of `text` that lives as long as the program.
  public init(permanent text: ByteView) {
    self = .permanent(capacity: text.count) { $0.append(text) }
  }

  /// A view of the bytes that `write` appends, which live as long as the program.
  public static func permanent(
    capacity: Int = 0, _ write: (inout ByteBuffer) -> Void
  ) -> ByteView {
    var bytes = ByteBuffer(capacity: capacity)
    write(&bytes)
    return bytes.leaked()
  }

  /// The byte at `index`, which may be in the padding.
  @inlinable
  public subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count + ByteBuffer.padding)
    return unsafe base[index]
  }

  /// The eight bytes at `index`, the first one in the lowest bits.
  @inlinable
  public func word(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count + ByteBuffer.padding)
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// The 16 bytes at `index`.
  @inlinable
  public func vector(at index: Int) -> SIMD16<UInt8> {
    assert(index >= 0 && index + 16 <= count + ByteBuffer.padding)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// The bytes in `range`, which must be within this view.
  @inlinable
  public func slice(_ range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe ByteView(base: base + range.lowerBound, count: range.count)
  }

  /// Passes the bytes to `body` as a pointer, for system calls.
  @unsafe
  public func withPointer<Result>(
    _ body: (UnsafePointer<UInt8>, Int) throws -> Result
  ) rethrows -> Result { try unsafe body(base, count) }

  /// A copy of the bytes.
  public var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

  /// A copy of the bytes as text; invalid UTF-8 becomes U+FFFD.
  public var text: String {
    unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  /// Whether the bytes are well-formed UTF-8, that is, whether decoding them does not change them.
  public var isUTF8: Bool { ByteBuffer(text.utf8).read { $0 == self } }

  /// The first `limit` bytes of UTF-8 text, without an incomplete character at the end.
  public func prefix(_ limit: Int) -> ByteView {
    guard count > limit else { return self }
    var end = limit
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return slice(0..<end)
  }

  // MARK: Searching

  /// The first index of `byte` at or after `start` and before `end`; nil if absent.
  @inlinable
  public func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    guard start < end else { return nil }
    return unsafe Memory.find(byte, in: base + start, end - start).map { start + $0 }
  }

  /// The index of the first occurrence of `text`, which is short; nil if absent.
  public func firstIndex(of text: ByteView) -> Int? {
    guard text.count > 0 else { return 0 }
    let last = text.count - 1
    let (first, end) = (SIMD16(repeating: text[0]), SIMD16(repeating: text[last]))
    var start = 0
    // Compares the first and the last byte of the text at 16 places at a time.
    while start + last + 16 <= count {
      let isCandidate = (vector(at: start) .== first) .& (vector(at: start + last) .== end)
      var marks = SIMD16().replacing(with: SIMD16(repeating: 0xFF), where: isCandidate).highBits
      while marks != 0 {
        let candidate = start + marks.trailingZeroBitCount
        if text.occurs(at: candidate, in: self) { return candidate }
        marks &= marks - 1
      }
      start += 16
    }
    while let candidate = firstIndex(of: text[0], from: start, to: count - text.count + 1) {
      if text.occurs(at: candidate, in: self) { return candidate }
      start = candidate + 1
    }
    return nil
  }

  /// The last index of `byte` before `end`; nil if absent.
  public func lastIndex(of byte: UInt8, before end: Int) -> Int? {
    var position = min(end, count)
    let wanted = ByteClass(.byte(byte))
    while position >= 16 {
      let marks = wanted.marks(in: vector(at: position - 16)).highBits
      if marks != 0 { return position - 16 + 31 - marks.leadingZeroBitCount }
      position -= 16
    }
    return (0..<max(position, 0)).last { self[$0] == byte }
  }

  // MARK: Comparing

  /// Whether both views contain the same bytes.
  @inlinable
  public static func == (left: ByteView, right: ByteView) -> Bool {
    unsafe left.count == right.count && Memory.order(left.base, right.base, count: left.count) == 0
  }

  /// Whether `other` contains the bytes of this view at `index`.
  @inlinable
  public func occurs(at index: Int, in other: ByteView) -> Bool {
    unsafe index >= 0 && index + count <= other.count
      && Memory.order(base, other.base + index, count: count) == 0
  }

  /// Whether these bytes sort before those of `other`; for UTF-8, the order is that of the scalars.
  @inlinable
  public func precedes(_ other: ByteView) -> Bool {
    let order = unsafe Memory.order(base, other.base, count: min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }

  /// Whether both views contain the same text, ignoring the case of ASCII letters.
  public func equalsIgnoringCase(_ other: ByteView) -> Bool {
    count == other.count
      && (0..<count).allSatisfy {
        self[$0] == other[$0] || ByteView.lowercased(self[$0]) == ByteView.lowercased(other[$0])
      }
  }

  /// The lower-case form of an ASCII letter; any other byte unchanged.
  @inlinable
  public static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}

extension String {
  /// The text with its ASCII letters in lower case and all other bytes unchanged.
  package var lowercasedASCII: String {
    String(decoding: utf8.map(ByteView.lowercased), as: UTF8.self)
  }
}
