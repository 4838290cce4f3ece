import Foundation
import Testing

@testable import CardCommands

/// What `cardctl __complete` answers.
struct CompletionTests {
  /// The words that are offered, without their meanings, and how the line goes on.
  private func answer(
    _ words: String..., environment: [String: String] = [:], in folder: ScratchFolder? = nil
  ) throws -> (words: [String], ending: String) {
    let run = CommandRun(
      arguments: ["__complete"] + words, environment: environment,
      directory: try folder?.url.path ?? ScratchFolder().url.path)
    let result = try run.result()
    #expect(result.messages.isEmpty)
    #expect(result.status == 0)
    var lines = result.text.split(separator: "\n").map { line in
      String(line.prefix { $0 != "\t" })
    }
    let ending = lines.popLast() ?? ""
    return (lines, ending)
  }

  @Test func describesWhatItOffers() throws {
    let result = try CommandRun(arguments: ["__complete", "convert", "--to", "cs"]).result()
    #expect(result.text == "csv\ta table, as RFC 4180 has it\n:word\n")
  }

  @Test func offersCommands() throws {
    let answer = try answer("")
    #expect(answer.words == Tool.commands.map(\.word) + ["help"])
    #expect(answer.ending == ":word")
  }

  @Test func offersNoHiddenWord() throws {
    #expect(try answer("__").words.isEmpty)
  }

  @Test func offersClassTypesOfTheRegistryInForce() throws {
    let folder = try ScratchFolder()
    let registry = #"{"classes":{"gift":{"object":"Gift","properties":{}}}}"#
    try folder.write("gifts.json", registry)
    try folder.write(".cardctl.json", #"{"classes":"gifts.json"}"#)
    let convert = try answer("convert", "--class-type", "gi", in: folder)
    #expect(convert.words == ["gift"])
    #expect(try answer("filter", "--class-type", "gi", in: folder).words == ["gift"])
    #expect(
      try answer("filter", "--classes=gifts.json", "--class-type", "gi", in: folder).words
        == ["gift"])
    #expect(
      try answer("convert", "--no-config", "--class-type", "gi", in: folder).words.isEmpty)
    let variable = ["CARDCTL_CONFIG": folder.path(".cardctl.json")]
    #expect(try answer("convert", "--class-type=gi", environment: variable).words.count == 1)
  }

  @Test func offersColumnsOfTheForm() throws {
    #expect(try answer("convert", "--as", "wire", "--columns", "t").words == ["tp", "t", "tt"])
    let objects = try answer("convert", "--columns", "contentCardData.is")
    #expect(objects.words.contains("contentCardData.isPinned"))
    #expect(objects.ending == ":open")
    #expect(try answer("convert", "--columns", "id,card.ti").words == ["id,card.title"])
    let again = try answer("convert", "--as=card", "--columns=title,ti")
    #expect(again.words.isEmpty)
  }

  @Test func offersRulesAndLevels() throws {
    #expect(try answer("validate", "--explain", "card/sh").words == ["card/shape"])
    #expect(try answer("validate", "--explain", "input/").words == ["input/*", "input/format"])
    #expect(try answer("validate", "--rule", "baseline/").words.count == 2)
    #expect(try answer("validate", "--rule", "card/sh").words == ["card/shape="])
    #expect(
      try answer("validate", "--rule", "card/shape=w").words == ["card/shape=warning"])
  }

  @Test func offersReportsAndTheirFiles() throws {
    let folder = try ScratchFolder()
    try folder.write("cards.sarif", "")
    try folder.write("cards\u{1B}x", "")
    try folder.write(".hidden", "")
    try FileManager.default.createDirectory(
      atPath: folder.path("out"), withIntermediateDirectories: false)
    try folder.write("out/junit.xml", "")
    #expect(try answer("validate", "--to", "sa").words == ["sarif"])
    #expect(try answer("validate", "--to", "text", "--to=ju").words == ["--to=junit"])
    let files = try answer("validate", "--to", "sarif=", in: folder)
    #expect(files.words == ["sarif=cards.sarif", "sarif=out/"])
    #expect(files.ending == ":open")
    #expect(
      try answer("validate", "--to=junit=out/j", in: folder).words == ["--to=junit=out/junit.xml"])
  }

  @Test func offersFilesByTheirEndings() throws {
    #expect(try answer("convert", "").ending == ":files json ndjson jsonl")
    #expect(try answer("convert", "-o", "").ending == ":files")
    #expect(try answer("convert", "--classes=x").ending == ":files json")
  }

  @Test func leavesOutWhatWasGiven() throws {
    #expect(try answer("convert", "--to", "csv", "--to").words.isEmpty)
    #expect(try answer("convert", "-q", "--qu").words.isEmpty)
    #expect(try answer("filter", "--id", "a", "--id").words == ["--id", "--ids"])
    #expect(try answer("filter", "--", "--id").words.isEmpty)
  }

  /// Cards can be logged that stand in a file, and looked for that were logged.
  @Test func offersCardsOfTheJournal() throws {
    let folder = try ScratchFolder()
    try folder.write("cards.json", #"[{"id":"held","tp":"control"}]"#)
    let lines = ["first", "second", "first"].map {
      #"{"v":1,"id":"e","time":"2025-11-20T10:00:00.000Z","event":"click","card_id":"\#($0)"}"#
    }
    try folder.write("j.ndjson", "broken\n" + lines.joined(separator: "\n") + "\n{\"card_id")
    let journal = ["CARDCTL_JOURNAL": folder.path("j.ndjson")]
    let show = try answer("log", "show", "--card", "", environment: journal, in: folder)
    #expect(show.words == ["first", "second"])
    let click = try answer(
      "log", "click", "--cards", "cards.json", "--journal=j.ndjson", "", in: folder)
    #expect(click.words == ["held", "first", "second"])
    #expect(try answer("log", "click", "x", in: folder).words.isEmpty)
    #expect(try answer("log", "show", "--event", "").words.count == 3)
  }

  /// A card's text must not act on a terminal, and a line is one word.
  @Test func offersNoTextThatCouldAct() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "a.json",
      #"""
      [{"id":"a\u001b[2J","tp":"control"},{"id":"a\nb","tp":"control"},
       {"id":"a\u0009b","tp":"control"},{"id":"ok","tp":"short_news","tt":"x\ty\nz\u202e",
        "e":{"k\u0007":"v","key":"v"}}]
      """#)
    let run = CommandRun(
      arguments: ["__complete", "filter", "a.json", "--id", ""], directory: folder.url.path)
    #expect(try run.result().text == "ok\tx\\u0009y z\\u202e\n:word\n")
    #expect(try answer("filter", "a.json", "--extra", "k", in: folder).words == ["key"])
  }

  @Test(arguments: [
    ["filter", "absent.json", "--id", ""], ["filter", "pipe", "--id", ""],
    ["filter", ".", "--id", ""], ["filter", "broken.json", "--id", ""],
    ["filter", "--classes", "broken.json", "--class-type", "zz"], ["nope", "--x", ""],
    ["filter", "--nope", ""], ["--color", ""], [""], [], ["convert", "--to=csv=x"],
    ["filter", "--config", "broken.json", "-"], ["help", "nope", ""], ["-", "--=", ""],
  ])
  func isSilentAboutMistakes(_ words: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write("broken.json", "{\"id\":")
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let run = CommandRun(arguments: ["__complete"] + words, directory: folder.url.path)
    let result = try run.result()
    #expect(result.messages.isEmpty)
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\n").last?.hasPrefix(":") == true)
  }

  /// The answer comes before the finger has left the key, however large the file is.
  @Test func readsOnlyTheBeginning() throws {
    let folder = try ScratchFolder()
    let line = #"{"id":"card-NUMBER","tp":"control","e":{"key-NUMBER":"v"}}"# + "\n"
    let cards = (0..<40_000).map { line.replacing("NUMBER", with: "\($0)") }.joined()
    try folder.write("many.ndjson", cards)
    let answer = try answer("filter", "many.ndjson", "--id", "card", in: folder)
    #expect(answer.words.count == 200)
    #expect(answer.words.first == "card-0")
  }
}
