/// Text outside strings, up to the next byte that is white space or means something to JSON.
struct BareWord: Equatable, Sendable {
  private var length = 0
  /// The last eight bytes, the last one in the lowest bits.
  private var bytes: UInt64 = 0
  private var isNumber = true

  mutating func append(_ byte: UInt8) {
    length += 1
    bytes = bytes << 8 | UInt64(byte)
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      break
    default: isNumber = false
    }
  }

  /// Whether it is neither a number nor a literal, and so can only be part of a string or nonsense.
  var isText: Bool { !isNumber && !isLiteral }

  private var isLiteral: Bool {
    switch (length, bytes) {
    case (4, 0x7472_7565), (4, 0x6E75_6C6C), (5, 0x66_616C_7365): true
    default: false
    }
  }
}
