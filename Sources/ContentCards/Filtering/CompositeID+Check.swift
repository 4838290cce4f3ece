@_spi(CardTool) import CardJSON

extension CompositeID {
  /// Whether `text` is the Base64 of a composite id, or of a campaign id alone.
  package static func isComposite(_ text: ByteView) -> Bool {
    guard let content = Base64.content(text), Base64.isContent(content) else { return false }
    if hasUsualForm(content) { return true }
    var scratch = ByteBuffer(capacity: 2 * content.count)
    return CompositeID(content, decodedInto: &scratch) != nil
  }

  /// Whether `text` is what Braze makes: a campaign id of 24 or 36 plain bytes and the separator,
  /// which then stand at whole groups of the Base64.
  private static func hasUsualForm(_ text: ByteView) -> Bool {
    let separator = ByteView("XyRfY2M9").word(at: 0)
    let length: Int
    if text.count >= 40, text.word(at: 32) == separator {
      length = 32
    } else if text.count >= 56, text.word(at: 48) == separator {
      length = 48
    } else {
      return false
    }
    return isPlain(text, length)
  }

  /// Whether the first `length` bytes, whole groups of Base64, stand for plain text.
  private static func isPlain(_ text: ByteView, _ length: Int) -> Bool {
    let sextets = Base64.standard.sextets
    var isPlain = true
    for place in stride(from: 0, to: length, by: 8) {
      var bits: UInt64 = 0
      for index in place..<place + 8 {
        bits = bits << 6 | UInt64(sextets[Int(text[index])])
      }
      isPlain = isPlain && areGraphic(bits)
    }
    return isPlain
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
}
