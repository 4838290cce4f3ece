import CardJSON

/// Base64 as RFC 4648 has it; padding may be missing.
enum Base64 {
  /// The alphabet of section 4, in which card ids are spelt.
  case standard
  /// The alphabet of section 5, in which links are.
  case url

  /// Appends what `text` stands for; false when it is no Base64, and then what was appended is
  /// of no use.
  func decode(_ text: ByteView, into buffer: inout ByteBuffer) -> Bool {
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard end % 4 != 1 else { return false }
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for index in 0..<end {
      guard let value = value(of: text[index]) else { return false }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        buffer.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return true
  }

  @inline(__always)
  private func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): self == .standard ? 62 : nil
    case UInt8(ascii: "/"): self == .standard ? 63 : nil
    case UInt8(ascii: "-"): self == .url ? 62 : nil
    case UInt8(ascii: "_"): self == .url ? 63 : nil
    default: nil
    }
  }
}
