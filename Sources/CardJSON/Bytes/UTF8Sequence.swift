/// The well-formed byte sequences of UTF-8 (The Unicode Standard, table 3-7).
package enum UTF8Sequence {
  /// The length in bytes, 2 to 4, of the multi-byte sequence at `start`; 0 if it is ill-formed.
  @inline(__always)
  package static func length(in bytes: ByteView, at start: Int) -> Int {
    length(in: UInt32(truncatingIfNeeded: bytes.word(at: start)))
  }

  /// The length of the sequence at the start of four bytes, the first of them in the lowest bits.
  @inline(__always)
  private static func length(in word: UInt32) -> Int {
    // The fixed bits of the bytes identify the length; the free bits reveal overlong forms,
    // surrogates and values above U+10FFFF.
    if word & 0xC0E0 == 0x80C0 { return word & 0x1E != 0 ? 2 : 0 }
    if word & 0xC0_C0F0 == 0x80_80E0 {
      let free = word & 0x200F
      return free != 0 && free != 0x200D ? 3 : 0
    }
    guard word & 0xC0C0_C0F8 == 0x8080_80F0 else { return 0 }
    let free = (word & 0x07) << 8 | word >> 8 & 0x30
    return free >= 0x010 && free <= 0x400 ? 4 : 0
  }

  /// The offset at which the sequence at `start` becomes ill-formed: the lead byte, or the end of
  /// the input if more bytes could complete the sequence.
  static func fault(in bytes: ByteView, at start: Int) -> Int {
    // If a prefix can be completed at all, the lowest or the highest continuation bytes complete
    // it.
    let word = UInt32(truncatingIfNeeded: bytes.word(at: start))
    let rest = bytes.count - start
    let mayContinue = [0x8080_8080, 0xBFBF_BFBF].contains { (continuation: UInt32) in
      length(in: word | continuation << UInt32(8 * rest)) > rest
    }
    return mayContinue ? bytes.count : start
  }
}
