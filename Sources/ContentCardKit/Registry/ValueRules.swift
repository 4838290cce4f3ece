import CardJSON

/// The text formats of property types.
package enum ValueRules {
  /// Whether `text` is a URL: a scheme, a colon and at least one more character, without whitespace
  /// or control characters; looser than RFC 3986, so that deep links of apps are URLs.
  package static func isURL(_ text: ByteView) -> Bool {
    guard text.count > 0, isLetter(text[0]) else { return false }
    var colon = 1
    while colon < text.count, isSchemeByte(text[colon]) { colon += 1 }
    guard colon + 1 < text.count, text[colon] == UInt8(ascii: ":") else { return false }
    return !text.slice(colon + 1..<text.count).containsAny(of: .spaceOrControl)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: isLetter(byte)
    }
  }

  /// The Boolean value of `true` and `1`, or `false` and `0`; nil for other text.
  static func boolean(_ text: ByteView) -> Bool? {
    if text == ByteView("true") || text == ByteView("1") { return true }
    return text == ByteView("false") || text == ByteView("0") ? false : nil
  }
}
