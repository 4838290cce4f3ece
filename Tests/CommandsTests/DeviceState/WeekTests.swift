import Foundation
import TestSupport
import Testing

/// A week of sync responses, and the feed that a device shows on the evening of each day.
///
/// Tests/Fixtures/syncs has the responses of the server. The expected feeds were derived by hand:
///
/// - Monday, a full sync: `welcome`, `roast` (until Thursday 00:00), `news` and the test card
///   `trial`.
/// - Tuesday: `roast` was seen on another device, `news` is withdrawn (rule 2), `mug` is new and
///   seen.
/// - Wednesday: a sync fails, so `surprise` never arrives and nothing is deleted. Then a stale
///   server sends an older `mug`, which is ignored (rule 1).
/// - Thursday, a full sync of `welcome`, now seen, and a newer `mug`: `trial` was not sent, but is
///   a test card (rule 6). `roast` expired at midnight.
/// - Friday: `mug` is dismissed (rule 4), and `news` returns as the last card. The response for
///   another user, a full sync, is discarded (rule 7).
/// - Saturday, a bare array: `mug` is dismissed and `roast` has expired, whatever the server sends
///   now (rule 3).
/// - Sunday, a full sync: `sale` is new; `welcome` arrives unseen but stays seen (rule 5).
struct WeekTests {
  private static let days: [(file: String, feed: [String])] = [
    ("1-monday.json", ["welcome", "roast", "news", "trial"]),
    ("2-tuesday.json", ["welcome", "roast", "trial", "mug"]),
    ("3-wednesday.json", ["welcome", "roast", "trial", "mug"]),
    ("4-thursday.json", ["welcome", "trial", "mug"]),
    ("5-friday.json", ["welcome", "trial", "news"]),
    ("6-saturday.json", ["welcome", "trial", "news"]),
    ("7-sunday.json", ["welcome", "trial", "news", "sale"]),
  ]

  /// The expected fields of some cards, by day.
  private static let seen: [[String]] = [
    [], ["roast", "mug"], ["roast", "mug"], ["welcome", "mug"], ["welcome"], ["welcome"],
    ["welcome"],
  ]

  private func run(_ arguments: [String], upTo day: Int) throws -> CommandRun.Result {
    let files = WeekTests.days.prefix(day + 1).map { "syncs/\($0.file)" }
    let evening = "2026-11-\(16 + day)T20:00:00Z"
    return try CommandRun(
      arguments: ["filter", "--merge", "--user", "user-17", "--ids", "--at", evening] + arguments
        + files,
      directory: Repository.fixtures.path
    ).result()
  }

  @Test(arguments: 0..<7)
  func theFeedOfEachDay(_ day: Int) throws {
    let result = try run([], upTo: day)
    #expect(result.text == WeekTests.days[day].feed.map { $0 + "\n" }.joined())
    #expect(result.status == (day < 2 ? 0 : 1), "Wednesday's sync failed")
    let viewed = try run(["--viewed"], upTo: day)
    #expect(viewed.text == WeekTests.seen[day].map { $0 + "\n" }.joined())
  }

  /// One stream of responses is read like several files.
  @Test func theWeekInOneStream() throws {
    var stream: [UInt8] = []
    for day in WeekTests.days {
      stream += try Data(contentsOf: Repository.fixtures.appending(path: "syncs/\(day.file)"))
    }
    for input in [CommandRun.Input.file(stream), .pipe(stream, pieces: 3)] {
      let result = try CommandRun.result(
        "filter --merge --user user-17 --ids --at 2026-11-22T20:00:00Z", input)
      #expect(result.text == "welcome\ntrial\nnews\nsale\n")
    }
  }
}
