import EventJournal
import Foundation
import TestSupport
import Testing

/// The events of `cardctl log import`.
struct ImportTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: String..., input: String) throws -> CommandRun.Result {
    try CommandRun(
      arguments: ["log", "import"] + words + ["--journal", "j"], input: .file(Array(input.utf8)),
      directory: scratch.url.path
    ).result()
  }

  private var ids: [String] { scratch.events("j").map { $0?.cardID ?? "no event" } }

  @Test func everyFieldIsRecorded() throws {
    let line =
      #"{"event":"click","card_id":" a ","time":"2026-01-02T03:04:05.678+01:00","user_id":"u","#
      + #""device_id":"d","session_id":"s","key":"k","properties":{"n": 1.50 },"class_type":"c","#
      + #""control":null,"campaign_id":"x","message_variation_id":"m"}"#
    #expect(
      try run("-", input: "\u{FEFF}" + line + "\r\n\r\n")
        == CommandRun.Result(output: [], messages: [], status: 0))
    let event = try #require(scratch.events("j").first ?? nil)
    #expect(event.kind == .click && event.cardID == "a" && event.time == 1_767_319_445_678)
    #expect(event.userID == "u" && event.deviceID == "d" && event.sessionID == "s")
    #expect(event.key == "k" && event.classType == "c" && event.isControl == nil)
    #expect(event.campaignID == "x" && event.messageVariationID == "m")
    #expect(event.properties.map { "\($0.name):\($0.json)" } == ["n:1.50"])
  }

  /// Each line is checked like a recorded event, and the valid ones are recorded.
  @Test func invalidLines() throws {
    let lines = [
      #"{"event":"impression","card_id":"a"}"#, "", #"{"event":"view","card_id":"a"}"#,
      #"{"event":"click"}"#, #"{"event":"click","card_id":"a b"}"#, "a",
      #"{"event":"click","card_id":"a","userid":"u"}"#,
      #"{"event":"click","card_id":"a","time":2026}"#,
      #"{"event":"click","card_id":"a","user_id":7}"#,
      #"{"v":2,"event":"click","card_id":"a"}"#,
      #"{"event":"click","card_id":"a","control":true}"#,
      #"{"event":"dismissal","card_id":"b","time":1767319445}"#,
    ]
    let result = try run("-", input: lines.joined(separator: "\n"))
    #expect(result.status == 1)
    #expect(ids == ["a", "b"])
    #expect(
      result.messageText == """
        <stdin>:3:1: error: not an event: "event" is "view", expected impression, click, \
        dismissal, send or abort
        <stdin>:4:1: error: not an event: "card_id" is missing
        <stdin>:5:1: error: 'a b' refused: an id must be one word, without whitespace or control \
        characters; 'cardctl filter --ids' prints the ids of cards, one per line
        <stdin>:6:1: error: not an event: expected a value, found "a"
        <stdin>:7:1: error: not an event: unknown key "userid"; did you mean "user_id"?
        <stdin>:8:1: error: not an event: "time" is "2026", expected a time such as \
        2026-11-21T10:00:00.123Z
        <stdin>:9:1: error: not an event: "user_id" is not a string
        <stdin>:10:1: error: not an event: "v" is 2, expected 1
        <stdin>:11:1: error: 'a' refused: a control card is never shown, so it cannot be clicked

        """)
  }

  /// An event with a key is recorded once, and so is one with an id, which becomes its key.
  @Test func eventsWithKeysAreRecordedOnce() throws {
    let lines =
      #"{"event":"click","card_id":"a","key":"k"}"# + "\n"
      + #"{"event":"impression","card_id":"a","key":"k"}"# + "\n"
      + #"{"event":"click","card_id":"a","id":"x"}"# + "\n"
      + #"{"event":"click","card_id":"a","key":"k"}"# + "\n"
    for _ in 1...2 { #expect(try run("-", input: lines).status == 0) }
    #expect(scratch.events("j").map { $0?.key } == ["k", "k", "x"])
    #expect(try run("-", input: #"{"event":"click","card_id":"a"}"#).status == 0)
    #expect(ids.count == 4)
  }

  @Test func eventsOfCurrents() throws {
    let lines = [
      #"{"event_type":"users.messages.contentcard.Dismiss","id":"i","time":1767319445,"user":"#
        + #"{"user_id":"x","external_user_id":"u","device_id":null},"properties":"#
        + #"{"content_card_id":"a","platform":"ios","campaign_id":"c","send_id":null}}"#,
      #"{"event_type":"users.messages.contentcard.Click","id":"j","time":1767319445,"#
        + #""user_id":"x","content_card_id":"b","timezone":{"string":"UTC"}}"#,
      #"{"event_type":"users.messages.contentcard.Send","id":"k","time":1767319445}"#,
      #"{"event_type":"users.behaviors.app.SessionStart","id":"l","time":1767319445}"#,
      #"{"event_type":"users.messages.contentcard.Click","id":"m","time":1767319445}"#,
    ]
    let result = try run("-", input: lines.joined(separator: "\n"))
    #expect(result.status == 1)
    #expect(
      result.messageText == """
        <stdin>:3:1: error: not an event: "content_card_id" is missing, or is not a string
        <stdin>:5:1: error: not an event: "content_card_id" is missing, or is not a string
        cardctl: skipped 1 event of other kinds

        """)
    let events = scratch.events("j").compactMap { $0 }
    #expect(events.map(\.kind) == [.dismissal, .click])
    #expect(events.map(\.userID) == ["u", "x"] && events.map(\.key) == ["i", "j"])
    #expect(events[0].campaignID == "c" && events[0].time == 1_767_319_445_000)
    let properties = events.map { $0.properties.map { "\($0.name):\($0.json)" } }
    #expect(properties == [[#"platform:"ios""#], [#"timezone:"UTC""#]])
  }

  @Test func cardsAreLookedUp() throws {
    try scratch.write(
      "cards.json", #"[{"id":"a","ca":1,"tp":"short_news","tt":"t","ds":"d","db":true}]"#)
    let lines =
      #"{"event":"click","card_id":"a"}"# + "\n"
      + #"{"event":"dismissal","card_id":"a"}"# + "\n" + #"{"event":"dismissal","card_id":"a"}"#
      + "\n" + #"{"event":"impression","card_id":"b"}"#
    let result = try run("-", "--cards", "cards.json", input: lines)
    #expect(result.status == 1)
    #expect(result.messageText.split(separator: "\n").count == 3)
    #expect(scratch.events("j").map { $0?.kind } == [.dismissal])
  }

  /// Importing a journal into itself would never end.
  @Test func theJournalIsNotImportedIntoItself() throws {
    #expect(try run("-", input: #"{"event":"click","card_id":"a"}"#).status == 0)
    let result = try run("j", input: "")
    #expect(result.status == 2 && result.messageText.contains("are the same file"))
    #expect(ids.count == 1)
  }

  /// If a batch cannot be written in full, a prefix is recorded and the message reports it.
  @Test func aPrefixIsRecorded() throws {
    try scratch.write(
      "events.ndjson",
      (1...1000).map { #"{"event":"impression","card_id":"card-\#($0)"}"# + "\n" }.joined())
    let words = ["log", "import", scratch.path("events.ndjson"), "--journal", scratch.path("j")]
    let result = try ChildProcess.run(
      ["-c", "ulimit -f 8 && exec \"$0\" \"$@\"", Repository.tool] + words, of: "/bin/sh")
    #expect(result.status == 3)
    #expect(ids.count > 10 && ids == (1...ids.count).map { "card-\($0)" })
    #expect(result.messageText.contains("; the first \(ids.count) events are recorded, no others"))
  }
}
