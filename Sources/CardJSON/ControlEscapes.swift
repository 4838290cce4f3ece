/// Escapes for the characters that could act where text is only to be shown.
///
/// C0 controls except the line feed, DEL, C1 controls and bidirectional controls become `\u`
/// escapes, which inside JSON strings mean the same text.
public enum ControlEscapes {
  /// Appends `text`, which is UTF-8, with such characters escaped.
  public static func append(_ text: ByteView, to buffer: inout ByteBuffer) {
    var start = 0
    var position = 0
    while position < text.count {
      guard let (unit, length) = control(text, at: position) else {
        position += 1
        continue
      }
      buffer.append(text.slice(start..<position))
      JSONText.appendUnicodeEscape(unit, to: &buffer)
      position += length
      start = position
    }
    buffer.append(text.slice(start..<text.count))
  }

  /// The character at `position` when it could act on a terminal, and its length in bytes.
  private static func control(_ text: ByteView, at position: Int) -> (unit: UInt16, length: Int)? {
    func byte(_ distance: Int) -> UInt8 {
      position + distance < text.count ? text[position + distance] : 0
    }
    switch byte(0) {
    case 0x0A: return nil
    case 0x00..<0x20, 0x7F: return (UInt16(byte(0)), 1)
    case 0xC2 where byte(1) >= 0x80 && byte(1) < 0xA0: return (UInt16(byte(1)), 2)
    case 0xD8 where byte(1) == 0x9C: return (0x061C, 2)
    case 0xE2 where byte(1) == 0x80 || byte(1) == 0x81:
      let unit = 0x2000 | UInt16(byte(1) & 0x3F) << 6 | UInt16(byte(2) & 0x3F)
      return isDirection(unit) ? (unit, 3) : nil
    default: return nil
    }
  }

  private static func isDirection(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
