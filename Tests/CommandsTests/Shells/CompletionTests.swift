import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The output of `cardctl __complete`.
struct CompletionTests {
  /// The offered words, without their meanings, and the continuation of the line.
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
    #expect(result.text == "csv\ta table as in RFC 4180\n:word\n")
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
    let rules = [
      "input/format", "input/not-json", "input/nothing-checked", "input/template",
      "input/unreadable",
    ]
    #expect(try answer("validate", "--explain", "input/").words == rules)
    #expect(try answer("validate", "--rule", "baseline/").words.count == 2)
    #expect(try answer("validate", "--rule", "card/sh").words == ["card/shape="])
    #expect(
      try answer("validate", "--rule", "card/shape=w").words == ["card/shape=warning"])
  }

  @Test func offersReports() throws {
    #expect(try answer("validate", "--to", "sa").words == ["sarif"])
    #expect(try answer("validate", "--to", "text", "--to=ju").words == ["--to=junit"])
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

  /// Completion reads no cards and no journal.
  @Test func offersNothingOutOfCardsOrJournals() throws {
    let folder = try ScratchFolder()
    try folder.write("cards.json", #"[{"id":"held","tp":"control","e":{"secret":"v"}}]"#)
    let journal = ["CARDCTL_JOURNAL": folder.path("cards.json")]
    #expect(try answer("filter", "cards.json", "--id", "", in: folder).words.isEmpty)
    #expect(try answer("filter", "cards.json", "--extra", "sec", in: folder).words.isEmpty)
    #expect(
      try answer("filter", "--extra", "discount", in: folder).words == ["discount_percentage"])
    #expect(try answer("log", "click", "", environment: journal, in: folder).words.isEmpty)
    #expect(try answer("log", "show", "--event", "").words.count == 5)
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
    let run = CommandRun(arguments: ["__complete"] + words, directory: folder.path)
    let result = try run.result()
    #expect(result.messages.isEmpty)
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\n").last?.hasPrefix(":") == true)
  }
}
