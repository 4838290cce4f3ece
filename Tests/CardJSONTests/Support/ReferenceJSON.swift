/// A JSON value as a tree, for comparing.
indirect enum ReferenceJSON: Equatable {
  case null
  case boolean(Bool)
  /// A number, with its source text.
  case number(String)
  /// Text with its escapes resolved.
  case string(String)
  case array([ReferenceJSON])
  case object([Member])

  struct Member: Equatable {
    let key: String
    let value: ReferenceJSON
  }
}

/// A simple recursive parser of RFC 8259, which the scanner is compared with.
///
/// It is written to be obviously correct, not fast.
struct ReferenceParser {
  struct Failure: Error {}

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// The value of `bytes`, with optional whitespace around it.
  static func parse(_ bytes: [UInt8]) throws -> ReferenceJSON {
    var parser = ReferenceParser(bytes: bytes)
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw Failure() }
    return value
  }

  /// Whether `bytes` are a value, with optional whitespace around it.
  static func accepts(_ bytes: [UInt8]) -> Bool { (try? parse(bytes)) != nil }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func skip(_ character: UnicodeScalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func word(_ text: String) -> Bool {
    guard next == text.utf8.first, bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func value() throws -> ReferenceJSON {
    if word("true") { return .boolean(true) }
    if word("false") { return .boolean(false) }
    if word("null") { return .null }
    if next == UInt8(ascii: "\"") { return .string(try string()) }
    if skip("[") { return try nested { try $0.array() } }
    if skip("{") { return try nested { try $0.object() } }
    return .number(try number())
  }

  private mutating func nested(
    _ body: (inout ReferenceParser) throws -> ReferenceJSON
  ) throws -> ReferenceJSON {
    depth += 1
    guard depth <= 512 else { throw Failure() }
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws -> ReferenceJSON {
    var elements: [ReferenceJSON] = []
    skipSpace()
    if skip("]") { return .array([]) }
    while true {
      skipSpace()
      elements.append(try value())
      skipSpace()
      if skip("]") { return .array(elements) }
      guard skip(",") else { throw Failure() }
    }
  }

  private mutating func object() throws -> ReferenceJSON {
    var members: [ReferenceJSON.Member] = []
    skipSpace()
    if skip("}") { return .object([]) }
    while true {
      skipSpace()
      let key = try string()
      skipSpace()
      guard skip(":") else { throw Failure() }
      skipSpace()
      members.append(ReferenceJSON.Member(key: key, value: try value()))
      skipSpace()
      if skip("}") { return .object(members) }
      guard skip(",") else { throw Failure() }
    }
  }

  private mutating func digits() throws {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw Failure() }
  }

  private mutating func number() throws -> String {
    let start = position
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

extension ReferenceParser {
  /// Reads a string as UTF-16, in which a lone surrogate has a place, and repairs it at the end.
  private mutating func string() throws -> String {
    guard skip("\"") else { throw Failure() }
    var units: [UInt16] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF16.self)
      case UInt8(ascii: "\\"): units.append(try escape())
      case 0..<0x20: throw Failure()
      case 0..<0x80: units.append(UInt16(byte))
      default:
        position -= 1
        units += try character()
      }
    }
    throw Failure()
  }

  private mutating func escape() throws -> UInt16 {
    guard let byte = next else { throw Failure() }
    position += 1
    switch Character(UnicodeScalar(byte)) {
    case "b": return 8
    case "t": return 9
    case "n": return 10
    case "f": return 12
    case "r": return 13
    case "\"", "\\", "/": return UInt16(byte)
    case "u":
      guard position + 4 <= bytes.count else { throw Failure() }
      let digits = bytes[position..<position + 4]
      position += 4
      // `UInt16("+123", radix: 16)` would take a sign.
      guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80 }),
        let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw Failure() }
      return unit
    default: throw Failure()
    }
  }

  private mutating func character() throws -> [UInt16] {
    for length in 1...4 where position + length <= bytes.count {
      let slice = bytes[position..<position + length]
      if let text = String(validating: slice, as: UTF8.self), text.unicodeScalars.count == 1 {
        position += length
        return Array(text.utf16)
      }
    }
    throw Failure()
  }
}
