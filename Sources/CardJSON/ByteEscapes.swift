/// Up to four byte values that are written as two bytes each, such as `"` as `""` in CSV.
@frozen
public struct ByteEscapes: Sendable {
  /// How many bytes may be escaped.
  public static let limit = 4

  /// The escaped bytes; unused places repeat the first.
  ///
  /// A word each: so few single bytes would be passed in registers, packed and taken apart at each
  /// call.
  @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)
  /// The byte that stands first in every escape.
  @usableFromInline let introducer: UInt8
  /// The second byte of each escape, in the order of `bytes`.
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
    words = (
      UInt64(pair(0).byte), UInt64(pair(1).byte), UInt64(pair(2).byte), UInt64(pair(3).byte)
    )
    letters = (pair(0).letter, pair(1).letter, pair(2).letter, pair(3).letter)
  }

  /// The escaped bytes as what is searched for.
  @inline(always)
  fileprivate var members: ByteClass {
    ByteClass(
      .byte(byte(words.0)), .byte(byte(words.1)), .byte(byte(words.2)), .byte(byte(words.3)))
  }

  @inline(always)
  private func byte(_ word: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word) }

  /// The second byte of the escape of `byte`; nil when `byte` is not escaped.
  @inline(__always)
  func letter(_ byte: UInt8) -> UInt8? {
    let word = UInt64(byte)
    if word == words.0 { return letters.0 }
    if word == words.1 { return letters.1 }
    if word == words.2 { return letters.2 }
    if word == words.3 { return letters.3 }
    return nil
  }
}

extension ByteView {
  /// Whether one of the bytes that `escapes` escapes is among these.
  public func holds(anyOf escapes: ByteEscapes) -> Bool { holds(escapes.members) }
}

extension ByteBuffer {
  /// Escapes the bytes from `start` to the end where they stand.
  public mutating func escape(_ escapes: ByteEscapes, from start: Int) {
    precondition(start >= 0 && start <= count)
    let members = escapes.members
    let added = view.slice(start..<count).count(of: members)
    guard added > 0 else { return }
    reserve(added)
    var target = count + added
    var source = count
    // Backwards, so that no byte is overwritten before it has moved; eight at a time, where none is
    // escaped.
    while target > source {
      let next = max(source - 8, start)
      if source - next == 8, members.marks(in: view.vector(at: next)).highBits & 0xFF == 0 {
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
