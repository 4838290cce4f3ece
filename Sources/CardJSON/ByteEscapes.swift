/// Up to four byte values that are written as two bytes each, such as `"` as `""` in CSV.
@frozen
public struct ByteEscapes: Sendable {
  /// How many bytes may be escaped.
  public static let limit = 4

  /// Each escaped byte, repeated in all eight bytes of a word; unused places repeat the first.
  @usableFromInline let patterns: (UInt64, UInt64, UInt64, UInt64)
  /// The byte that stands first in every escape.
  @usableFromInline let introducer: UInt8
  /// The second byte of each escape, in the order of `patterns`.
  @usableFromInline let letters: (UInt8, UInt8, UInt8, UInt8)

  /// Escapes for each `byte`, written as `introducer` and `letter`.
  ///
  /// - Precondition: there are 1 to `limit` pairs.
  public init(_ introducer: UInt8, _ pairs: [(byte: UInt8, letter: UInt8)]) {
    precondition(!pairs.isEmpty && pairs.count <= ByteEscapes.limit)
    func pair(_ place: Int) -> (byte: UInt8, letter: UInt8) {
      place < pairs.count ? pairs[place] : pairs[0]
    }
    self.introducer = introducer
    letters = (pair(0).letter, pair(1).letter, pair(2).letter, pair(3).letter)
    patterns = (
      ByteView.repeated(pair(0).byte), ByteView.repeated(pair(1).byte),
      ByteView.repeated(pair(2).byte), ByteView.repeated(pair(3).byte)
    )
  }

  /// The second byte of the escape of `byte`; nil when `byte` is not escaped.
  @inline(__always)
  func letter(_ byte: UInt8) -> UInt8? {
    if byte == UInt8(truncatingIfNeeded: patterns.0) { return letters.0 }
    if byte == UInt8(truncatingIfNeeded: patterns.1) { return letters.1 }
    if byte == UInt8(truncatingIfNeeded: patterns.2) { return letters.2 }
    if byte == UInt8(truncatingIfNeeded: patterns.3) { return letters.3 }
    return nil
  }
}

extension ByteView {
  @usableFromInline
  static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// A word that is not 0 when one of the bytes that `escapes` escapes is among those of `word`.
  @inline(__always)
  private static func marks(_ escapes: ByteEscapes, in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (first, second) = (word ^ escapes.patterns.0, word ^ escapes.patterns.1)
    let (third, fourth) = (word ^ escapes.patterns.2, word ^ escapes.patterns.3)
    let zeros =
      ((first &- ones) & ~first) | ((second &- ones) & ~second) | ((third &- ones) & ~third)
      | ((fourth &- ones) & ~fourth)
    return zeros & 0x8080_8080_8080_8080
  }

  /// Whether none of the eight bytes from `position` on is one that `escapes` escapes.
  @inline(__always)
  fileprivate func isFree(of escapes: ByteEscapes, at position: Int) -> Bool {
    ByteView.marks(escapes, in: word(at: position)) == 0
  }

  /// How many bytes `escapes` escapes.
  fileprivate func count(anyOf escapes: ByteEscapes) -> Int {
    let (first, second, third, fourth) = escapes.patterns
    func count(_ pattern: UInt64) -> Int { self.count(of: UInt8(truncatingIfNeeded: pattern)) }
    var total = count(first)
    // An unused place repeats the first.
    if second != first { total += count(second) }
    if third != first { total += count(third) }
    if fourth != first { total += count(fourth) }
    return total
  }

  /// Whether one of the bytes that `escapes` escapes is among these.
  public func holds(anyOf escapes: ByteEscapes) -> Bool {
    guard count >= 8 else {
      for index in 0..<count where escapes.letter(self[index]) != nil { return true }
      return false
    }
    // The last step may overlap the one before it, so that no byte behind the end is read.
    guard count >= 16 else {
      return !isFree(of: escapes, at: 0) || !isFree(of: escapes, at: count - 8)
    }
    // Rejected: the comparison in a function of its own, for which the compiler takes the lanes one
    // by one.
    let (all, none) = (SIMD16<UInt8>(repeating: 0xFF), SIMD16<UInt8>())
    let first = SIMD16(repeating: UInt8(truncatingIfNeeded: escapes.patterns.0))
    let second = SIMD16(repeating: UInt8(truncatingIfNeeded: escapes.patterns.1))
    let third = SIMD16(repeating: UInt8(truncatingIfNeeded: escapes.patterns.2))
    let fourth = SIMD16(repeating: UInt8(truncatingIfNeeded: escapes.patterns.3))
    var position = 0
    while true {
      let bytes = vector(at: position)
      let marks = unsafe unsafeBitCast(
        none.replacing(with: all, where: bytes .== first)
          | none.replacing(with: all, where: bytes .== second)
          | none.replacing(with: all, where: bytes .== third)
          | none.replacing(with: all, where: bytes .== fourth), to: SIMD2<UInt64>.self)
      if marks.x | marks.y != 0 { return true }
      if position + 16 >= count { return false }
      position = min(position + 16, count - 16)
    }
  }
}

extension ByteBuffer {
  /// Escapes the bytes from `start` to the end where they stand.
  public mutating func escape(_ escapes: ByteEscapes, from start: Int) {
    precondition(start >= 0 && start <= count)
    let added = view.slice(start..<count).count(anyOf: escapes)
    guard added > 0 else { return }
    reserve(added)
    var target = count + added
    var source = count
    // Backwards, so that no byte is overwritten before it has moved; eight at a time, where none is
    // escaped.
    while target > source {
      let next = max(source - 8, start)
      if source - next == 8, view.isFree(of: escapes, at: next) {
        target -= 8
        unsafe UnsafeMutableRawPointer(base).storeBytes(
          of: view.word(at: next).littleEndian, toByteOffset: target, as: UInt64.self)
      } else {
        for place in (next..<source).reversed() { move(place, before: &target, escapes) }
      }
      source = next
    }
    length += added
  }

  /// Moves the byte at `place` to where it ends before `target`, escaped if it has to be.
  @inline(__always)
  private mutating func move(_ place: Int, before target: inout Int, _ escapes: ByteEscapes) {
    let byte = unsafe base[place]
    target -= 1
    guard let letter = escapes.letter(byte) else { return unsafe base[target] = byte }
    unsafe base[target] = letter
    target -= 1
    unsafe base[target] = escapes.introducer
  }
}
