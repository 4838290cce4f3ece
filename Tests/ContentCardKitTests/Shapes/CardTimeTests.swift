import CardJSON
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// Times in all formats of cards.
struct CardTimeTests {
  /// The time under `created` in milliseconds, and its text in seconds.
  private func created(_ value: String, _ shape: Shape = .card) throws -> [String]? {
    let key = shape == .capacitor ? "updated" : "created"
    return try CardProbe.read("{\"\(key)\":\(value)}", options: .init(shape: shape)) { card in
      guard let time = card.time(.created) else { return nil }
      var buffer = ByteBuffer()
      time.appendSeconds(to: &buffer)
      return [String(time.milliseconds), buffer.view.text]
    }
  }

  @Test(
    "numbers and text",
    arguments: [
      ("1701861950", ["1701861950000", "1701861950"]),
      ("1701861950.0", ["1701861950000", "1701861950.0"]),
      ("1701861950.1239", ["1701861950124", "1701861950.1239"]),
      ("1.70186195E9", ["1701861950000", "1.70186195E9"]), ("0", ["0", "0"]),
      ("-1.5", ["-1500", "-1.5"]),
      ("99999999999", ["99999999999000", "99999999999"]),
      ("99999999999", ["99999999999000", "99999999999"]),
      ("253402300799", ["253402300799", "253402300.799"]),
      ("253402300800", ["253402300800", "253402300.8"]),
      ("253402300799.4", ["253402300799", "253402300.799"]),
      ("-253402300799", ["-253402300799", "-253402300.799"]),
      ("-253402300800", ["-253402300800", "-253402300.8"]),
      ("1701861950123", ["1701861950123", "1701861950.123"]),
      ("1701861950120", ["1701861950120", "1701861950.12"]),
      ("1701861950100", ["1701861950100", "1701861950.1"]),
      ("1701861950000", ["1701861950000", "1701861950"]),
      ("1701861950000.5", ["1701861950001", "1701861950.001"]),
      ("-1701861950123", ["-1701861950123", "-1701861950.123"]),
      (#""1701861950""#, ["1701861950000", "1701861950"]),
      (#"" 1701861950.50 ""#, ["1701861950500", "1701861950.50"]),
      (#""\n1701861950\t""#, ["1701861950000", "1701861950"]),
      (#""1701861950123""#, ["1701861950123", "1701861950.123"]),
      (#""2023-12-06T11:25:50Z""#, ["1701861950000", "1701861950"]),
      (#""2023-12-06T11:25:50.12Z""#, ["1701861950120", "1701861950.12"]),
      (#""2023-12-06""#, ["1701820800000", "1701820800"]), (#""1970-01-01""#, ["0", "0"]),
      (#""1969-12-31T23:59:59.999Z""#, ["-1", "-0.001"]),
    ] as [(String, [String])])
  func forms(value: String, expected: [String]) throws {
    #expect(try created(value) == expected)
  }

  @Test(
    "what is not a time",
    arguments: [
      "null", #""""#, "true", "{}", "[1]", #""yesterday""#, #""2023-13-01""#, #""1701861950x""#,
      #""0x10""#, #"" ""#, "1e30", #""-""#, #""--1""#,
    ])
  func none(value: String) throws {
    #expect(try created(value) == nil)
  }

  @Test("in capacitor every number is milliseconds")
  func capacitor() throws {
    #expect(try created("1701861950123", .capacitor) == ["1701861950123", "1701861950.123"])
    #expect(try created("5000", .capacitor) == ["5000", "5"])
    #expect(try created("0", .capacitor) == ["0", "0"])
    #expect(try created(#""5000""#, .capacitor) == ["5000", "5"])
    #expect(try created(#""2023-12-06""#, .capacitor) == ["1701820800000", "1701820800"])
  }

  @Test(
    "a negative expiry is none, zero is one",
    arguments: [
      ("-1", nil), ("-0.001", nil), ("-1701861950123", nil), (#""-1""#, nil), ("null", nil),
      (#""1969-12-31""#, nil), ("0", "0"), ("1", "1000"), ("-0", "0"),
      ("1701861950", "1701861950000"),
    ] as [(String, String?)])
  func expiry(value: String, expected: String?) throws {
    for shape in [Shape.card, .wire, .reactNative, .web, .rest] {
      let key =
        switch shape {
        case .card: "expires_at"
        case .wire: "ea"
        case .rest: "expire_at"
        default: "expiresAt"
        }
      let card = try CardSnapshot.read("{\"\(key)\":\(value)}", .init(shape: shape))
      #expect(card[.expiresAt] == expected, "\(shape)")
    }
  }

  /// A conversion must not change a time.
  @Test(
    "what is written in one shape is read the same in another",
    arguments: Shape.allCases,
    [
      0, 1_701_861_950_123, 99_999_999_999_000, 100_000_000_000_000, 253_402_300_799_000,
      253_402_300_799_499, 253_402_300_799_500, 253_402_300_799_999, 253_402_300_800_000,
      400_000_000_000_000_123,
    ] as [Int64])
  func written(shape: Shape, milliseconds: Int64) throws {
    let source = "{\"idString\":\"a\",\"updated\":1,\"id\":\"a\",\"expiresAt\":\(milliseconds)}"
    let text = try CardProbe.read(source, options: .init(shape: .capacitor)) { card in
      var buffer = ByteBuffer()
      let writer = ShapeWriter(shape)
      writer.append(card, to: &buffer)
      return buffer.view.text
    }
    let read = try CardSnapshot.read(text, .init(shape: shape))
    let isDated = [.web, .webStorage, .rest, .capacitor].contains(shape)
    let isWritten = milliseconds < 253_402_300_800_000 || !isDated
    #expect(read[.expiresAt] == (isWritten ? "\(milliseconds)" : nil), "\(text)")
  }

  @Test("ISO 8601 with and without milliseconds")
  func iso() {
    func text(_ milliseconds: Int64, always: Bool) -> String? {
      var buffer = ByteBuffer()
      let time = CardTime(milliseconds: milliseconds)
      guard time.appendISO8601(to: &buffer, milliseconds: always) else {
        #expect(buffer.count == 0)
        return nil
      }
      return buffer.view.text
    }
    #expect(text(1_701_861_950_000, always: false) == "2023-12-06T11:25:50Z")
    #expect(text(1_701_861_950_000, always: true) == "2023-12-06T11:25:50.000Z")
    #expect(text(1_701_861_950_020, always: false) == "2023-12-06T11:25:50.020Z")
    #expect(text(-1, always: false) == "1969-12-31T23:59:59.999Z")
    #expect(text(-62_135_596_800_000, always: false) == "0001-01-01T00:00:00Z")
    #expect(text(-62_135_596_800_001, always: false) == nil)
    #expect(text(253_402_300_799_999, always: false) == "9999-12-31T23:59:59.999Z")
    #expect(text(253_402_300_800_000, always: false) == nil)
    #expect(text(.max, always: false) == nil)
    #expect(text(.min + 1, always: false) == nil)
  }

  @Test("the calendar range is exactly that of the date formats")
  func calendar() {
    for milliseconds in [
      -62_135_596_800_001, -62_135_596_800_000, 0, 253_402_300_799_999, 253_402_300_800_000,
    ] as [Int64] {
      var buffer = ByteBuffer()
      let time = CardTime(milliseconds: milliseconds)
      #expect(time.appendISO8601(to: &buffer) == time.isInCalendar)
    }
  }
}
