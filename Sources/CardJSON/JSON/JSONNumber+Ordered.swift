/// Numbers as bytes that compare like their values.
///
/// A sorter that compares numbers again and again reads each of them once. The form, after one byte
/// for the sign (1 negative, 2 zero, 3 positive), is
///
///     magnitude   one byte, or nine when the power of ten of the first digit is beyond ±120
///     digits      the significant ones, two a byte, plus one
///     end         0
///
/// all but the sign inverted for a negative number. Equal values have equal bytes in every
/// spelling, and no number's bytes begin another's.
extension JSONNumber {
  /// The first byte of a number's ordered form is at most this.
  public static let orderedSignLimit: UInt8 = 3

  private static let shortMagnitudes = -120...120
  private static let shortMagnitudeZero = 128

  /// Appends bytes that compare like the number's value; false, and nothing, if it is not a number.
  public static func appendOrdered(_ text: ByteView, to buffer: inout ByteBuffer) -> Bool {
    guard let parts = parts(of: text) else { return false }
    let digits = parts.significantDigits(in: text)
    if digits.isEmpty {
      buffer.append(2)
      return true
    }
    let mask: UInt8 = parts.isNegative ? 0xFF : 0
    buffer.append(parts.isNegative ? 1 : orderedSignLimit)
    appendOrdered(magnitude: parts.magnitude(digits, in: text), mask, to: &buffer)
    for place in stride(from: 0, to: digits.count, by: 2) {
      let tens = parts.digit(digits, place, in: text) - UInt8(ascii: "0")
      let ones = parts.digit(digits, place + 1, in: text) - UInt8(ascii: "0")
      buffer.append((tens * 10 + ones + 1) ^ mask)
    }
    buffer.append(mask)
    return true
  }

  private static func appendOrdered(
    magnitude: Int, _ mask: UInt8, to buffer: inout ByteBuffer
  ) {
    if shortMagnitudes.contains(magnitude) {
      buffer.append(UInt8(magnitude + shortMagnitudeZero) ^ mask)
      return
    }
    buffer.append((magnitude < 0 ? 0 : 0xFF) ^ mask)
    let bits = UInt64(bitPattern: Int64(magnitude))
    for shift in stride(from: 56, through: 0, by: -8) {
      // Two's complement of one sign sorts like its bytes.
      buffer.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)) ^ mask)
    }
  }
}
