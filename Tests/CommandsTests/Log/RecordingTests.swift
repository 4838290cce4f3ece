import EventJournal
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The events of `cardctl log impression`, `click` and `dismiss`.
struct RecordingTests {
  private let scratch: ScratchFolder

  /// An id in Braze's format, of campaign `65705a3e420133004b30fc7c`.
  private static let composite =
    "NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9ZjM2NDNmYmYtMjYzZS1hZWQ5LWUyM3QtMDlkY2Y4ODQ1YjUw"
    + "Jm12PTY1NzA1YTNlNDIwMTMzMDA0YjMwZmM4MyZwaT1jbXA="

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(
      "cards.json",
      """
      {"cards":[
      {"id":"\(RecordingTests.composite)","ca":1,"tp":"short_news","tt":"a","ds":"b",
       "u":"https://example.com","e":{"class_type":"Coupon_Code","kind":"other"}},
      {"id":"control","ca":1,"tp":"control"},
      {"id":"plain","ca":1,"tp":"short_news","tt":"a","ds":"b","u":"","db":true},
      {"id":"dismissed","ca":1,"tp":"short_news","tt":"a","db":true,"d":true},
      {"id":"gone","ca":1,"tp":"short_news","tt":"a"},
      {"id":"gone","ca":2,"r":true}]}
      """)
  }

  private func run(
    _ arguments: String..., input: CommandRun.Input = .file([]),
    environment: [String: String] = ["CARDCTL_JOURNAL": "j"]
  ) throws -> CommandRun.Result {
    try CommandRun(
      arguments: ["log"] + arguments, input: input, environment: environment,
      directory: scratch.url.path
    ).result()
  }

  private var ids: [String] { scratch.events("j").map { $0?.cardID ?? "no event" } }

  @Test func everyOptionIsRecorded() throws {
    let result = try run(
      "click", "a", "--user", "u", "--device", "d", "--session", "s", "--key", "k", "--property",
      "n=1.50", "--property", "t=true", "--property", "x=a=\"b\"", "--property", "n=-2e9",
      "--property", "e=", "--time", "2026-01-02T03:04:05.678+01:00")
    #expect(result == CommandRun.Result(output: [], messages: [], status: 0))
    let event = try #require(scratch.events("j").first ?? nil)
    #expect(event.kind == .click)
    #expect(event.time == 1_767_319_445_678)
    #expect(event.isControl == nil)
    #expect(event.userID == "u" && event.deviceID == "d" && event.sessionID == "s")
    #expect(event.key == "k")
    let properties = event.properties.map { "\($0.name):\($0.json)" }
    #expect(properties == ["n:-2e9", "t:true", #"x:"a=\"b\"""#, #"e:"""#])
    #expect(UUID(uuidString: event.id) != nil)
  }

  @Test func theTimeIsNow() throws {
    #expect(try run("impression", "a").status == 0)
    let event = try #require(scratch.events("j").first ?? nil)
    let digits = event.id.prefix(13).replacing("-", with: "")
    // The id and the time are made one after the other.
    for time in [event.time, try #require(Int64(digits, radix: 16))] {
      #expect((CommandRun.now..<CommandRun.now + 600_000).contains(time))
    }
  }

  @Test func cardsAreLookedUp() throws {
    let result = try run(
      "impression", "--cards", "cards.json", RecordingTests.composite, "control", "unknown", "gone",
      "plain")
    #expect(result.status == 1)
    #expect(
      result.messageText == """
        cardctl: 'unknown' refused: cards.json has no such card
        cardctl: 'gone' refused: the server removed the card

        """)
    let events = scratch.events("j").compactMap { $0 }
    #expect(events.map(\.cardID) == [RecordingTests.composite, "control", "plain"])
    #expect(events.map(\.isControl) == [false, true, false])
    #expect(events.map(\.classType) == ["Coupon_Code", nil, nil])
    #expect(events[0].campaignID == "65705a3e420133004b30fc7c")
    #expect(events[0].messageVariationID == "65705a3e420133004b30fc83")
    #expect(events[1].campaignID == nil)
  }

  @Test func theTypeKeyAndTheShapeAreTheUsers() throws {
    let result = try run(
      "impression", "--cards", "cards.json", "--type-key", "kind", "--shape", "wire",
      RecordingTests.composite)
    #expect(result.status == 0)
    #expect(scratch.events("j").first??.classType == "other")
  }

  @Test(arguments: [
    ("click", "control", "a control card is never shown, so it cannot be clicked"),
    (
      "click", "plain",
      "the card has no url, so a click opens nothing; use --force for an app that logs it itself"
    ),
    ("dismiss", "control", "a control card is never shown, so it cannot be dismissed"),
    ("dismiss", composite, "the card is not dismissible"),
    ("dismiss", "dismissed", "the card was dismissed before, and SDKs log a dismissal once"),
  ])
  func theRulesOfTheSDKs(_ command: String, _ id: String, _ reason: String) throws {
    let refused = try run(command, "--cards", "cards.json", id)
    #expect(refused.status == 1)
    #expect(refused.messageText == "cardctl: '\(id)' refused: \(reason)\n")
    #expect(try scratch.names() == ["cards.json"], "no journal is made for nothing")
    #expect(try run(command, "--cards", "cards.json", "--force", id).status == 0)
    #expect(ids == [id])
    #expect(try run(command, "--cards", "cards.json", "--force", "unknown").status == 1)
  }

  @Test func aCardIsDismissedOnce() throws {
    let first = try run("dismiss", "--cards", "cards.json", "plain", "plain")
    #expect(first.status == 1, "the second is refused: \(first.messageText)")
    #expect(try run("dismiss", "--cards", "cards.json", "plain").status == 1)
    #expect(ids == ["plain"])
    #expect(try run("dismiss", "--cards", "cards.json", "--user", "u", "plain").status == 0)
    #expect(try run("dismiss", "plain").status == 0, "without cards there are no rules")
    #expect(ids == ["plain", "plain", "plain"])
  }

  @Test func controlIsSaidWithoutACard() throws {
    #expect(try run("impression", "--control", "a").status == 0)
    #expect(scratch.events("j").first??.isControl == true)
    #expect(try run("click", "--control", "a").status == 1)
    #expect(try run("dismiss", "--control", "a").status == 1)
    #expect(try run("click", "--control", "--force", "a").status == 0)
    #expect(ids.count == 2)
  }

  @Test func badCardsAreReported() throws {
    try scratch.write("bad.json", "\n{\"id\":\"a\",\"ca\":1}\n{]\n{\"id\":\"b\",\"ca\":1}\n")
    let result = try run("impression", "--cards", "bad.json", "a", "b")
    #expect(result.status == 1)
    #expect(result.messageText.hasPrefix("bad.json:3:2: error: "))
    #expect(ids == ["a", "b"])
    let missing = try run("impression", "--cards", "none.json", "a")
    #expect(missing.status == 3)
    #expect(
      missing.messageText
        == "cardctl: cannot open \(scratch.path("none.json")): no such file or directory\n")
  }

  /// Many long lines are recorded in parts, but with the effect of one batch.
  @Test func aBatchOfLongLines() throws {
    let names = (0..<700).map { "card-\($0)" }
    let text = String(repeating: "x", count: 20_000)
    let result = try run(
      "impression", "-", "--print", "--property", "text=\(text)", "--key", "k",
      input: .file(Array((names + names).joined(separator: "\n").utf8)))
    #expect(result.status == 0)
    #expect(ids == names)
    #expect(result.output == Array(try scratch.text("j").utf8))
  }

  @Test func refusalsAreCounted() throws {
    let unknown = (0..<50).map { "u\($0)\n" }.joined()
    let result = try run(
      "impression", "--cards", "cards.json", "-", "--max-messages", "2",
      input: .file(Array(unknown.utf8)))
    let lines = result.messageText.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.last == "cardctl: 48 more of unknown ids not shown; --max-messages N shows more")
  }

  @Test func recordedEventsArePrinted() throws {
    let result = try run("impression", "--print", "a", "b", "a", "--policy", "once")
    #expect(JournalText.events(result.output) == scratch.events("j"))
    #expect(ids == ["a", "b"])
    #expect(try run("impression", "--print", "a", "--policy", "once").output == [])
  }
}

/// Events that are recorded once.
struct RepeatTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// The number of events after another run of a line.
  private func count(_ line: String) throws -> Int {
    let words = "log \(line) --journal j".split(separator: " ").map(String.init)
    let result = try CommandRun(arguments: words, directory: scratch.url.path).result()
    #expect(result == CommandRun.Result(output: [], messages: [], status: 0))
    return scratch.events("j").count
      + (1...3).map { scratch.events("j.\($0)").count }.reduce(0, +)
  }

  @Test func policies() throws {
    #expect(try count("impression a") == 1)
    #expect(try count("impression a --policy every") == 2)
    #expect(try count("impression a --policy once") == 2)
    #expect(try count("impression a --policy once") == 2)
    #expect(try count("click a --policy once") == 3)
    #expect(try count("impression a --policy once --user u") == 4)
    #expect(try count("impression a --policy once --user u") == 4)
    #expect(try count("impression a --policy session --session 1") == 5)
    #expect(try count("impression a b --policy session --session 1") == 6)
    #expect(try count("impression a --policy session --session 2") == 7)
  }

  @Test func keys() throws {
    #expect(try count("impression a --key k") == 1)
    #expect(try count("impression a --key k") == 1)
    #expect(try count("impression a b --key k") == 2)
    #expect(try count("click a --key k") == 3)
    #expect(try count("impression a --key l") == 4)
    #expect(try count("impression a a a --key m") == 5)
  }

  @Test func rotatedFilesCount() throws {
    #expect(try count("impression a --policy once --key k") == 1)
    #expect(try count("rotate") == 1)
    #expect(try count("impression a --policy once") == 1)
    #expect(try count("impression a --key k") == 1)
    #expect(try count("click b") == 2)
    #expect(try count("rotate") == 2)
    #expect(try count("impression a --policy once") == 2)
    #expect(try count("impression a --key k") == 2)
    #expect(try scratch.names() == ["j", "j.1", "j.2"])
  }

  @Test(arguments: [
    "impression a --policy session", "impression a --policy sometimes", "impression a --force",
    "impression a --shape wire", "impression a --type-key k", "impression a --cards c --control",
    "impression a --config c", "impression a --property =x", "impression a --property x",
    "impression a --time soon", "impression a --time 99999999999999999", "impression",
    "impression a --user=", "impression a --journal=", "check --config c", "rotate --config c",
    "rotate --age 2027-01-01", "check x", "rotate --keep 0",
  ])
  func linesThatAreWrong(_ line: String) throws {
    let words = ["log"] + line.split(separator: " ").map(String.init)
    let result = try CommandRun(
      arguments: words, environment: ["CARDCTL_JOURNAL": "j"], directory: scratch.url.path
    ).result()
    #expect(result.status == 2, "\(result.messageText)")
    #expect(try scratch.names() == [])
  }
}

/// The choice of the journal.
struct JournalPlaceTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ environment: [String: String], _ arguments: [String] = []) throws
    -> CommandRun.Result
  {
    try CommandRun(
      arguments: ["log", "impression", "a"] + arguments, environment: environment,
      directory: scratch.url.path
    ).result()
  }

  @Test func theOptionThenTheEnvironmentThenTheUsersOwn() throws {
    let state = scratch.path("state")
    var environment = ["HOME": scratch.path("home"), "CARDCTL_JOURNAL": "env"]
    environment["XDG_STATE_HOME"] = state
    #expect(try run(environment, ["--journal", "option"]).status == 0)
    #expect(try scratch.names() == ["option"])
    #expect(try run(environment).status == 0)
    #expect(try scratch.names() == ["env", "option"])
    environment["CARDCTL_JOURNAL"] = nil
    #expect(try run(environment).status == 0)
    #expect(scratch.events("state/cardctl/events.ndjson").count == 1)
    environment["XDG_STATE_HOME"] = "relative"
    #expect(try run(environment).status == 0)
    #expect(scratch.events("home/.local/state/cardctl/events.ndjson").count == 1)
    var status = stat()
    for (name, mode) in [("home", 0o700), ("home/.local/state/cardctl/events.ndjson", 0o600)] {
      #expect(stat(scratch.path(name), &status) == 0)
      #expect(Int(status.st_mode & 0o777) == mode)
    }
    environment["HOME"] = nil
    let result = try run(environment)
    #expect(result.status == 2)
    #expect(result.messageText.contains("expected --journal FILE"))
  }

  @Test func onlyTheUsersOwnDirectoryIsMade() throws {
    let result = try run([:], ["--journal", "a/b"])
    #expect(result.status == 3)
    #expect(
      result.messageText
        == "cardctl: cannot open a/b: the directory a does not exist; create it first; "
        + "nothing is recorded\n")
    #expect(try scratch.names() == [])
  }
}
