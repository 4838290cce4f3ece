/// The well-formed byte sequences of UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Sequence {
  /// The length in bytes, 2 to 4, of the multi-byte character at `start`; 0 when it is ill-formed.
  @inline(__always)
  static func length(in bytes: ByteView, at start: Int) -> Int {
    // The first byte is the lowest one. Each form is recognised by the fixed bits of its bytes; the
    // free bits tell what a shorter form could say, the surrogates, and what is beyond U+10FFFF.
    let word = UInt32(truncatingIfNeeded: bytes.word(at: start))
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
    let lead = bytes[start]
    let expected = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, start + expected > bytes.count else { return start }
    for offset in start + 1..<max(bytes.count, start + 1) {
      let isGood =
        offset == start + 1
        ? isSecond(bytes[offset], after: lead) : isContinuation(bytes[offset])
      if !isGood { return start }
    }
    return bytes.count
  }

  /// Whether `byte` may follow `lead`, which is a good lead.
  private static func isSecond(_ byte: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xE0: byte >= 0xA0 && byte < 0xC0
    case 0xED: byte >= 0x80 && byte < 0xA0
    case 0xF0: byte >= 0x90 && byte < 0xC0
    case 0xF4: byte >= 0x80 && byte < 0x90
    default: isContinuation(byte)
    }
  }

  @inline(__always)
  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

extension ByteView {
  /// Whether the bytes are well-formed UTF-8: only then they stay the same as text.
  public var isUTF8: Bool { ByteBuffer(text.utf8).read { $0 == self } }
}
