import ContentCards
import Testing

@Suite struct TimeArgumentTests {
  private let now = CardProbe.now

  @Test(arguments: [
    ("2026-01-01", 0), ("2026-01-01T00:00:00Z", 0), ("2026-01-01 00:00", 0),
    ("2026-01-01T01:30:00+01:30", 0), ("2025-12-31T19:00:00-0500", 0),
    ("2026-01-01t01:00:00+01", 0), ("2026-01-01T00:00:00.123Z", 123),
    ("1767225600", 0), ("1767225600.5", 500), ("1.7672256e9", 0), ("1767225600123", 123),
    (" 1767225600 ", 0), ("-5", -1_767_225_605_000), ("0", -1_767_225_600_000),
    ("7d", -604_800_000), ("-7d", -604_800_000), ("+7d", 604_800_000), ("1w", -604_800_000),
    ("90m", -5_400_000), ("1.5h", -5_400_000), ("30s", -30_000), ("0.5s", -500), ("0d", 0),
    ("+0.0015s", 2), ("+1e2s", 100_000),
  ])
  func readsTimes(text: String, offset: Int64) throws {
    #expect(try TimeArgument(text, now: now).milliseconds == now + offset)
  }

  @Test(arguments: [("7d", 604_800_000), ("-7d", -604_800_000), ("+7d", 604_800_000)])
  func bareDurationsMayLieAhead(text: String, offset: Int64) throws {
    let time = try TimeArgument(text, now: now, bareDuration: .future)
    #expect(time.milliseconds == now + offset)
  }

  @Test(
    arguments: [
      "", " ", "d", "-d", "+7", "7y", "7 d", "7dd", "--7d", "+-7d", "-+7d", ".5d",
      "5.d",
      "yesterday", "2026-13-01", "2026-02-30", "2026-01-01T25:00", "2026-01-01T00:00:00 Z", "1e",
      "NaN", "0x10", "1_000", "9999999999999999999d", "1e400", "99999999999999w",
    ])
  func refusesNonsense(text: String) {
    #expect(throws: SelectionError.notATime(text)) { try TimeArgument(text, now: now) }
  }

  @Test func keepsEveryDigitOfSeconds() throws {
    let time = try TimeArgument("1700000000.00049", now: now)
    #expect(time.seconds == "1700000000.00049")
    #expect(time.milliseconds == 1_700_000_000_000)
    #expect(time > TimeArgument(milliseconds: 1_700_000_000_000))
    #expect(try TimeArgument("1700000000.0", now: now) == TimeArgument("1.7E9", now: now))
    #expect(TimeArgument(milliseconds: -1500).seconds == "-1.5")
  }

  @Test func saysWhatWasExpected() {
    #expect(
      SelectionError.notATime("soon").description
        == "'soon' is no time: expected ISO 8601 such as 2026-01-31T09:00:00Z, epoch seconds, "
        + "or a duration such as 7d")
  }
}
