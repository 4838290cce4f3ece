/// Escapes control characters in text to display, such as on a terminal or in a build log.
///
/// C0 controls, DEL, C1 controls, line and paragraph separators, bidirectional controls, and the
/// noncharacters U+FFFE and U+FFFF, which XML cannot contain, become `\u` escapes.
public enum ControlEscapes {
  /// Appends `text`, which is UTF-8, with control characters escaped, except line feeds if
  /// `keepingLines`.
  public static func append(
    _ text: ByteView, to buffer: inout ByteBuffer, keepingLines: Bool = false
  ) {
    var start = 0
    var position = 0
    while position < text.count {
      guard let (unit, length) = unit(text, at: position), isActive(unit),
        unit != 0x0A || !keepingLines
      else {
        position += 1
        continue
      }
      buffer.append(text.slice(start..<position))
      buffer.append(unicodeEscape: unit)
      position += length
      start = position
    }
    buffer.append(text.slice(start..<text.count))
  }

  /// Returns `text` with control characters escaped.
  public static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    var buffer = ByteBuffer(capacity: text.utf8.count)
    ByteBuffer(text.utf8).read { append($0, to: &buffer, keepingLines: keepingLines) }
    return buffer.view.text
  }

  /// Whether a scalar is one of those that are escaped; all of them are one UTF-16 code unit.
  public static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    UInt16(exactly: scalar.value).map(isActive) ?? false
  }

  private static func isActive(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFFFE, 0xFFFF:
      true
    default: false
    }
  }

  /// The character at `position`, if its lead byte can begin an escaped character, and its length
  /// in bytes.
  private static func unit(_ text: ByteView, at position: Int) -> (UInt16, length: Int)? {
    /// The payload of the byte `distance` bytes later; nil if it is not a continuation byte.
    func bits(_ distance: Int) -> UInt16? {
      guard position + distance < text.count else { return nil }
      let byte = text[position + distance]
      return byte & 0xC0 == 0x80 ? UInt16(byte & 0x3F) : nil
    }
    let lead = UInt16(text[position])
    switch lead {
    case 0x00..<0x20, 0x7F: return (lead, 1)
    case 0xC2, 0xD8: return bits(1).map { (lead & 0x1F) << 6 | $0 }.map { ($0, 2) }
    case 0xE2, 0xEF:
      guard let second = bits(1), let third = bits(2) else { return nil }
      return (lead << 12 | second << 6 | third, 3)
    default: return nil
    }
  }
}
