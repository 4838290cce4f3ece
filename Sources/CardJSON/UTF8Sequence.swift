/// The well-formed byte sequences of UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Sequence {
  /// The length in bytes, 2 to 4, of the multi-byte character at `start`; 0 when it is ill-formed.
  @inline(__always)
  static func length(in bytes: ByteView, at start: Int) -> Int {
    let lead = bytes[start]
    let second = bytes[start + 1]
    if lead < 0xE0 {
      return lead >= 0xC2 && isContinuation(second) ? 2 : 0
    }
    if lead < 0xF0 {
      let isShortest = lead != 0xE0 || second >= 0xA0
      let isScalar = lead != 0xED || second < 0xA0
      let isWhole = isContinuation(second) && isContinuation(bytes[start + 2])
      return isShortest && isScalar && isWhole ? 3 : 0
    }
    let isShortest = lead != 0xF0 || second >= 0x90
    let isScalar = lead < 0xF4 || lead == 0xF4 && second < 0x90
    let isWhole =
      isContinuation(second) && isContinuation(bytes[start + 2])
      && isContinuation(bytes[start + 3])
    return isShortest && isScalar && isWhole ? 4 : 0
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
