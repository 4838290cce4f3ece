import CardJSON
import Foundation
import TestSupport
import Testing

/// Dates and times of ISO 8601.
struct ISO8601Tests {
  private func milliseconds(_ text: String) -> Int64? {
    let buffer = ByteBuffer(text.utf8)
    return ISO8601.milliseconds(buffer.view)
  }

  @Test(
    "forms that are understood",
    arguments: [
      ("2023-12-06", 1_701_820_800_000), ("2023-12-06T11:25", 1_701_861_900_000),
      ("2023-12-06T11:25:50", 1_701_861_950_000), ("2023-12-06T11:25:50Z", 1_701_861_950_000),
      ("2023-12-06t11:25:50z", 1_701_861_950_000), ("2023-12-06 11:25:50", 1_701_861_950_000),
      ("2023-12-06T11:25:50.1Z", 1_701_861_950_100), ("2023-12-06T11:25:50.12Z", 1_701_861_950_120),
      ("2023-12-06T11:25:50.123", 1_701_861_950_123),
      ("2023-12-06T11:25:50.1239999999Z", 1_701_861_950_123),
      ("2023-12-06T12:25:50+01:00", 1_701_861_950_000),
      ("2023-12-06T12:25:50+0100", 1_701_861_950_000),
      ("2023-12-06T12:25:50+01", 1_701_861_950_000),
      ("2023-12-06T05:55:50-05:30", 1_701_861_950_000), ("2023-12-06T11:25Z", 1_701_861_900_000),
      ("2023-12-06T11:25+00:00", 1_701_861_900_000),
      // As Ruby and Swift print dates.
      ("2023-12-06 11:25:50 UTC", 1_701_861_950_000),
      ("2023-12-06 12:25:50 +0100", 1_701_861_950_000),
      ("2023-12-06T11:25:50 Z", 1_701_861_950_000), ("1970-01-01", 0),
      ("2024-02-29", 1_709_164_800_000), ("2000-02-29", 951_782_400_000),
      ("0001-01-01", -62_135_596_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func accepts(text: String, expected: Int64) { #expect(milliseconds(text) == expected) }

  @Test(
    "what is not a date or time",
    arguments: [
      "", "2023", "2023-12", "2023-12-6", "2023-1-06", "23-12-06", "2023-00-01", "2023-13-01",
      "2023-12-00", "2023-12-32", "2023-04-31", "2023-02-29", "1900-02-29", "2100-02-29",
      "0000-01-01", "2023/12/06", "20231206", "2023-12-06T", "2023-12-06T11", "2023-12-06T1125",
      "2023-12-06T24:00", "2023-12-06T11:60", "2023-12-06T11:25:60", "2023-12-06T11:25:",
      "2023-12-06T11:25:50.", "2023-12-06T11:25:50.Z", "2023-12-06T11:25:50,5Z",
      "2023-12-06T11:25:50ZZ", "2023-12-06T11:25:50 ", "2023-12-06T11:25:50+1",
      "2023-12-06T11:25:50 UT", "2023-12-06T11:25:50UTC", "2023-12-06T11:25:50 UTC+1",
      "2023-12-06T11:25:50  Z", "2023-12-06 +0100", "2023-12-06T11:25:50 U+0100",
      "2023-12-06T11:25:50 UT-01",
      "2023-12-06T11:25:50+24:00", "2023-12-06T11:25:50+01:60", "2023-12-06T11:25:50+01:",
      "2023-12-06T11:25:50+01:0", "2023-12-06Z", "2023-12-06+01:00", " 2023-12-06", "2023-12-06 ",
      "2023-12-06_11:25", "-2023-12-06", "+2023-12-06", "12023-12-06", "2023-12-06T11:25:50.1 ",
      "2023-W49-3", "2023-340", "２０２３-12-06",
    ])
  func rejects(text: String) { #expect(milliseconds(text) == nil) }

  @Test("reads a part of a longer text like a copy of it")
  func parts() {
    let whole = ByteBuffer("2023-12-06T11:25:50.123 +01:00".utf8)
    for end in 0...whole.count {
      let part = whole.view.slice(0..<end)
      let copy = ByteBuffer(part.array)
      #expect(ISO8601.milliseconds(part) == ISO8601.milliseconds(copy.view), "\(part.text)")
    }
  }

  @Test("parses its own output in every year")
  func roundTrip() {
    var numbers = SeededNumbers(seed: 21)
    var buffer = ByteBuffer()
    let calendar: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    for _ in 0..<20_000 {
      let time = Int64.random(in: calendar, using: &numbers)
      for withMilliseconds in [false, true] {
        let rounded = withMilliseconds ? time : time - (time % 1000 + 1000) % 1000
        buffer.removeAll()
        #expect(ISO8601.append(rounded, to: &buffer, withMilliseconds: withMilliseconds))
        #expect(ISO8601.milliseconds(buffer.view) == rounded, "\(buffer.view.text)")
        #expect(buffer.count == (withMilliseconds ? 24 : 20))
      }
    }
  }

  @Test("the first and last day of every month of eight centuries")
  func days() {
    // Count day by day from 1970-01-01, without a formula.
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var day: Int64 = 0
    for year in 1970...2770 {
      let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
      for month in 1...12 {
        let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
        for (date, offset) in [(1, 0), (length, length - 1)] {
          let text = "\(year)-" + pad(month) + "-" + pad(date)
          let expected = (day + Int64(offset)) * 86_400_000
          #expect(milliseconds(text) == expected, "\(text)")
          var buffer = ByteBuffer()
          #expect(ISO8601.append(expected, to: &buffer, withMilliseconds: false))
          #expect(buffer.view.text == text + "T00:00:00Z")
        }
        #expect(milliseconds("\(year)-" + pad(month) + "-" + pad(length + 1)) == nil)
        day += Int64(length)
      }
    }
  }

  private func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test("agrees with Foundation")
  func foundation() {
    let formatter = ISO8601DateFormatter()
    var numbers = SeededNumbers(seed: 22)
    for _ in 0..<300 {
      // Start in 1600: Foundation uses the Gregorian calendar only from 1582.
      let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &numbers)
      var buffer = ByteBuffer()
      #expect(ISO8601.append(seconds * 1000, to: &buffer, withMilliseconds: false))
      let date = Date(timeIntervalSince1970: TimeInterval(seconds))
      #expect(buffer.view.text == formatter.string(from: date))
    }
  }
}
