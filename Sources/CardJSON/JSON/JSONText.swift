/// Decodes and encodes the text of JSON strings.
public enum JSONText {
  /// Appends the text of `content`, the inside of a valid JSON string; an unpaired surrogate escape
  /// becomes U+FFFD.
  public static func decode(_ content: ByteView, into buffer: inout ByteBuffer) {
    var position = 0
    while true {
      position = buffer.append(content, from: position, upTo: ByteClass(.byte(UInt8(ascii: "\\"))))
      guard position < content.count else { return }
      let (scalar, length) = escape(content, at: position)
      if scalar.isASCII {
        buffer.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        append(scalar, to: &buffer)
      }
      position &+= length
    }
  }

  /// The length in UTF-8 bytes of the decoded text of `content`, the inside of a valid JSON string.
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

  /// The scalar of the escape at `start` in the inside of a valid JSON string, and its length in
  /// bytes.
  public static func escape(
    _ content: ByteView, at start: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
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
    if unit < 0xDC00, ByteView("\\u").occurs(at: start + 6, in: content) {
      let low = codeUnit(content, at: start + 8)
      if low >= 0xDC00, low <= 0xDFFF,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return (scalar, 12)
      }
    }
    return ("\u{FFFD}", 6)
  }

  private static func codeUnit(_ content: ByteView, at start: Int) -> UInt32 {
    var unit: UInt32 = 0
    for offset in start..<start + 4 { unit = unit << 4 | UInt32(hexValue(content[offset]) ?? 0) }
    return unit
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The inside of a JSON string without leading and trailing JSON whitespace, escaped or not.
  ///
  /// An escaped backslash before a letter may look like whitespace, but not in a number or a date.
  public static func trimmed(_ content: ByteView) -> ByteView {
    guard content.firstIndex(of: UInt8(ascii: "\\"), from: 0, to: content.count) != nil else {
      return JSONNumber.trimmed(content)
    }
    var (start, end) = (0, content.count)
    func space(_ occurs: (ByteView) -> Bool) -> ByteView? {
      spaces.lazy.map { ByteView($0) }.first(where: occurs)
    }
    while let space = space({ $0.occurs(at: start, in: content) }) { start += space.count }
    while let space = space({ $0.occurs(at: end - $0.count, in: content) }), end > start {
      end -= space.count
    }
    return content.slice(start..<max(start, end))
  }

  /// JSON's whitespace as it can appear in a string.
  private static let spaces: [StaticString] = [
    " ", "\\n", "\\r", "\\t",
    "\\u0020", "\\u0009", "\\u000a", "\\u000A", "\\u000d", "\\u000D",
  ]

  /// Appends one scalar as UTF-8, without the collection that `UTF8.encode` makes.
  public static func append(_ scalar: Unicode.Scalar, to buffer: inout ByteBuffer) {
    let width = UTF8.width(scalar)
    guard width > 1 else { return buffer.append(UInt8(truncatingIfNeeded: scalar.value)) }
    var shift = UInt32(6 * (width - 1))
    buffer.append(UInt8(truncatingIfNeeded: 0xF00 >> UInt32(width) | scalar.value >> shift))
    while shift > 0 {
      shift -= 6
      buffer.append(UInt8(truncatingIfNeeded: 0x80 | scalar.value >> shift & 0x3F))
    }
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
    if buffer.view.slice(start..<buffer.count).containsAny(of: escaped) {
      buffer.take(from: start).read { appendEscaped($0, to: &buffer) }
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Appends `text`, which is UTF-8, as the inside of a JSON string with only the escapes that JSON
  /// requires.
  public static func appendEscaped(_ text: ByteView, to buffer: inout ByteBuffer) {
    var position = 0
    while true {
      position = buffer.append(text, from: position, upTo: escaped)
      guard position < text.count else { return }
      appendEscape(text[position], to: &buffer)
      position += 1
    }
  }

  /// The bytes that JSON requires to be escaped in strings.
  private static var escaped: ByteClass {
    @inline(__always) get {
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
    default: buffer.append(unicodeEscape: UInt16(byte))
    }
  }

  /// Appends valid JSON as written, but without the whitespace between its tokens.
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

  /// The offset after the closing quote of the string whose content begins at `start`; past the end
  /// if there is none.
  public static func endOfString(_ json: ByteView, from start: Int) -> Int {
    var position = start
    while position < json.count, json[position] != UInt8(ascii: "\"") {
      position += json[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position + 1
  }

  /// The offset of the first byte at or after `start`, inside a string, that does not continue it: a
  /// quote, a control character or a backslash at the end of the bytes; their number if there is
  /// none.
  public static func endOfContent(_ json: ByteView, from start: Int) -> Int {
    var position = start
    while position < json.count {
      var marks = JSONText.escaped.marks(in: json.vector(at: position)).highBits
      var skipped = 16
      // All escapes that begin in these 16 bytes; a string of JSON has several.
      while marks != 0 {
        let lane = marks.trailingZeroBitCount
        let mark = position &+ lane
        guard mark + 1 < json.count, json[mark] == UInt8(ascii: "\\"), json[mark + 1] >= 0x20
        else { return min(mark, json.count) }
        marks &= ~(3 << UInt32(lane))
        if lane == 15 { skipped = 17 }
      }
      position &+= skipped
    }
    return json.count
  }

  /// The offset in `content`, the inside of a valid JSON string, of the byte or escape that decodes
  /// to the byte at `offset` of the text.
  public static func offset(ofDecoded offset: Int, in content: ByteView) -> Int {
    var offsets = DecodedOffsets(in: content)
    return offsets.written(offset)
  }
}

/// Maps offsets in a string's decoded text to offsets in the string as written, in any order.
public struct DecodedOffsets {
  private typealias Place = (written: Int, decoded: Int)

  private let content: ByteView
  private var cache = PositionCache<Place>((0, 0))

  /// Creates a map for `content`, the inside of a valid JSON string.
  public init(in content: ByteView) { self.content = content }

  /// The offset in the string of the byte that decodes to the byte at `offset` of the text; for an
  /// escape, of its backslash.
  public mutating func written(_ offset: Int) -> Int {
    let content = content
    return cache.result(at: offset) { place, _, end in
      while place.written < content.count, place.decoded < end {
        var (count, length) = (1, 1)
        if content[place.written] == UInt8(ascii: "\\") {
          let escape = JSONText.escape(content, at: place.written)
          (count, length) = (UTF8.width(escape.scalar), escape.length)
          guard place.decoded + count <= end else { return }
        }
        place.decoded += count
        place.written += length
      }
    }.written
  }
}
