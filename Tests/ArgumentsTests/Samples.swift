import CardArguments

// A small tool with one of everything, which the tests parse, describe and break.

enum Format: String, OptionChoice {
  case ndjson, json, csv

  var summary: String {
    switch self {
    case .ndjson: "one object a line"
    case .json: "one array"
    case .csv: "a table with a header"
    }
  }
}

struct CommonOptions: Equatable, Sendable {
  var color = "auto"
  var isQuiet = false

  static let options = [
    OptionGroup<CopyOptions>(
      "General",
      [
        .value("color", valueName: "WHEN", "use colour: auto, always or never") {
          $0.common.color = $1
        }.byDefault("auto"),
        .flag("quiet", short: "q", "print no summary and no notes") { $0.common.isQuiet = $1 },
      ])
  ]
}

struct ReadingOptions: Equatable, Sendable {
  var jobs: Int?
  var maximumSize = 16 << 20
  var types: [String] = []

  static let options = [
    OptionGroup<CopyOptions>(
      "Input",
      [
        .integer("jobs", short: "j", range: 1...64, "read with this many workers") {
          $0.reading.jobs = $1
        }.byDefault("one for each core"),
        .byteCount("max-size", range: 1...(1 << 30), "refuse larger records") {
          $0.reading.maximumSize = $1
        }.byDefault("16MiB"),
        .values(
          "type", valueName: "TYPE", kind: .word("type"),
          "only records of this type"
        ) { $0.reading.types.append($1) },
      ])
  ]
}

struct CopyOptions: Equatable, Sendable {
  var format = Format.ndjson
  var fallback: Format?
  var formats: [Format] = []
  var output: String?
  var columns: [String] = []
  var conditions: [String] = []
  var isPinned: Bool?
  var isInverted = false
  var hasHeader = true
  var limit = 0
  var reading = ReadingOptions()
  var common = CommonOptions()

  static func condition(_ text: String) throws(ValueProblem) -> String {
    if text.isEmpty { throw .reason("expected FIELD OP VALUE") }
    if text == "titel" { throw .unknownWord(kind: "field", text: text, known: ["id", "title"]) }
    return text
  }

  static let options =
    [
      OptionGroup<CopyOptions>(
        "Output",
        [
          .choice("to", short: "t", Format.self, valueName: "FORMAT", "write this format") {
            $0.format = $1
          }.byDefault("ndjson")
            .explained("Lists are joined with a comma where the format has no lists of its own."),
          .choice("else-to", Format.self, valueName: "FORMAT", "write this where that fails") {
            $0.fallback = $1
          },
          .choices("also-to", Format.self, valueName: "FORMAT", "write this format as well") {
            $0.formats.append($1)
          },
          .value(
            "output", short: "o", valueName: "FILE", kind: .file(extensions: []),
            "write to a file"
          ) { $0.output = $1 },
          .list("columns", valueName: "NAMES", "write these columns") { $0.columns += $1 }
            .byDefault("id"),
          .flag("no-header", "leave out the header") { $0.hasHeader = !$1 },
        ]),
      OptionGroup<CopyOptions>(
        "Selection",
        [
          .values("where", short: "w", valueName: "CONDITION", "only records that fulfil this") {
            $0.conditions.append(try condition($1))
          },
          .flag(
            "pinned", "only records that are pinned, or not",
            negation: "only records that are not pinned"
          ) { $0.isPinned = $1 },
          .flag("invert", short: "v", "only the others") { $0.isInverted = $1 },
          .integer("limit", range: 0...Int.max, "stop after this many records") { $0.limit = $1 }
            .byDefault("0"),
        ]),
    ] + ReadingOptions.options + CommonOptions.options
}

enum Samples {
  static let copy = Command(
    name: "kit copy", abstract: "copy records in another format",
    discussion: ["Records are read one after the other and written as they come."],
    groups: CopyOptions.options,
    operands: [.any("FILE", kind: .file(extensions: ["json"]), "read these files")],
    examples: [Example("kit copy --to csv in.json", "make a table")],
    exitStatuses: [ExitStatus(0, "done"), ExitStatus(2, "the command line is wrong")])

  static let add = Command(
    name: "kit log add", abstract: "add an event", groups: CommonOptions.options,
    operands: [
      .one(
        "EVENT",
        kind: .choice([
          Choice(name: "view", summary: "it was seen"),
          Choice(name: "click", summary: "it was used"),
        ]), "what happened"),
      .some("ID", "the records it happened to"),
    ])

  static let show = Command(
    name: "kit log show", abstract: "print the events", groups: CommonOptions.options)

  static let log = Command(
    name: "kit log", abstract: "keep a log of events", groups: CommonOptions.options,
    subcommands: [("add", { add }), ("show", { show })])

  static let tool = CommandLineTool(
    name: "kit", version: "1.2.0", abstract: "work with records",
    discussion: ["Every command reads files or standard input."],
    commonOptions: CommonOptions.options,
    commands: [("copy", { copy }), ("log", { log })],
    examples: [
      Example("kit copy --to csv in.json", "make a table of records"),
      Example("kit log add view a1", "note that a record was seen"),
    ],
    exitStatuses: [ExitStatus(0, "done"), ExitStatus(2, "the command line is wrong")],
    topics: [Choice(name: "shapes", summary: "what records look like")])

  /// The arguments of `copy` as parsed.
  static func parse(_ arguments: [String]) throws(ArgumentError) -> ParsedArguments<CopyOptions> {
    try copy.parse(arguments, into: CopyOptions())
  }
}
