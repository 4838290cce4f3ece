import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The output of inspect is the same for any number of threads.
struct InspectJobsTests {
  private static let cards: [String] = SampleCards.make(300, seed: 21).enumerated().map {
    number, card in
    let campaign = String(format: "65705a3e420133004b%06x", number % 140)
    let id = "\(campaign)_$_cc=\(number / 2)&mv=65705a3e420133004b30fc83&pi=cmp"
    return card.replacing(
      "\"wire-\(number)\"", with: "\"\(Data(id.utf8).base64EncodedString())\"")
  }

  private static let lines = cards.enumerated().map { number, card in
    number % 140 == 139 ? "{\"id\":\n" : card + "\n"
  }.joined()
  private static let array = "[\n" + cards.joined(separator: ",\n  ") + "\n]\n"

  private static let views = [
    [], ["--limit", "60"], ["--to", "json"], ["--to", "json", "--limit", "140"],
    ["--id", "web-79"], ["--id", "web-1"], ["--id", "wibble-1"], ["--id", "abk", "--to", "json"],
    ["--by", "created"],
    ["--by", "created:week", "--by", "type", "--to", "csv"],
  ]

  @Test(arguments: views, [lines, array]) func threadsChangeNothing(
    _ view: [String], _ input: String
  ) throws {
    func result(_ jobs: String, _ input: CommandRun.Input) throws -> CommandRun.Result {
      var run = CommandRun(
        arguments: ["inspect", "--no-config", "--jobs", jobs] + view, input: input)
      run.blockSizes = .small
      return try run.result()
    }
    let bytes = Array(input.utf8)
    let expected = try result("1", .file(bytes))
    #expect(!expected.output.isEmpty || !expected.messages.isEmpty)
    let found = try result("5", .file(bytes))
    #expect(Shown(found.output) == Shown(expected.output))
    #expect(Shown(found.messages) == Shown(expected.messages))
    #expect(found.status == expected.status)
    let piped = try result("3", .pipe(bytes, pieces: 7000))
    #expect(Shown(piped.output) == Shown(expected.output), "from a pipe")
  }

  @Test(arguments: [[], ["--to", "json"]]) func comparingIsTheSameToo(_ view: [String]) throws {
    let folder = try ScratchFolder()
    let old = try folder.write("old.ndjson", InspectJobsTests.lines)
    let changed = InspectJobsTests.cards.enumerated().compactMap { number, card in
      number % 5 == 0 ? nil : card.replacing("\"ar\":1.50", with: "\"ar\":1.5\(number % 3)")
    }
    let new = try folder.write("new.json", "[" + changed.joined(separator: ",") + "]")
    func result(_ jobs: String) throws -> CommandRun.Result {
      var run = CommandRun(
        arguments: ["inspect", "--no-config", "--jobs", jobs, "--against", old] + view + [new])
      run.blockSizes = .small
      return try run.result()
    }
    let expected = try result("1")
    #expect(try result("4") == expected)
    let summary = expected.text.split(separator: "\n").last ?? ""
    #expect(!summary.contains(" 0 changed") && !summary.contains(" 0 removed"), "\(summary)")
  }
}
