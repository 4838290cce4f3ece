import CardJSON

/// Base64 as in RFC 4648, with or without padding.
package struct Base64: Sendable {
  /// The value of each byte, or 255 for bytes outside the alphabet.
  package let sextets: PermanentTable<UInt8>

  /// The alphabet of section 4, which card ids use.
  package static let standard = Base64(endingIn: "+/")
  /// The alphabet of section 5, which links use.
  package static let url = Base64(endingIn: "-_")
  /// The letters of both alphabets.
  package static let either = Base64(endingIn: "+/", or: "-_")

  private init(endingIn ends: String, or others: String = "") {
    var table = [UInt8](repeating: 255, count: 256)
    for end in [ends, others] {
      let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + end
      for (value, byte) in alphabet.utf8.enumerated() { table[Int(byte)] = UInt8(value) }
    }
    sextets = PermanentTable(table)
  }

  /// Returns the part of `text` before the padding, or nil if Base64 cannot have that length.
  private static func content(_ text: ByteView) -> ByteView? {
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    return end % 4 == 1 ? nil : text.slice(0..<end)
  }

  /// Decodes `text` and appends the bytes; returns false, with meaningless bytes, if it is not
  /// Base64.
  package func decode(_ text: ByteView, into buffer: inout ByteBuffer) -> Bool {
    guard let content = Base64.content(text) else { return false }
    func value(_ letter: UInt64) -> UInt32 { UInt32(sextets[Int(letter & 0xFF)]) }
    buffer.reserve(content.count)
    // The sextets of all letters, in which a byte outside the alphabet sets bits above the sixth.
    var (start, all) = (0, 0 as UInt32)
    while content.count &- start >= 4 {
      let letters = content.word(at: start)
      let (first, second) = (value(letters), value(letters >> 8))
      let (third, fourth) = (value(letters >> 16), value(letters >> 24))
      all |= first | second | third | fourth
      let bits = first << 18 | second << 12 | third << 6 | fourth
      buffer.append(word: UInt64(bits.byteSwapped >> 8), count: 3)
      start &+= 4
    }
    guard start < content.count else { return all < 64 }
    // The last two or three letters encode one or two bytes.
    let letters = content.word(at: start)
    let (first, second) = (value(letters), value(letters >> 8))
    let third = content.count - start == 3 ? value(letters >> 16) : 0
    guard all | first | second | third < 64 else { return false }
    buffer.append(UInt8(truncatingIfNeeded: first << 2 | second >> 4))
    if content.count - start == 3 {
      buffer.append(UInt8(truncatingIfNeeded: second << 4 | third >> 2))
    }
    return true
  }
}
