import CardCommands
import Foundation
import TestSupport
import Testing

/// The files after `--fix`: those of `--diff`, with no fix left.
@Suite struct FixPropertyTests {
  private static let hasGit = InstalledProgram.isInstalled("git")

  private static let payloads = [
    #"{"id":"a","tp":"text_announcement","ca":1701861950000,"tt":"A","ds":"B","dismissable":"false","e":{"n":1}}"#,
    #"[{"id":"a","tp":"short_news","ca":1,"tt":"A","ds":"B"},{"id":"b","tp":"CAPTIONED_IMAGE","ca":"2"}]"#,
    #"{"cards":[{"id":"a","tp":"control","ca":1,"e":{"Message_Header":"x","class_type":" group "}}]}"#,
    #"{"idString":"a","created":1701861950000,"title":"A","cardDescription":"B","dismissable":true}"#,
    #"{"id":"a","type":"classic","created":1,"title":"A","cardDescription":"B","openURLInWebView":0}"#,
    #"{"external_ids":["u"],"messages":{"content_cards":{"type":"classic","title":"A","ttl":"60"}}}"#,
    #"{"recipients":[{"external_user_id":"u"}],"send_at":"2026-12-24T10:00:00Z","messages":{"content_card":[{"type":"BANNER","image":"https://example.com/a","time_to_live":60}]}}"#,
    #"{"campaign_id":"c","recipient":{"external_id":"u"},"trigger_properties":[],"in_local_time":true}"#,
    #"{"campaignId":"c","triggerProperties":{"a":1},"recipients":[{"externalUserId":"u"}]}"#,
    #"{"events":[{"external_user_id":"u","event":"e","timestamp":"2026-11-20T10:00:00Z"}]}"#,
    #"{"canvas_id":"c","canvas_entry_properties":{},"recipients":[{"external_id":"u"}]}"#,
    #"{"classes":{"a":{"object":"A","properties":{"b":{"from":["title"]}}}}}"#,
  ]

  private static let insertions = [
    ",", "None", "True", "undefined", "'a'", "“a”", "\u{A0}", "é", "\n", "[]", "{}", "\"1\"",
    "1701861950000", "null", "\"dismissable\":true,", "\"extras\":{\"a\":1},", "\"a\":1,",
    "<ID>", "{{a}}", "}", "\"", "// x\n", "a=>1,",
  ]

  private static func mutated(_ text: String, _ random: inout SeededNumbers) -> String {
    var characters = Array(text)
    // Between tokens, or in place of one.
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let places = characters.indices.filter { ":,{}[]".contains(characters[$0]) }
      guard let place = places.randomElement(using: &random) else { break }
      let new = Array(insertions.randomElement(using: &random) ?? "")
      let count = Int.random(in: 0..<3, using: &random) == 0 ? 1 : 0
      characters.replaceSubrange(place + 1 - count..<place + 1, with: new)
    }
    let result = String(characters)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return result.replacing(",\"", with: ",\r\n  \"")
    case 1: return result.replacing(",", with: ",\n") + "\n"
    default: return result
    }
  }

  private static func run(_ option: String, _ names: [String], in folder: ScratchFolder) throws
    -> CommandRun.Result
  {
    let words =
      ["validate", "--no-config", "--at", "2026-11-28"]
      + option.split(separator: " ")
      .map(String.init)
    return try CommandRun(arguments: words + names, directory: folder.path).result()
  }

  private static func read(_ names: [String], in folder: ScratchFolder) throws -> [String] {
    try names.map { try folder.text($0) }
  }

  @Test(.enabled(if: hasGit, "git is not installed"), arguments: 1...4 as ClosedRange<UInt64>)
  func fixWritesWhatDiffDescribes(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let (fixed, patched) = (try ScratchFolder(), try ScratchFolder())
    var names: [String] = []
    for number in 0..<48 {
      let text = Self.mutated(Self.payloads[number % Self.payloads.count], &random)
      names.append("\(number).json")
      for folder in [fixed, patched] { try folder.write("\(number).json", text) }
    }
    let before = try Self.read(names, in: patched)

    let patch = try Self.run("--diff", names, in: patched)
    #expect(try Self.read(names, in: patched) == before)
    #expect(!patch.text.isEmpty)
    let applied = try ChildProcess.run(
      ["-c", "cd \"$1\" && git apply", "sh", patched.path], of: "/bin/sh", input: patch.text,
      environment: InstalledProgram.environment(home: patched.path))
    #expect(applied.status == 0, "\(applied.messageText)")

    _ = try Self.run("--fix", names, in: fixed)
    let after = try Self.read(names, in: fixed)
    for (number, name) in names.enumerated() {
      #expect(try patched.text(name) == after[number], "\(before[number])")
    }

    // A second run has nothing to fix.
    let left = try Self.run("--to ndjson", names, in: fixed)
    let fixable = left.text.split(separator: "\n").filter { $0.contains("\"fix\":") }
    #expect(fixable.isEmpty, "\(fixable)")
    _ = try Self.run("--fix", names, in: fixed)
    #expect(try Self.read(names, in: fixed) == after)
  }

  /// Each round fixes one syntax error of a value; there may be thousands of them.
  @Test func allMistakesOfAValueAreFixed() throws {
    let folder = try ScratchFolder()
    let extras = (0..<400).map { "'k\($0)': 'v'" }.joined(separator: ", ")
    try folder.write(
      "a.json", "{'id': 'a', 'tp': 'control', 'ca': 1, 'p': False, 'e': {\(extras)}}")
    _ = try Self.run("--fix", ["a.json"], in: folder)
    let text = try folder.text("a.json")
    #expect(!text.contains("'") && text.contains("false"))
  }
}
