/// Parses and compares JSON numbers as text, without loss of precision.
public enum JSONNumber {
  /// Whether all of `text` is a number in JSON's grammar.
  public static func isValid(_ text: ByteView) -> Bool { NumberParts(whole: text) != nil }

  /// Whether `text` is a JSON number without a fraction or an exponent.
  public static func isInteger(_ text: ByteView) -> Bool {
    NumberParts(whole: text).map { $0.fraction.isEmpty && $0.exponent.isEmpty } ?? false
  }

  /// Whether all bytes of `text` are digits; true for empty text.
  public static func isDigits(_ text: ByteView) -> Bool {
    NumberParts.endOfDigits(in: text, from: 0) == text.count
  }

  /// `text` without leading and trailing JSON whitespace.
  public static func trimmed(_ text: ByteView) -> ByteView {
    var start = 0
    var end = text.count
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return text.slice(start..<end)
  }

  @inlinable
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The value of an integer of at most 18 characters without an exponent; nil for any other text.
  public static func smallInteger(_ text: ByteView) -> Int64? {
    guard text.count > 0, text.count <= 18 else { return nil }
    let isNegative = text[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard text.count == start + 1 || text.count > start && text[start] != UInt8(ascii: "0") else {
      return nil
    }
    var value: Int64 = 0
    for position in start..<text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      // Eighteen digits cannot overflow.
      value = value &* 10 &+ Int64(digit)
    }
    return isNegative ? -value : value
  }

  /// The value times 1,000, rounded half away from zero; nil if `text` is not a number or its
  /// magnitude is at least 10^15.
  public static func thousandths(_ text: ByteView) -> Int64? { scaled(text, by: 3) }

  /// The value, rounded half away from zero to an integer; nil if `text` is not a number or its
  /// magnitude is at least 10^18.
  public static func rounded(_ text: ByteView) -> Int64? { scaled(text, by: 0) }

  private static func scaled(_ text: ByteView, by power: Int) -> Int64? {
    guard let number = Decimal(text), number.sign == 0 || abs(number.exponent) < 1 << 32 else {
      return nil
    }
    let point = number.magnitude + power
    if number.sign == 0 || point < 0 { return 0 }
    guard point <= 18 else { return nil }
    var value: Int64 = 0
    for place in 0..<point { value = value * 10 + Int64(number[place]) }
    if number[point] >= 5 { value += 1 }
    return value * Int64(number.sign)
  }

  /// Compares two valid numbers exactly: -1, 0 or 1 if `left` is less than, equal to or greater
  /// than `right`.
  public static func compare(_ left: ByteView, _ right: ByteView) -> Int {
    if let first = smallInteger(left), let second = smallInteger(right) {
      return order(first, second)
    }
    guard let first = Decimal(left), let second = Decimal(right) else { return 0 }
    if first.sign != second.sign || first.sign == 0 { return order(first.sign, second.sign) }
    if first.magnitude != second.magnitude {
      return first.sign * order(first.magnitude, second.magnitude)
    }
    for place in 0..<max(first.count, second.count) where first[place] != second[place] {
      return first.sign * order(first[place], second[place])
    }
    return 0
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  // MARK: Numbers as bytes that compare like their values

  /// Appends bytes that sort like the number's value, so that a sort parses each number once;
  /// returns false if `text` is not a number.
  ///
  /// The format, after one byte for the sign (1 negative, 2 zero, 3 positive), is a byte for the
  /// power of ten of the first digit (nine bytes beyond ±120), the significant digits, two a byte,
  /// plus one, and 0; all but the sign are inverted for a negative number. Equal values have equal
  /// bytes, however they are written, and no number's bytes are a prefix of another's.
  public static func appendOrdered(_ text: ByteView, to buffer: inout ByteBuffer) -> Bool {
    guard let number = Decimal(text) else { return false }
    buffer.append(UInt8(2 + number.sign))
    if number.sign == 0 { return true }
    let mask: UInt8 = number.sign < 0 ? 0xFF : 0
    if -120...120 ~= number.magnitude {
      buffer.append(UInt8(128 + number.magnitude) ^ mask)
    } else {
      buffer.append((number.magnitude < 0 ? 0 : 0xFF) ^ mask)
      // Two's complement numbers of the same sign sort like their bytes.
      for shift in stride(from: 56, through: 0, by: -8) {
        buffer.append(UInt8(truncatingIfNeeded: number.magnitude >> shift) ^ mask)
      }
    }
    for place in stride(from: 0, to: number.count, by: 2) {
      buffer.append((number[place] * 10 + number[place + 1] + 1) ^ mask)
    }
    buffer.append(mask)
    return true
  }
}

/// The value of a number, as its digits from the first to the last nonzero one.
private struct Decimal {
  /// -1, 0 or 1.
  let sign: Int
  /// The number of digits.
  let count: Int
  /// The number of digits before the decimal point; if negative, the number of zeros after it.
  let magnitude: Int
  /// The written exponent, clamped to `exponentLimit` in magnitude.
  let exponent: Int
  private let parts: NumberParts
  /// The number of leading zeros in the text.
  private let start: Int

  /// The largest exponent that is distinguished: no text has as many digits.
  private static let exponentLimit = 1 << 58

  /// Fails if `text` is not a number.
  init?(_ text: ByteView) {
    guard let parts = NumberParts(whole: text) else { return nil }
    var (start, end) = (0, parts.integer.count + parts.fraction.count)
    while start < end, parts.digit(at: start) == 0 { start += 1 }
    while end > start, parts.digit(at: end - 1) == 0 { end -= 1 }
    (self.parts, self.start, count) = (parts, start, end - start)
    sign = start == end ? 0 : parts.isNegative ? -1 : 1
    var exponent = 0
    for position in parts.exponent {
      let digit = text[position] &- UInt8(ascii: "0")
      if digit < 10 { exponent = min(exponent * 10 + Int(digit), Decimal.exponentLimit) }
    }
    let isSmall = !parts.exponent.isEmpty && text[parts.exponent.lowerBound] == UInt8(ascii: "-")
    self.exponent = isSmall ? -exponent : exponent
    magnitude = parts.integer.count - start + self.exponent
  }

  /// The digit at `place`; 0 after the last.
  subscript(place: Int) -> UInt8 { place < count ? parts.digit(at: start + place) : 0 }
}

/// The parts of a JSON number; this is the one implementation of the number grammar.
struct NumberParts {
  let isNegative: Bool
  private let bytes: ByteView
  private(set) var integer = 0..<0
  private(set) var fraction = 0..<0
  /// The exponent with its sign, without the `e`; empty if absent.
  private(set) var exponent = 0..<0
  /// The end of the number, or the first invalid byte.
  private(set) var end = 0
  /// The reason why the bytes are not a number; nil if they are.
  private(set) var fault: JSONSyntaxError.Reason?

  /// Parses the number that begins at `start`, up to the first byte that cannot be part of it.
  @inline(__always)
  init(in bytes: ByteView, from start: Int) {
    func byte(_ position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }
    self.bytes = bytes
    isNegative = byte(start) == UInt8(ascii: "-")
    integer = readDigits(from: isNegative ? start &+ 1 : start)
    if integer.count > 1, bytes[integer.lowerBound] == UInt8(ascii: "0") {
      (end, fault) = (integer.lowerBound &+ 1, .leadingZero)
    }
    if fault == nil, byte(end) == UInt8(ascii: ".") { fraction = readDigits(from: end &+ 1) }
    if fault == nil, byte(end) | 0x20 == UInt8(ascii: "e") {
      let start = end &+ 1
      let isSigned = byte(start) == UInt8(ascii: "+") || byte(start) == UInt8(ascii: "-")
      exponent = start..<readDigits(from: isSigned ? start &+ 1 : start).upperBound
    }
  }

  /// Parses all of `text`; fails if it is not a number.
  init?(whole text: ByteView) {
    self.init(in: text, from: 0)
    guard fault == nil, end == text.count else { return nil }
  }

  /// Reads at least one digit at `start` and moves `end` after the digits.
  @inline(__always)
  private mutating func readDigits(from start: Int) -> Range<Int> {
    end = NumberParts.endOfDigits(in: bytes, from: start)
    if end == start { fault = .expectedDigit }
    return start..<end
  }

  /// The offset after the digits at `start`, tested eight at a time.
  @inline(__always)
  static func endOfDigits(in bytes: ByteView, from start: Int) -> Int {
    let each: UInt64 = 0x0101_0101_0101_0101
    var position = start
    while position &+ 8 <= bytes.count {
      // The high bit marks a byte that is not a digit. A carry only affects the bytes after the
      // first such byte.
      let values = bytes.word(at: position) ^ (each &* 0x30)
      let marks = (values &+ (each &* 0x76) | values) & (each &* 0x80)
      if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
    return position
  }

  /// The digit at `place`, counted from the first digit and without the decimal point.
  func digit(at place: Int) -> UInt8 {
    let position =
      place < integer.count
      ? integer.lowerBound + place : fraction.lowerBound + place - integer.count
    return bytes[position] - UInt8(ascii: "0")
  }
}
