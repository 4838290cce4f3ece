/// Numbers as text: recognised, compared and read without losing a digit.
public enum JSONNumber {
  /// Whether `text` is a number by the grammar of JSON, nothing around it.
  public static func isValid(_ text: ByteView) -> Bool { parts(of: text) != nil }

  /// Whether `text` is a JSON number without fraction and exponent.
  public static func isInteger(_ text: ByteView) -> Bool {
    guard let parts = parts(of: text) else { return false }
    return parts.fraction.isEmpty && !parts.hasExponent
  }

  /// Whether all bytes of `text` are digits; an empty text has no other.
  public static func isDigits(_ text: ByteView) -> Bool {
    NumberParts.endOfDigits(in: text, from: 0) == text.count
  }

  /// `text` without JSON's whitespace (space, tab, line feed, carriage return) at its ends.
  public static func trimmed(_ text: ByteView) -> ByteView {
    var start = 0
    var end = text.count
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return text.slice(start..<end)
  }

  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The value of a number of at most 18 characters that has neither fraction nor exponent; nil for
  /// any other text.
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
      // Eighteen digits are less than the largest value.
      value = value &* 10 &+ Int64(digit)
    }
    return isNegative ? -value : value
  }

  /// The value times a thousand, rounded half away from zero; nil if it is not a number or its
  /// magnitude is 10^15 or more.
  public static func thousandths(_ text: ByteView) -> Int64? {
    if let integer = smallInteger(text), abs(integer) < 1_000_000_000_000_000 {
      return integer * 1000
    }
    return scaled(text, by: 3)
  }

  /// The value rounded half away from zero to an integer; nil if it is not a number or its
  /// magnitude is 10^18 or more.
  public static func rounded(_ text: ByteView) -> Int64? {
    smallInteger(text) ?? scaled(text, by: 0)
  }

  private static func scaled(_ text: ByteView, by power: Int) -> Int64? {
    guard let parts = parts(of: text) else { return nil }
    if parts.isZero(in: text) { return 0 }
    guard let exponent = parts.exponent(in: text), abs(exponent) < 1 << 32 else { return nil }
    // The digits to the left of the point once the number is scaled.
    let (integers, fractions) = (parts.integer.count, parts.fraction.count)
    let point = integers + exponent + power
    var value: Int64 = 0
    guard point >= 0 else { return 0 }
    for place in 0..<point {
      let digit =
        place < integers
        ? text[parts.integer.lowerBound + place]
        : place < integers + fractions
          ? text[parts.fraction.lowerBound + place - integers] : UInt8(ascii: "0")
      guard value < 100_000_000_000_000_000 else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    if point < integers + fractions {
      let next =
        point < integers
        ? text[parts.integer.lowerBound + point]
        : text[parts.fraction.lowerBound + point - integers]
      if next >= UInt8(ascii: "5") { value += 1 }
    }
    return parts.isNegative ? -value : value
  }

  /// Whether `left` is less than, equal to or greater than `right`: -1, 0, 1; exact, whatever the
  /// number of digits and the exponents.
  ///
  /// - Precondition: both are JSON numbers.
  public static func compare(_ left: ByteView, _ right: ByteView) -> Int {
    if let first = smallInteger(left), let second = smallInteger(right) {
      return first < second ? -1 : first == second ? 0 : 1
    }
    guard let first = parts(of: left), let second = parts(of: right) else { return 0 }
    let (leftSign, rightSign) = (first.sign(in: left), second.sign(in: right))
    if leftSign != rightSign || leftSign == 0 {
      return leftSign < rightSign ? -1 : leftSign == rightSign ? 0 : 1
    }
    let order = compareMagnitudes(left, first: first, right: right, second: second)
    return leftSign < 0 ? -order : order
  }

  private static func compareMagnitudes(
    _ left: ByteView, first: NumberParts, right: ByteView, second: NumberParts
  ) -> Int {
    let leftDigits = first.significantDigits(in: left)
    let rightDigits = second.significantDigits(in: right)
    // An exponent beyond all counting decides by its sign alone.
    let leftPower = first.magnitude(leftDigits, in: left)
    let rightPower = second.magnitude(rightDigits, in: right)
    if leftPower != rightPower { return leftPower < rightPower ? -1 : 1 }
    for place in 0..<max(leftDigits.count, rightDigits.count) {
      let digit = first.digit(leftDigits, place, in: left)
      let other = second.digit(rightDigits, place, in: right)
      if digit != other { return digit < other ? -1 : 1 }
    }
    return 0
  }

  /// The parts of `text`; nil if it is not a number.
  static func parts(of text: ByteView) -> NumberParts? {
    let parts = NumberParts(in: text, from: 0)
    return parts.fault == nil && parts.end == text.count ? parts : nil
  }
}

/// The parts of a JSON number, as ranges of its text: the grammar of numbers.
struct NumberParts {
  let isNegative: Bool
  let integer: Range<Int>
  private(set) var fraction: Range<Int>
  private(set) var exponentRange: Range<Int>
  /// The end of the number, or the first invalid byte.
  private(set) var end: Int
  /// The reason why the bytes are not a number; nil if they are.
  private(set) var fault: JSONSyntaxError.Reason?

  /// The number that begins at `start`, up to the first byte that cannot be part of it.
  @inline(__always)
  init(in bytes: ByteView, from start: Int) {
    func byte(_ position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }
    isNegative = byte(start) == UInt8(ascii: "-")
    let first = isNegative ? start &+ 1 : start
    end = NumberParts.endOfDigits(in: bytes, from: first)
    integer = first..<end
    (fraction, exponentRange) = (end..<end, end..<end)
    guard end > first else {
      fault = .expectedDigit
      return
    }
    if end > first &+ 1, bytes[first] == UInt8(ascii: "0") {
      end = first &+ 1
      fault = .leadingZero
      return
    }
    if byte(end) == UInt8(ascii: ".") {
      let start = end &+ 1
      end = NumberParts.endOfDigits(in: bytes, from: start)
      fraction = start..<end
      guard end > start else {
        fault = .expectedDigit
        return
      }
    }
    if byte(end) | 0x20 == UInt8(ascii: "e") {
      let start = end &+ 1
      let isSigned = byte(start) == UInt8(ascii: "+") || byte(start) == UInt8(ascii: "-")
      let first = isSigned ? start &+ 1 : start
      end = NumberParts.endOfDigits(in: bytes, from: first)
      exponentRange = start..<end
      guard end > first else {
        fault = .expectedDigit
        return
      }
    }
  }

  /// The offset after the digits at `start`, found eight at a time.
  @inline(__always)
  static func endOfDigits(in bytes: ByteView, from start: Int) -> Int {
    let each: UInt64 = 0x0101_0101_0101_0101
    var position = start
    while position &+ 8 <= bytes.count {
      // The highest bit of a byte marks one that is not a digit; a carry only reaches the bytes
      // above.
      let values = bytes.word(at: position) ^ (each &* 0x30)
      let marks = (values &+ (each &* 0x76) | values) & (each &* 0x80)
      if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
    return position
  }

  var hasExponent: Bool { !exponentRange.isEmpty }

  /// The exponent; nil when it has more than 15 digits.
  func exponent(in text: ByteView) -> Int? {
    guard hasExponent else { return 0 }
    var position = exponentRange.lowerBound
    let isNegative = text[position] == UInt8(ascii: "-")
    if isNegative || text[position] == UInt8(ascii: "+") { position += 1 }
    while position < exponentRange.upperBound, text[position] == UInt8(ascii: "0") { position += 1 }
    guard exponentRange.upperBound - position <= 15 else { return nil }
    var value = 0
    for offset in position..<exponentRange.upperBound {
      value = value * 10 + Int(text[offset] - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  func isZero(in text: ByteView) -> Bool { significantDigits(in: text).isEmpty }

  func sign(in text: ByteView) -> Int { isZero(in: text) ? 0 : isNegative ? -1 : 1 }

  /// The digit at `place`, counted from the first one without the point.
  private func digit(at place: Int, in text: ByteView) -> UInt8 {
    place < integer.count
      ? text[integer.lowerBound + place] : text[fraction.lowerBound + place - integer.count]
  }

  /// The places from the first to the last digit that is not zero; empty for zero.
  func significantDigits(in text: ByteView) -> Range<Int> {
    var start = 0
    var end = integer.count + fraction.count
    while start < end, digit(at: start, in: text) == UInt8(ascii: "0") { start += 1 }
    while end > start, digit(at: end - 1, in: text) == UInt8(ascii: "0") { end -= 1 }
    return start..<end
  }

  /// The significant digit number `place`; "0" beyond the last.
  func digit(_ digits: Range<Int>, _ place: Int, in text: ByteView) -> UInt8 {
    place < digits.count ? digit(at: digits.lowerBound + place, in: text) : UInt8(ascii: "0")
  }

  /// The power of ten of the first significant digit; far out of range when the exponent is.
  func magnitude(_ digits: Range<Int>, in text: ByteView) -> Int {
    let point = integer.count - digits.lowerBound
    if let exponent = exponent(in: text) { return point + exponent }
    return text[exponentRange.lowerBound] == UInt8(ascii: "-") ? Int.min / 2 : Int.max / 2
  }
}
