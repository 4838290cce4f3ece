import CardArguments
import Testing

/// Arguments on the left, the resulting settings and operands on the right.
struct ParsingCase: CustomTestStringConvertible, Sendable {
  let arguments: [String]
  let operands: [String]
  let expected: CopyOptions
  var testDescription: String { arguments.joined(separator: " ") }

  init(
    _ arguments: [String], operands: [String] = [],
    _ change: (inout CopyOptions) -> Void = { _ in }
  ) {
    var options = CopyOptions()
    change(&options)
    self.arguments = arguments
    self.operands = operands
    self.expected = options
  }

  static let all: [ParsingCase] = [
    ParsingCase([]),
    ParsingCase(["--to", "csv"]) { $0.format = .csv },
    ParsingCase(["--to=csv"]) { $0.format = .csv },
    ParsingCase(["-tcsv"]) { $0.format = .csv },
    ParsingCase(["-t", "csv"]) { $0.format = .csv },
    ParsingCase(["--to", "csv", "--to", "json"]) { $0.format = .json },
    ParsingCase(["--else-to", "csv"]) { $0.fallback = .csv },
    ParsingCase(["--also-to", "csv", "--also-to=json"]) { $0.formats = [.csv, .json] },
    ParsingCase(["-vq"]) {
      $0.isInverted = true
      $0.common.isQuiet = true
    },
    ParsingCase(["-vofile"]) {
      $0.isInverted = true
      $0.output = "file"
    },
    ParsingCase(["-vo", "file"]) {
      $0.isInverted = true
      $0.output = "file"
    },
    ParsingCase(["-o", "-"]) { $0.output = "-" },
    ParsingCase(["-o", "-v"]) { $0.output = "-v" },
    ParsingCase(["-o=x"]) { $0.output = "=x" },
    ParsingCase(["--output=--to"]) { $0.output = "--to" },
    ParsingCase(["--output=a=b"]) { $0.output = "a=b" },
    ParsingCase(["--output", "--unknown"]) { $0.output = "--unknown" },
    ParsingCase(["--output", "--"]) { $0.output = "--" },
    ParsingCase(["--where", "-x", "-w-h"]) { $0.conditions = ["-x", "-h"] },
    ParsingCase(["--where=\u{301}a"]) { $0.conditions = ["\u{301}a"] },
    ParsingCase(["--pinned"]) { $0.isPinned = true },
    ParsingCase(["--no-pinned"]) { $0.isPinned = false },
    ParsingCase(["--no-pinned", "--pinned"]) { $0.isPinned = true },
    ParsingCase(["--no-header"]) { $0.hasHeader = false },
    ParsingCase(["--columns", "a, b", "--columns=c"]) { $0.columns = ["a", "b", "c"] },
    ParsingCase(["--max-size", "64k"]) { $0.reading.maximumSize = 65_536 },
    ParsingCase(["--max-size", "2MiB"]) { $0.reading.maximumSize = 2 << 20 },
    ParsingCase(["--jobs", "64", "-j2"]) { $0.reading.jobs = 2 },
    ParsingCase(["--type", "a", "b", "--type", "c"], operands: ["b"]) {
      $0.reading.types = ["a", "c"]
    },
    ParsingCase(["-"], operands: ["-"]),
    ParsingCase(["a", "-v", "b"], operands: ["a", "b"]) { $0.isInverted = true },
    ParsingCase(["-v", "--", "-q", "--help", "--"], operands: ["-q", "--help", "--"]) {
      $0.isInverted = true
    },
    ParsingCase([""], operands: [""]),
  ]
}

@Suite struct ParsingTests {
  @Test(arguments: ParsingCase.all)
  func argumentsBecomeOptions(_ example: ParsingCase) throws {
    let parsed = try Samples.parse(example.arguments)
    #expect(parsed.options == example.expected)
    #expect(parsed.operands == example.operands)
  }

  @Test func givenOptionsAreKeptInOrder() throws {
    let parsed = try Samples.parse(["-vo", "f", "--no-pinned", "--output=g"])
    #expect(parsed.given.map(\.name) == ["invert", "output", "pinned", "output"])
    #expect(parsed.given.map(\.spelling) == ["-v", "-o", "--no-pinned", "--output"])
    #expect(parsed.given.map(\.value) == [nil, "f", nil, "g"])
    #expect(parsed.spelling(of: "output") == "--output")
    #expect(parsed.spelling(of: "to") == nil)
    #expect(parsed.isGiven("pinned"))
    #expect(!parsed.isGiven("to"))
  }

  /// Text values are unescaped; file names and operands are unchanged.
  @Test func valuesAreTexts() throws {
    func parse(_ arguments: String...) throws(ArgumentError) -> ParsedArguments<CopyOptions> {
      try Samples.copy.parse(arguments, into: CopyOptions()) {
        $0.hasPrefix("bad") ? nil : $0.uppercased()
      }
    }
    let parsed = try parse("-w", "x", "-obad", "y", "bad")
    #expect(parsed.options.conditions == ["X"])
    #expect(parsed.options.output == "bad")
    #expect(parsed.operands == ["y", "bad"])
    let error = #expect(throws: ArgumentError.self) { try parse("--where=bad\u{1}", "y") }
    #expect(error?.message == "invalid value 'bad\\u0001' for '--where': expected UTF-8")
  }

  @Test(arguments: [
    (["-h"], HelpLength.short), (["--help"], .long), (["--bogus", "-h"], .short),
    (["-vh"], .short), (["--to", "--help"], .long), (["--to", "xml", "f", "--help"], .long),
    (["-h", "--help"], .short),
  ])
  func helpWinsOverMistakes(_ arguments: [String], _ length: HelpLength) throws {
    #expect(try Samples.parse(arguments).helpLength == length)
  }

  /// A parser that compared each option with all earlier ones would take far too long.
  @Test func manyOptionsAreRead() throws {
    let arguments = (0..<100_000).flatMap { ["--type", "t\($0)"] }
    let types = try Samples.parse(arguments).options.reading.types
    #expect(types.count == 100_000)
  }
}
