/// The text of JSON strings: escapes resolved when read, put in when written.
public enum JSONText {
  /// Appends the text that `content`, the inside of a valid JSON string, stands for.
  ///
  /// A surrogate escape without its other half becomes U+FFFD.
  public static func decode(_ content: ByteView, into buffer: inout ByteBuffer) {
    decode(content, into: &buffer) { scalar, buffer in append(scalar, to: &buffer) }
  }

  /// Appends the same text, but leaves each scalar that is written as an escape to `appendEscaped`.
  @inline(always)
  public static func decode(
    _ content: ByteView, into buffer: inout ByteBuffer,
    appendEscaped: (_ scalar: Unicode.Scalar, _ buffer: inout ByteBuffer) -> Void
  ) {
    var position = 0
    while true {
      position = buffer.append(content, from: position, upTo: UInt8(ascii: "\\"))
      guard position < content.count else { return }
      let (scalar, length) = escape(content, at: position)
      appendEscaped(scalar, &buffer)
      position &+= length
    }
  }

  /// The number of bytes of UTF-8 in the text of `content`, the inside of a valid JSON string.
  public static func decodedCount(_ content: ByteView) -> Int {
    var count = content.count
    var position = 0
    while let backslash = content.firstIndex(
      of: UInt8(ascii: "\\"), from: position, to: content.count)
    {
      let (scalar, length) = escape(content, at: backslash)
      count += UTF8.width(scalar) - length
      position = backslash + length
    }
    return count
  }

  /// The scalar that the escape at `start` stands for, and the escape's length in bytes.
  ///
  /// - Precondition: `content` is the inside of a valid JSON string with a backslash at `start`.
  public static func escape(_ content: ByteView, at start: Int) -> (
    scalar: Unicode.Scalar, length: Int
  ) {
    switch content[start + 1] {
    case UInt8(ascii: "b"): return ("\u{08}", 2)
    case UInt8(ascii: "f"): return ("\u{0C}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"): break
    case let byte: return (Unicode.Scalar(byte), 2)
    }
    let unit = codeUnit(content, at: start + 2)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    let isPair =
      unit < 0xDC00 && start + 12 <= content.count && content[start + 6] == UInt8(ascii: "\\")
      && content[start + 7] == UInt8(ascii: "u")
    if isPair {
      let low = codeUnit(content, at: start + 8)
      if low >= 0xDC00, low <= 0xDFFF,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return (scalar, 12)
      }
    }
    return ("\u{FFFD}", 6)
  }

  /// The inside of a JSON string without JSON's whitespace at its ends, whether or not it is
  /// escaped.
  public static func trimmed(_ content: ByteView) -> ByteView {
    guard content.firstIndex(of: UInt8(ascii: "\\"), from: 0, to: content.count) != nil else {
      return JSONNumber.trimmed(content)
    }
    var start = 0
    var end = content.count
    while start < end, let length = spaceLength(content, from: start, to: end) { start += length }
    while end > start {
      // The end of an escaped backslash and a letter may look like escaped whitespace; neither
      // leaves a number or a date.
      guard
        let length = [1, 2, 6].first(where: {
          end - $0 >= start && spaceLength(content, from: end - $0, to: end) == $0
        })
      else { break }
      end -= length
    }
    return content.slice(start..<end)
  }

  private static func spaceLength(_ content: ByteView, from start: Int, to end: Int) -> Int? {
    switch content[start] {
    case 0x20: return 1
    case UInt8(ascii: "\\"): break
    default: return nil
    }
    guard start + 2 <= end else { return nil }
    switch content[start + 1] {
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return 2
    case UInt8(ascii: "u"):
      guard start + 6 <= end else { return nil }
      let unit = codeUnit(content, at: start + 2)
      return unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D ? 6 : nil
    default: return nil
    }
  }

  /// Where in `content`, the inside of a valid JSON string, the byte stands that decodes to byte
  /// number `offset` of the text.
  public static func offset(ofDecoded offset: Int, in content: ByteView) -> Int {
    var place = DecodedOffsets.Cursor()
    place.advance(to: offset, in: content)
    return place.written
  }

  private static func codeUnit(_ content: ByteView, at start: Int) -> UInt32 {
    var unit: UInt32 = 0
    for offset in start..<start + 4 { unit = unit << 4 | UInt32(hexValue(content[offset]) ?? 0) }
    return unit
  }

  /// Appends one scalar as UTF-8.
  ///
  /// Rejected: `UTF8.encode`, which makes a collection of each scalar's bytes.
  public static func append(_ scalar: Unicode.Scalar, to buffer: inout ByteBuffer) {
    let value = scalar.value
    if value < 0x80 { return buffer.append(UInt8(truncatingIfNeeded: value)) }
    if value < 0x800 {
      buffer.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
    } else {
      if value < 0x10000 {
        buffer.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
      } else {
        buffer.append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
        buffer.append(continuation(value >> 12))
      }
      buffer.append(continuation(value >> 6))
    }
    buffer.append(continuation(value))
  }

  /// A byte of UTF-8 with the lowest six bits of `bits`.
  private static func continuation(_ bits: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: 0x80 | bits & 0x3F)
  }

  /// Appends `text`, which is UTF-8, as a JSON string with its quotes.
  public static func appendQuoted(_ text: ByteView, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "\""))
    appendEscaped(text, to: &buffer)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Appends `text` as a JSON string with its quotes.
  public static func appendQuoted(_ text: String, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "\""))
    let start = buffer.count
    buffer.append(text)
    if buffer.view.slice(start..<buffer.count).holds(escaped) {
      let written = buffer.take(from: start)
      appendEscaped(written.view, to: &buffer)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Appends `text`, which is UTF-8, as the inside of a JSON string.
  ///
  /// Only what JSON demands is escaped: quotes, backslashes and control characters.
  public static func appendEscaped(_ text: ByteView, to buffer: inout ByteBuffer) {
    var position = 0
    while true {
      position = buffer.append(text, from: position, upTo: escaped)
      guard position < text.count else { return }
      appendEscape(text[position], to: &buffer)
      position += 1
    }
  }

  /// The bytes that JSON demands to be written as escapes within strings.
  static var escaped: ByteClass {
    @inline(always) get {
      ByteClass(.bytes(0, 0x1F), or: .byte(UInt8(ascii: "\"")), or: .byte(UInt8(ascii: "\\")))
    }
  }

  private static func appendEscape(_ byte: UInt8, to buffer: inout ByteBuffer) {
    switch byte {
    case 0x08: buffer.append("\\b")
    case 0x09: buffer.append("\\t")
    case 0x0A: buffer.append("\\n")
    case 0x0C: buffer.append("\\f")
    case 0x0D: buffer.append("\\r")
    case UInt8(ascii: "\""): buffer.append("\\\"")
    case UInt8(ascii: "\\"): buffer.append("\\\\")
    default: appendUnicodeEscape(UInt16(byte), to: &buffer)
    }
  }

  /// Appends `\u` and the four hexadecimal digits of a UTF-16 code unit.
  public static func appendUnicodeEscape(_ unit: UInt16, to buffer: inout ByteBuffer) {
    let digits = ByteView("0123456789abcdef")
    buffer.append("\\u")
    for shift in [12, 8, 4, 0] { buffer.append(digits[Int(unit >> UInt16(shift)) & 15]) }
  }

  /// The value of a hexadecimal digit; nil for another byte.
  @inline(__always)
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension JSONText {
  /// Appends `json`, which is valid JSON, without the whitespace between its tokens.
  ///
  /// Everything else passes as it is written: escapes, spellings of numbers, repeated keys.
  public static func appendCompact(_ json: ByteView, to buffer: inout ByteBuffer) {
    buffer.reserve(json.count)
    var start = 0
    var position = 0
    while position < json.count {
      let byte = json[position]
      if byte == UInt8(ascii: "\"") {
        position = endOfString(json, from: position + 1)
      } else if byte <= 0x20 {
        buffer.append(json.slice(start..<position))
        repeat { position += 1 } while position < json.count && json[position] <= 0x20
        start = position
      } else {
        position += 1
      }
    }
    buffer.append(json.slice(start..<json.count))
  }

  /// The offset after the closing quote of the string whose inside begins at `start`.
  private static func endOfString(_ json: ByteView, from start: Int) -> Int {
    var position = start
    while position < json.count, json[position] != UInt8(ascii: "\"") {
      position += json[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position + 1
  }
}

/// Maps offsets in a string's text to offsets in the string as written, in any order.
public struct DecodedOffsets {
  /// The inside of a valid JSON string.
  let content: ByteView
  private var waypoints = Waypoints(Cursor())

  /// The places in `content`, the inside of a valid JSON string.
  public init(in content: ByteView) { self.content = content }

  /// Where in the string the byte stands that decodes to byte number `offset` of the text.
  public mutating func written(_ offset: Int) -> Int {
    let content = content
    let place = waypoints.result(at: offset) { place, _, end in
      place.advance(to: end, in: content)
    }
    return place.written
  }

  /// A byte of the text and where it stands; the first byte of its escape when it has one.
  struct Cursor {
    private(set) var written = 0
    private var decoded = 0

    /// Moves on to byte number `offset` of the text, or to the end.
    mutating func advance(to offset: Int, in content: ByteView) {
      while written < content.count, decoded < offset {
        guard content[written] == UInt8(ascii: "\\") else {
          written += 1
          decoded += 1
          continue
        }
        let (scalar, length) = JSONText.escape(content, at: written)
        guard decoded + UTF8.width(scalar) <= offset else { return }
        decoded += UTF8.width(scalar)
        written += length
      }
    }
  }
}
