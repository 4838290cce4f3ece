import CardJSON

extension CompositeID {
  /// Whether `text` is the Base64 of a composite id, or of a campaign id alone.
  ///
  /// The same answer that reading it gives, without a buffer for what it says.
  package static func isComposite(_ text: ByteView) -> Bool {
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard end % 4 != 1 else { return false }
    if hasUsualForm(text, end) { return true }
    // What stands behind the separator only has to be Base64.
    let sextets = sextets
    var decoded = DecodedID()
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    var index = 0
    while index < end, !decoded.hasSeparator {
      let value = sextets[Int(text[index])]
      index += 1
      guard value < 64 else { return false }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return text.slice(index..<end).isBase64 && decoded.isComposite
  }

  /// Whether `text` is what Braze makes: a campaign id of 24 or 36 plain bytes and the separator,
  /// which then stand at whole groups of the Base64, and more Base64 up to `end`.
  private static func hasUsualForm(_ text: ByteView, _ end: Int) -> Bool {
    let separator = ByteView("XyRfY2M9").word(at: 0)
    let length: Int
    if end >= 40, text.word(at: 32) == separator {
      length = 32
    } else if end >= 56, text.word(at: 48) == separator {
      length = 48
    } else {
      return false
    }
    return isPlain(text, length) && text.slice(length + 8..<end).isBase64
  }

  /// Whether the first `length` bytes, whole groups of Base64, stand for plain text.
  private static func isPlain(_ text: ByteView, _ length: Int) -> Bool {
    let sextets = sextets
    var (seen, isPlain): (UInt8, Bool) = (0, true)
    for place in stride(from: 0, to: length, by: 8) {
      var bits: UInt64 = 0
      for index in place..<place + 8 {
        let value = sextets[Int(text[index])]
        seen |= value
        bits = bits << 6 | UInt64(value)
      }
      isPlain = isPlain && areGraphic(bits)
    }
    return seen < 64 && isPlain
  }

  /// Whether the six low bytes may stand in the id of a campaign.
  @inline(__always)
  private static func areGraphic(_ bytes: UInt64) -> Bool {
    let each: UInt64 = 0x0101_0101_0101
    let highs = each &* 0x80
    func zeros(_ bytes: UInt64) -> UInt64 { (bytes &- each) & ~bytes }
    let quotes = zeros(bytes ^ each &* 0x22) | zeros(bytes ^ each &* 0x5C)
    let others = (bytes &- each &* 0x21) & ~bytes | zeros(bytes ^ each &* 0x7F) | bytes
    return (quotes | others) & highs == 0
  }

  /// Whether a byte may stand in the id of a campaign.
  @inline(__always)
  static func isGraphic(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
  }

  /// What each byte stands for in Base64; 255 for those that stand for nothing.
  private static let sextets: PermanentTable<UInt8> = {
    var table = [UInt8](repeating: 255, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, byte) in alphabet.utf8.enumerated() { table[Int(byte)] = UInt8(value) }
    return PermanentTable(table)
  }()

  /// What is known of an id that is decoded byte by byte.
  private struct DecodedID {
    private var window: UInt64 = 0
    private var count = 0
    private var isPlain = true
    private var isHexadecimal = true
    private(set) var hasSeparator = false

    /// `_$_cc=`, the first byte highest.
    private static let separator: UInt64 = 0x5F24_5F63_633D
    private static let separatorLength = 6

    mutating func append(_ byte: UInt8) {
      count += 1
      window = (window << 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
      if window == DecodedID.separator {
        hasSeparator = true
        isPlain = isPlain && count > DecodedID.separatorLength
        return
      }
      isPlain = isPlain && CompositeID.isGraphic(byte)
      let isDigit = byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 6
      isHexadecimal = isHexadecimal && (isDigit || byte == UInt8(ascii: "-"))
    }

    var isComposite: Bool {
      hasSeparator ? isPlain : isHexadecimal && CompositeID.bareLengths.contains(count)
    }
  }
}
