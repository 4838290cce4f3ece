@_spi(CardTool) import CardJSON

/// A short name for bytes: the same for the same bytes in every run, on every machine.
///
/// FNV-1a with 128 bits, which needs no tables and no other package. It tells findings apart; it
/// is no proof against somebody who makes two texts of one digest on purpose, who would gain
/// nothing by it but to hide his own mistake.
struct Digest: Hashable, Sendable {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  /// The digest of no bytes.
  init() {}

  /// The digest of `bytes`.
  init(of bytes: ByteView) {
    for position in 0..<bytes.count { mix(bytes[position]) }
  }

  /// The digest that `text`, 32 hexadecimal digits, spells; nil when it spells none.
  init?(text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(Digest.isDigit),
      let value = UInt128(text, radix: 16)
    else { return nil }
    self.value = value
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || ByteView.lowercased(byte) &- UInt8(ascii: "a") < 6
  }

  /// Adds a text, so that it cannot run into the text before it.
  mutating func add(_ text: String) {
    for byte in text.utf8 { mix(byte) }
    // No byte of UTF-8.
    mix(0xFF)
  }

  /// Adds a number.
  mutating func add(_ number: Int) { add(String(number)) }

  /// Adds another digest.
  mutating func add(_ other: Digest) {
    for shift in stride(from: 120, through: 0, by: -8) {
      mix(UInt8(truncatingIfNeeded: other.value >> UInt128(shift)))
    }
  }

  private mutating func mix(_ byte: UInt8) {
    value = (value ^ UInt128(byte)) &* Digest.prime
  }

  /// The digest as 32 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
