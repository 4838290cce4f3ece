/// Checks JSON by the grammar of RFC 8259, without tables, word-wise reading or a tape.
///
/// The scanner is compared with it. It has one function per rule of the grammar. Each gets a position
/// and returns the one after the text it read, or nil if the rule does not match.
struct JSONChecker {
  let bytes: [UInt8]

  /// Whether the bytes are one value with optional whitespace around it, at most `depth` deep.
  func isText(depth: Int) -> Bool {
    guard let end = value(space(0), depth) else { return false }
    return space(end) == bytes.count
  }

  private func byte(_ position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private func space(_ start: Int) -> Int {
    var position = start
    while let byte = byte(position), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    return position
  }

  private func word(_ text: String, _ start: Int) -> Int? {
    bytes[start...].starts(with: text.utf8) ? start + text.utf8.count : nil
  }

  private func value(_ start: Int, _ depth: Int) -> Int? {
    switch byte(start) {
    case UInt8(ascii: "{"): list(start, "}", depth) { member($0, depth - 1) }
    case UInt8(ascii: "["): list(start, "]", depth) { value($0, depth - 1) }
    case UInt8(ascii: "\""): string(start)
    case UInt8(ascii: "t"): word("true", start)
    case UInt8(ascii: "f"): word("false", start)
    case UInt8(ascii: "n"): word("null", start)
    default: number(start)
    }
  }

  private func list(
    _ start: Int, _ close: String, _ depth: Int, _ element: (Int) -> Int?
  ) -> Int? {
    guard depth > 0 else { return nil }
    var position = space(start + 1)
    if let end = word(close, position) { return end }
    while let end = element(position) {
      position = space(end)
      if let end = word(close, position) { return end }
      guard let next = word(",", position) else { return nil }
      position = space(next)
    }
    return nil
  }

  private func member(_ start: Int, _ depth: Int) -> Int? {
    guard let key = string(start), let colon = word(":", space(key)) else { return nil }
    return value(space(colon), depth)
  }

  private func digits(_ start: Int) -> Int? {
    var position = start
    while let byte = byte(position), 0x30...0x39 ~= byte { position += 1 }
    return position > start ? position : nil
  }

  private func number(_ start: Int) -> Int? {
    let sign = word("-", start) ?? start
    guard var end = word("0", sign) ?? digits(sign) else { return nil }
    if let point = word(".", end) {
      guard let fraction = digits(point) else { return nil }
      end = fraction
    }
    if let mark = word("e", end) ?? word("E", end) {
      return digits(word("+", mark) ?? word("-", mark) ?? mark)
    }
    return end
  }

  private func string(_ start: Int) -> Int? {
    guard var position = word("\"", start) else { return nil }
    while let byte = byte(position) {
      if byte == UInt8(ascii: "\"") { return position + 1 }
      guard let end = byte == UInt8(ascii: "\\") ? escape(position + 1) : character(position)
      else { return nil }
      position = end
    }
    return nil
  }

  private func escape(_ start: Int) -> Int? {
    guard let letter = byte(start) else { return nil }
    if "\"\\/bfnrt".utf8.contains(letter) { return start + 1 }
    guard letter == UInt8(ascii: "u"), start + 5 <= bytes.count else { return nil }
    let isHexadecimal = bytes[start + 1..<start + 5].allSatisfy {
      "0123456789abcdefABCDEF".utf8.contains($0)
    }
    return isHexadecimal ? start + 5 : nil
  }

  /// One character of UTF-8 that may occur in a string (The Unicode Standard, table 3-7).
  private func character(_ start: Int) -> Int? {
    let lead = bytes[start]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0x20...0x7F: return start + 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard start + length <= bytes.count, second ~= bytes[start + 1] else { return nil }
    let rest = bytes[start + 2..<start + length]
    return rest.allSatisfy { 0x80...0xBF ~= $0 } ? start + length : nil
  }
}
