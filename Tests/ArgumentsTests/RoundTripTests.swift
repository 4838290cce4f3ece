import CardArguments
import TestSupport
import Testing

@Suite struct RoundTripTests {
  private static let scraps = [
    "-", "--", "---", "=", "-=", "--=", "", "-h", "--help", "--version", "copy", "log", "add",
    "help",
    "--to", "--to=csv", "csv", "-tcsv", "-vqo", "-o", "-q=", "--pinned", "--no-pinned", "--no-",
    "--where", "-w", "-w-", "--jobs", "64", "-1", "99999999999999999999", "--max-size=1G",
    "--color",
    "\u{1B}]0;x\u{7}", "-é", "-\u{301}", "--\u{301}", "👩‍👩‍👧", "--👩‍👩‍👧=\0", "\u{202E}", "-🇩🇪",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func noArgumentsCrash(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...7, using: &numbers)
      let line = (0..<count).map { _ in
        let scrap = Self.scraps.randomElement(using: &numbers) ?? ""
        let isJoined = Int.random(in: 0..<4, using: &numbers) == 0
        return isJoined ? scrap + (Self.scraps.randomElement(using: &numbers) ?? "") : scrap
      }
      var command = Samples.copy
      check { () throws(ArgumentError) in _ = try Samples.tool.resolve(line, &command) }
      check { () throws(ArgumentError) in _ = try Samples.parse(line) }
      check { () throws(ArgumentError) in _ = try Samples.add.parse(line, into: CopyOptions()) }
    }
  }

  /// Runs `body` and checks its error: one line, and nothing that acts on a terminal.
  private func check(_ body: () throws(ArgumentError) -> Void) {
    do throws(ArgumentError) {
      try body()
    } catch {
      #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
    }
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func renderedOptionsParseBack(_ seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<1000 {
      let options = randomOptions(&numbers)
      let operands = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
        Self.scraps.randomElement(using: &numbers) ?? ""
      }
      let line = render(options, &numbers) + ["--"] + operands
      let parsed = try Samples.parse(line)
      #expect(parsed.options == options)
      #expect(parsed.operands == operands)
    }
  }

  private func randomOptions(_ numbers: inout SeededNumbers) -> CopyOptions {
    var options = CopyOptions()
    let texts = Self.scraps.filter { !$0.isEmpty }
    options.format = Format.allCases.randomElement(using: &numbers) ?? .csv
    options.fallback = Bool.random(using: &numbers) ? .json : nil
    options.formats = Array(Format.allCases.shuffled(using: &numbers).prefix(2))
    options.output = Bool.random(using: &numbers) ? texts.randomElement(using: &numbers) : nil
    options.columns = ["id", texts.randomElement(using: &numbers) ?? "a"]
    options.conditions = Array(texts.shuffled(using: &numbers).prefix(3))
    options.isPinned = [true, false, nil].randomElement(using: &numbers) ?? nil
    options.isInverted = Bool.random(using: &numbers)
    options.hasHeader = Bool.random(using: &numbers)
    options.limit = Int.random(in: 0...Int.max, using: &numbers)
    options.reading.jobs = Bool.random(using: &numbers) ? 7 : nil
    options.reading.maximumSize = Int.random(in: 1...1000, using: &numbers) << 10
    options.common.isQuiet = Bool.random(using: &numbers)
    return options
  }

  /// The arguments of `options`, each value written in one of its ways.
  private func render(_ options: CopyOptions, _ numbers: inout SeededNumbers) -> [String] {
    var line: [String] = []
    func add(_ long: String, _ short: String?, _ value: String) {
      if let short, !value.isEmpty, Bool.random(using: &numbers) {
        line.append("-\(short)\(value)")
      } else {
        line.append("--\(long)=\(value)")
      }
    }
    add("to", "t", options.format.argument)
    if let fallback = options.fallback { add("else-to", nil, fallback.argument) }
    for format in options.formats { add("also-to", nil, format.argument) }
    if let output = options.output { add("output", "o", output) }
    add("columns", nil, options.columns.joined(separator: ","))
    for condition in options.conditions { add("where", "w", condition) }
    if let isPinned = options.isPinned { line.append(isPinned ? "--pinned" : "--no-pinned") }
    if options.isInverted { line.append("-v") }
    if !options.hasHeader { line.append("--no-header") }
    add("limit", nil, String(options.limit))
    if let jobs = options.reading.jobs { add("jobs", "j", String(jobs)) }
    add("max-size", nil, "\(options.reading.maximumSize >> 10)KiB")
    if options.common.isQuiet { line.append("--quiet") }
    return line
  }
}
