import CardCommands
import Foundation
import Testing

/// The same cards produce the same output in every framing and delivery.
struct FramingTests {
  private static let cards = SampleCards.make(80, words: 10)
  private static let printed = cards.map { $0 + "\n" }.joined()
  private static let manyCards = SampleCards.make(160, seed: 7)
  private static let manyPrinted = manyCards.map { $0 + "\n" }.joined()

  @Test(arguments: Framing.allCases)
  func filterPrintsTheCards(_ framing: Framing) throws {
    let input = framing.input(FramingTests.cards)
    var inputs = [CommandRun.Input.file(input)]
    inputs += [1, 7, 4096].map { .pipe(input, pieces: $0) }
    for input in inputs {
      for jobs in ["1", "4"] {
        let result = try CommandRun.result("filter --jobs \(jobs)", input)
        try expect(result, FramingTests.printed)
      }
    }
  }

  /// Objects, a table and the ids, as with NDJSON.
  @Test(arguments: Framing.allCases, ["convert", "convert --as card --to csv", "filter --ids"])
  func commandsAgreeWithNDJSON(_ framing: Framing, _ line: String) throws {
    let expected = try CommandRun.result(line, .file(Framing.ndjson.input(FramingTests.cards)))
    #expect(expected.output.count > 500)
    let input = framing.input(FramingTests.cards)
    for input in [CommandRun.Input.file(input), .pipe(input, pieces: 4096)] {
      for jobs in ["1", "4"] {
        let result = try CommandRun.result("\(line) --jobs \(jobs)", input)
        #expect(result.output == expected.output)
        #expect(result.status == expected.status)
      }
    }
  }

  /// Large enough to be cut into blocks that several threads read.
  @Test(arguments: Framing.allCases)
  func largeInputsAreReadAlike(_ framing: Framing) throws {
    let input = framing.input(FramingTests.manyCards)
    #expect(input.count > 4 * BlockSizes.small.usual, "several blocks")
    let printed = FramingTests.manyPrinted
    for jobs in ["1", "4"] {
      try expect(try CommandRun.result("filter --jobs \(jobs)", .file(input), .small), printed)
    }
    let piped = CommandRun.Input.pipe(input, pieces: 6000)
    try expect(try CommandRun.result("filter --jobs 4", piped, .small), printed)
  }

  /// Bad records in a large input: the same cards and messages with any number of threads.
  @Test(arguments: Framing.allCases)
  func badRecordsAreReportedAlike(_ framing: Framing) throws {
    var cards = FramingTests.manyCards
    for number in stride(from: 5, to: cards.count, by: 29) {
      cards[number] = cards[number].replacingOccurrences(of: #":{"#, with: #"::{"#)
    }
    cards[100] = #"{"no card":true}"#
    let input = CommandRun.Input.file(framing.input(cards))
    let single = try CommandRun.result("filter --max-messages 1000 --jobs 1", input, .small)
    #expect(single.status == 1)
    #expect(!single.messages.isEmpty)
    let result = try CommandRun.result("filter --max-messages 1000 --jobs 4", input, .small)
    #expect(result.text == single.text)
    #expect(result.messageText == single.messageText)
    #expect(result.status == single.status)
  }

  private func expect(_ result: CommandRun.Result, _ text: String) throws {
    #expect(result.messageText == "")
    #expect(result.status == 0)
    // A difference of megabytes is not printed.
    try #require(result.output == Array(text.utf8), "\(firstDifference(result.text, text))")
  }

  private func firstDifference(_ text: String, _ expected: String) -> String {
    let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
    guard let (line, other) = lines.first(where: { $0 != $1 }) else { return "one is longer" }
    return "\(line.prefix(300))\nis not\n\(other.prefix(300))"
  }
}
