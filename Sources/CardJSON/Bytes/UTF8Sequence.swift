/// The well-formed byte sequences of UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Sequence {
  /// The length in bytes, 2 to 4, of the multi-byte character at `start`; 0 when it is ill-formed.
  @inline(__always)
  static func length(in bytes: ByteView, at start: Int) -> Int {
    length(in: UInt32(truncatingIfNeeded: bytes.word(at: start)))
  }

  /// The length of the character that four bytes begin with, the first one in the lowest bits.
  @inline(__always)
  private static func length(in word: UInt32) -> Int {
    // Each form is recognized by the fixed bits of its bytes; the free bits tell what a shorter
    // form could say, the surrogates, and what is beyond U+10FFFF.
    if word & 0xC0E0 == 0x80C0 { return word & 0x1E != 0 ? 2 : 0 }
    if word & 0xC0_C0F0 == 0x80_80E0 {
      let free = word & 0x200F
      return free != 0 && free != 0x200D ? 3 : 0
    }
    guard word & 0xC0C0_C0F8 == 0x8080_80F0 else { return 0 }
    let free = (word & 0x07) << 8 | word >> 8 & 0x30
    return free >= 0x010 && free <= 0x400 ? 4 : 0
  }

  /// The offset of the byte that makes the sequence at `start` ill-formed: the lead itself, unless
  /// the end of the input cuts off what may become a good sequence.
  static func fault(in bytes: ByteView, at start: Int) -> Int {
    // Whatever may follow a lead, the lowest or the highest continuation may.
    let word = UInt32(truncatingIfNeeded: bytes.word(at: start))
    let rest = bytes.count - start
    let mayContinue = [0x8080_8080, 0xBFBF_BFBF].contains { (continuation: UInt32) in
      length(in: word | continuation << UInt32(8 * rest)) > rest
    }
    return mayContinue ? bytes.count : start
  }
}
