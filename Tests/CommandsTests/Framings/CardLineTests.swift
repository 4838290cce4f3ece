import CardCommands
import Testing

/// The line of a card in `--where`, `--sort` and tables, for any number of threads.
struct CardLineTests {
  private static let cards = SampleCards.make(300, seed: 33)

  /// An input of several blocks, and the line of each card in it.
  private struct Input {
    var text = ""
    var lines: [Int] = []
    private var line = 1

    mutating func add(_ text: String, isCard: Bool = false) {
      if isCard { lines.append(line) }
      self.text += text
      line += text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// One card per line, with blank and invalid lines between them.
  private static func lines() -> Input {
    var input = Input()
    for (number, card) in cards.enumerated() {
      input.add(card, isCard: true)
      input.add(number % 7 == 0 ? "\n\n" : "\n")
      if number % 50 == 49 { input.add("{\"id\":\n") }
    }
    return input
  }

  /// An envelope whose cards share lines or span them.
  private static func envelope() -> Input {
    var input = Input()
    input.add("\u{FEFF}{\"message\":\"success\",\n\"cards\":[")
    for (number, card) in cards.enumerated() {
      if number > 0 { input.add(number % 3 == 0 ? "," : ",\n  ") }
      input.add(number % 5 == 0 ? card.replacing(",\"", with: ",\n\"") : card, isCard: true)
    }
    input.add("\n]}\n")
    return input
  }

  @Test(arguments: ["1", "2", "5"])
  func everyCardKnowsItsLine(_ jobs: String) throws {
    for input in [CardLineTests.lines(), CardLineTests.envelope()] {
      let bytes = Array(input.text.utf8)
      let expected = input.lines.map { "\($0)\n" }.joined()
      for source in [CommandRun.Input.file(bytes), .pipe(bytes, pieces: 7000)] {
        let table = try CommandRun.result(
          "convert --no-config --as card --to csv --columns line --no-header --on-error skip "
            + "--jobs \(jobs)", source, .small)
        #expect(Shown(table.output) == Shown(Array(expected.utf8)))
        let middle = input.lines[input.lines.count / 2]
        var run = CommandRun(arguments: [
          "filter", "--where", "line > \(middle)", "-c", "--on-error", "skip", "--jobs", jobs,
        ])
        run.input = source
        run.blockSizes = .small
        let behind = try run.result()
        #expect(behind.text == "\(input.lines.count { $0 > middle })\n")
      }
    }
  }
}
