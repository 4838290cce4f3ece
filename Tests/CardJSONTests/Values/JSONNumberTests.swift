import CardJSON
import TestSupport
import Testing

/// Numbers as text.
struct JSONNumberTests {
  private func with<Result>(_ text: String, _ body: (ByteView) -> Result) -> Result {
    let buffer = ByteBuffer(text.utf8)
    return body(buffer.view)
  }

  static let valid = [
    "0", "-0", "1", "-1", "10", "1234567890123456789012345678901234567890", "0.0", "-0.0", "1.5",
    "0.10", "1e1", "1E1", "1e+1", "1e-1", "1.25E+10", "0e0", "-0.0e-00", "1e9999999999999999999",
  ]
  static let invalid = [
    "", "-", "+1", "01", "-01", "00", ".5", "1.", "-.5", "1.e1", "1e", "1e+", "e1", "1 ", " 1",
    "1a", "0x1", "1,5", "1_000", "NaN", "Infinity", "--1", "1.2.3", "1e1.5", "٣", "1e1e1", "true",
  ]

  @Test("the grammar of JSON", arguments: valid)
  func isValid(text: String) {
    #expect(with(text, JSONNumber.isValid))
    #expect(scan("[" + text + "]") == .value(end: text.utf8.count + 2))
  }

  @Test("rejects invalid numbers", arguments: invalid)
  func isInvalid(text: String) {
    #expect(!with(text, JSONNumber.isValid))
    #expect(!with(text, JSONNumber.isInteger))
    #expect(with(text, JSONNumber.rounded) == nil)
    #expect(with(text, JSONNumber.thousandths) == nil)
  }

  @Test("an integer has neither fraction nor exponent")
  func integers() {
    for text in ["0", "-0", "10", "-123456789012345678901234567890"] {
      #expect(with(text, JSONNumber.isInteger))
    }
    for text in ["1.0", "1e0", "1E5"] { #expect(!with(text, JSONNumber.isInteger)) }
  }

  @Test("JSON's four kinds of whitespace are trimmed, no other")
  func trimmed() {
    #expect(with(" \t\r\n1 2\n\t ", { JSONNumber.trimmed($0).text }) == "1 2")
    #expect(with("", { JSONNumber.trimmed($0).text }) == "")
    #expect(with(" \n ", { JSONNumber.trimmed($0).text }) == "")
    #expect(with("\u{A0}1\u{0B}", { JSONNumber.trimmed($0).text }) == "\u{A0}1\u{0B}")
  }

  @Test(
    "rounding is half away from zero",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("0.4", 0), ("0.5", 1), ("-0.5", -1), ("-0.4", 0),
      ("1.5", 2), ("2.5", 3), ("-2.5", -3), ("2.4999999999999999999999", 2), ("1e3", 1000),
      ("1.2345e3", 1235), ("1.2344e3", 1234), ("12345e-3", 12), ("12500e-3", 13), ("5e-1", 1),
      ("4e-1", 0), ("5e-2", 0), ("1e-400", 0), ("0e400", 0), ("0e99999999999999999999", 0),
      ("999999999999999999", 999_999_999_999_999_999), ("0.000000001e10", 10), ("100e-2", 1),
    ] as [(String, Int64)])
  func rounded(text: String, expected: Int64) {
    #expect(with(text, JSONNumber.rounded) == expected)
  }

  @Test("rounds thousandths in the same way")
  func thousandths() {
    let cases: [(String, Int64)] = [
      ("0", 0), ("1701861950", 1_701_861_950_000), ("1701861950.0", 1_701_861_950_000),
      ("1701861950.123", 1_701_861_950_123), ("1701861950.1234", 1_701_861_950_123),
      ("1701861950.1235", 1_701_861_950_124), ("-1.0005", -1001),
      ("1.70186195E9", 1_701_861_950_000),
      ("0.0004", 0), ("0.0005", 1), ("1e-3", 1), ("999999999999999", 999_999_999_999_999_000),
      ("-999999999999999", -999_999_999_999_999_000),
    ]
    for (text, expected) in cases {
      #expect(with(text, JSONNumber.thousandths) == expected, "\(text)")
    }
  }

  @Test("numbers that are too large have no value")
  func tooLarge() {
    for text in ["1000000000000000000", "1e18", "-1e18", "1e400", "1e99999999999999999999"] {
      #expect(with(text, JSONNumber.rounded) == nil, "\(text)")
    }
    for text in ["1000000000000000", "1e15", "-1e15"] {
      #expect(with(text, JSONNumber.thousandths) == nil, "\(text)")
    }
  }

  @Test("numbers are compared by value")
  func compareTable() {
    let ascending = [
      "-1e400", "-123456789012345678901", "-10", "-9.99", "-1.5", "-1.0000000000000000000001",
      "-1", "-1e-5", "-1e-400", "0", "1e-400", "0.00001", "0.5", "1",
      "1.0000000000000000000001", "9.99", "10", "123456789012345678900", "123456789012345678901",
      "1e21", "1e400", "2e400", "1e4000", "1e99999999999999999999",
    ]
    for (place, left) in ascending.enumerated() {
      for (other, right) in ascending.enumerated() {
        let expected = place < other ? -1 : place == other ? 0 : 1
        #expect(compare(left, right) == expected, "\(left) \(right)")
      }
    }
    for (left, right) in [
      ("0", "-0"), ("0", "0.00e5"), ("1", "1.0"), ("100", "1e2"), ("1e2", "10.0E+1"),
      ("-5e-1", "-0.50"),
    ] {
      #expect(compare(left, right) == 0, "\(left) \(right)")
    }
  }

  private func compare(_ left: String, _ right: String) -> Int {
    with(left) { first in with(right) { JSONNumber.compare(first, $0) } }
  }

  /// The number times 10^60 as sign and decimal digits without leading zeros.
  ///
  /// Derived by moving the point in text: exponents are at most ±20 and fractions 30 digits.
  private func digits(_ text: String) -> (isNegative: Bool, digits: String) {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.lowercased().split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    let zeros = String(repeating: "0", count: 60 + exponent - fraction.count)
    let all = (String(mantissa[0]) + fraction + zeros).drop { $0 == "0" }
    return (isNegative && !all.isEmpty, String(all))
  }

  private func expectedOrder(_ left: String, _ right: String) -> Int {
    let (first, second) = (digits(left), digits(right))
    if first.isNegative != second.isNegative { return first.isNegative ? -1 : 1 }
    let order =
      first.digits == second.digits
      ? 0
      : (first.digits.count, first.digits) < (second.digits.count, second.digits) ? -1 : 1
    return first.isNegative ? -order : order
  }

  private func randomNumber(_ numbers: inout SeededNumbers) -> String {
    func digits(_ range: ClosedRange<Int>, _ numbers: inout SeededNumbers) -> String {
      let count = Int.random(in: range, using: &numbers)
      return String((0..<count).map { _ in "0012359".randomElement(using: &numbers) ?? "0" })
    }
    var text = Bool.random(using: &numbers) ? "-" : ""
    let integer = digits(0...22, &numbers).drop { $0 == "0" }
    text += integer.isEmpty ? "0" : integer
    if Bool.random(using: &numbers) { text += "." + digits(1...25, &numbers) }
    if Bool.random(using: &numbers) { text += "e\(Int.random(in: -20...20, using: &numbers))" }
    return text
  }

  @Test("comparison agrees with decimal text and with the ordered form")
  func compareProperty() {
    var numbers = SeededNumbers(seed: 8)
    var kept = ["0"]
    for round in 0..<4000 {
      let left = randomNumber(&numbers)
      // Half of the time a close one: the same number written differently, or with one more digit.
      let base = kept[Int.random(in: 0..<kept.count, using: &numbers)]
      let right = round.isMultiple(of: 2) ? randomNumber(&numbers) : base
      kept.append(left)
      if !left.contains("e") { kept.append(left + "e0") }
      if left.contains("."), !left.contains("e") { kept.append(left + "01") }
      let order = expectedOrder(left, right)
      #expect(compare(left, right) == order, "\(left) \(right)")
      #expect(compare(right, left) == -order, "\(left) \(right)")
      #expect(compare(left, left) == 0)
      #expect(orderedOrder(left, right) == order, "\(left) \(right)")
    }
  }

  private func orderedOrder(_ left: String, _ right: String) -> Int {
    func ordered(_ text: String) -> [UInt8] {
      with(text) { view in appended { _ = JSONNumber.appendOrdered(view, to: &$0) } }
    }
    let (first, second) = (ordered(left), ordered(right))
    return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
  }

  @Test("rounding agrees with decimal text")
  func roundedProperty() {
    var numbers = SeededNumbers(seed: 9)
    for _ in 0..<4000 {
      let text = randomNumber(&numbers)
      let (isNegative, all) = digits(text)
      let padded = String(repeating: "0", count: max(0, 61 - all.count)) + all
      let integer = padded.dropLast(60)
      let isUp = padded.dropFirst(integer.count).first.map { $0 >= "5" } ?? false
      let magnitude = Int64(integer).flatMap { $0 < 1_000_000_000_000_000_000 ? $0 : nil }
      let expected = magnitude.map { ($0 + (isUp ? 1 : 0)) * (isNegative ? -1 : 1) }
      #expect(with(text, JSONNumber.rounded) == expected, "\(text)")
    }
  }

  @Test("distinguishes digits from every other byte at any position")
  func digits() {
    for count in 0...20 {
      let digits = ByteBuffer((0..<count).map { UInt8(ascii: "0") + UInt8($0 % 10) } + [0x2E])
      let areDigits = JSONNumber.isDigits(digits.view.slice(0..<count))
      #expect(areDigits)
      for place in 0..<count {
        for byte in UInt8.min...UInt8.max {
          var bytes = digits.view.slice(0..<count).array
          bytes[place] = byte
          let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
          let areDigits = ByteBuffer(bytes).read { JSONNumber.isDigits($0) }
          #expect(areDigits == isDigit, "\(byte) at \(place) of \(count)")
        }
      }
    }
  }
}
