import CardJSON
import CardProcessing
import ContentCardKit
import Testing

@Suite struct TimeArgumentTests {
  /// 2026-01-01T00:00:00Z, and five seconds before the end of that day.
  private let now = CardProbe.now
  private let evening = CardProbe.now + 86_395_000

  @Test(
    arguments: [
      ("2026-01-01", 0), ("2026-01-01T00:00:00Z", 0), ("2026-01-01 00:00", 0),
      ("2026-01-01T01:30:00+01:30", 0), ("2025-12-31T19:00:00-0500", 0),
      ("2026-01-01t01:00:00+01", 0), ("2026-01-01T00:00:00.123Z", 123), (" 2026-01-01\n", 0),
      ("1767225600", 0), ("1767225600.5", 500), ("1767225600123", 123), ("1767225600.0004", 0),
      (" 1767225600 ", 0), ("0", -1_767_225_600_000), ("100000000", -1_667_225_600_000),
      ("99999999999", 98_232_774_399_000), ("100000000000", -1_667_225_600_000),
      ("7d", -604_800_000), ("-7d", -604_800_000), ("+7d", 604_800_000), ("1w", -604_800_000),
      ("90m", -5_400_000), ("1.5h", -5_400_000), ("30s", -30_000), ("0.5s", -500), ("0d", 0),
      ("+0.0015s", 2), ("1d12h", -129_600_000), ("-1d12h", -129_600_000),
      ("+1w1d1h1m1s", 694_861_000), ("+12h1d", 129_600_000), ("now", 0), ("NOW", 0),
    ] as [(String, Int64)])
  func readsTimes(text: String, offset: Int64) throws {
    #expect(try TimeArgument(text).milliseconds(at: now) == now + offset)
    if text != "now" { #expect(try TimeArgument(text).text == text) }
  }

  @Test(arguments: [("today", 0), ("yesterday", -86_400_000), ("Tomorrow", 86_400_000)])
  func daysBeginAtMidnight(text: String, offset: Int64) throws {
    for time in [now, evening] {
      #expect(try TimeArgument(text).milliseconds(at: time) == now + offset)
      #expect(try TimeArgument(text, of: .expiry).milliseconds(at: time) == now + offset)
    }
    // Days before 1970 begin at midnight, too.
    #expect(try TimeArgument("today").milliseconds(at: -1) == -86_400_000)
    #expect(try TimeArgument("today").milliseconds(at: -86_400_000) == -86_400_000)
  }

  /// Local days and times in a zone two hours east of UTC.
  @Test(
    arguments: [
      ("2026-01-01", -7200), ("2026-01-01T00:00", -7200), ("2026-01-01T00:00Z", 0),
      ("2026-01-01T00:00+01:00", -3600), ("today", -7200), ("tomorrow", 79_200), ("now", 0),
      ("1d", -86_400), ("1767225600", 0),
    ] as [(String, Int64)])
  func daysAndTimesWithoutAZoneAreLocal(text: String, seconds: Int64) throws {
    let zone = Zone(offset: 7_200_000)
    #expect(try TimeArgument(text).milliseconds(at: now, in: zone) == now + seconds * 1000)
  }

  @Test(arguments: [
    ("7d", 604_800_000), ("-7d", -604_800_000), ("+7d", 604_800_000), ("1d12h", 129_600_000),
    ("now", 0),
  ])
  func expiriesLieAhead(text: String, offset: Int64) throws {
    let time = try TimeArgument(text, of: .expiry)
    #expect(time.milliseconds(at: now) == now + offset)
  }

  @Test(arguments: ["never", "Never", "-1", " -1 "])
  func onlyAnExpiryMayBeNever(text: String) throws {
    #expect(throws: SelectionError.notATime(text)) { try TimeArgument(text) }
    let never = try TimeArgument(text, of: .expiry)
    let last = try TimeArgument("9999-12-31T23:59:59Z")
    #expect(never.milliseconds(at: now) > last.milliseconds(at: now))
  }

  @Test(
    arguments: [
      "", " ", "d", "-d", "+7", "7y", "7 d", "7dd", "--7d", "+-7d", "-+7d", ".5d",
      "5.d", "1d12", "1d-12h", "d1", "1d 12h", "1e2s", "07d", "1.2.3d", "2mo",
      "11/20/2026", "20.11.2026", "2026-13-01", "2026-02-30", "2026-01-01T25:00", "2026-11",
      "2026-01-01T00:00:00 GMT", "1e", "NaN", "0x10", "1_000", "soon", "nowadays", "last week",
      "9999999999999999999d", "1e400", "99999999999999w", "1000000w9999999999999w",
      "2026", "20261120", "1", "00", "12345678", "-5", "-1763500000", "+1763500000",
      "1.7672256e9", "0000000001", "1767225600123.5", "1767225600.", "1767225600.5.5",
      "0.5", "1700000000000000", "999999999999999999999999", "-2",
    ])
  func refusesNonsense(text: String) {
    #expect(throws: SelectionError.notATime(text)) { try TimeArgument(text) }
    #expect(throws: SelectionError.notATime(text)) { try TimeArgument(text, of: .expiry) }
  }

  @Test func noDurationIsTooLongForAnyClock() throws {
    let time = try TimeArgument("+9999999999d")
    #expect(time.milliseconds(at: .max) == .max)
    #expect(try TimeArgument("-9999999999d").milliseconds(at: .min) == .min)
    #expect(try TimeArgument("yesterday").milliseconds(at: .min) == .min)
  }

  @Test func saysWhatWasExpected() {
    #expect(
      SelectionError.notATime("soon").description
        == "invalid time 'soon': expected a date such as 2026-01-31 or 2026-01-31T09:00:00Z, now, "
        + "today, yesterday, tomorrow, a duration such as 7d, or epoch seconds of 9 to 11 digits")
  }
}
