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

  static let options: [OptionGroup<CommonOptions>] = [
    OptionGroup(
      "General",
      [
        .value("color", \.color, valueName: "WHEN", "use colour: auto, always or never"),
        .flag("quiet", short: "q", \.isQuiet, "print no summary and no notes"),
      ])
  ]
}

struct ReadingOptions: Equatable, Sendable {
  var jobs: Int?
  var maximumSize = 16 << 20
  var types: [String] = []

  static let options: [OptionGroup<ReadingOptions>] = [
    OptionGroup(
      "Input",
      [
        Option.integer("jobs", short: "j", \.jobs, range: 1...64, "read with this many workers")
          .byDefault("one for each core"),
        .byteCount("max-size", \.maximumSize, range: 1...(1 << 30), "refuse larger records"),
        .values(
          "type", \.types, valueName: "TYPE", kind: .word(Vocabulary(name: "type")),
          "only records of this type"),
      ])
  ]
}

struct CopyOptions: Equatable, Sendable {
  var format = Format.ndjson
  var fallback: Format?
  var formats: [Format] = []
  var output: String?
  var columns: [String] = ["id"]
  var conditions: [String] = []
  var isPinned: Bool?
  var isInverted = false
  var hasHeader = true
  var limit = 0
  var level = 0
  var reading = ReadingOptions()
  var common = CommonOptions()

  static func condition(_ text: String) throws(ValueProblem) -> [String] {
    if text.isEmpty { throw .reason("expected FIELD OP VALUE") }
    if text == "titel" { throw .unknownWord(kind: "field", text: text, known: ["id", "title"]) }
    return [text]
  }

  static let options: [OptionGroup<CopyOptions>] =
    [
      OptionGroup(
        "Output",
        [
          Option.value("to", short: "t", \.format, valueName: "FORMAT", "write this format")
            .explained("Lists are joined with a comma where the format has no lists of its own."),
          .value("else-to", \.fallback, valueName: "FORMAT", "write this where that fails"),
          .values("also-to", \.formats, valueName: "FORMAT", "write this format as well"),
          .value(
            "output", short: "o", \.output, valueName: "FILE", kind: .file(extensions: []),
            "write to a file"),
          .list("columns", \.columns, valueName: "NAMES", "write these columns"),
          .flag("no-header", \.hasHeader, sets: false, "leave out the header"),
        ]),
      OptionGroup(
        "Selection",
        [
          .customValues(
            "where", short: "w", \.conditions, valueName: "CONDITION",
            "only records that fulfil this", parse: condition),
          .flag(
            "pinned", \.isPinned, "only records that are pinned, or not",
            negation: "only records that are not pinned"),
          .flag("invert", short: "v", \.isInverted, "only the others"),
          .integer("limit", \.limit, range: 0...Int.max, "stop after this many records"),
          Option.integer("level", \.level, range: -5...5, "an undocumented level").hidden(),
        ]),
    ] + ReadingOptions.options.lifted(to: \.reading) + CommonOptions.options.lifted(to: \.common)
}

enum Samples {
  static let copy = CommandDeclaration(
    name: "kit copy", abstract: "copy records in another format",
    discussion: ["Records are read one after the other and written as they come."],
    initial: CopyOptions(), options: CopyOptions.options,
    operands: [.any("FILE", kind: .file(extensions: ["json"]), "read these files")],
    examples: [Example("kit copy --to csv in.json", "make a table")],
    exitStatuses: [ExitStatus(0, "done"), ExitStatus(2, "the command line is wrong")])

  static let add = CommandDeclaration(
    name: "kit log add", abstract: "add an event", initial: CommonOptions(),
    options: CommonOptions.options,
    operands: [
      .one(
        "EVENT",
        kind: .choice([
          Choice(name: "view", summary: "it was seen"),
          Choice(name: "click", summary: "it was used"),
        ]), "what happened"),
      .some("ID", "the records it happened to"),
    ])

  static let show = CommandDeclaration(
    name: "kit log show", abstract: "print the events", initial: CommonOptions(),
    options: CommonOptions.options)

  static let common = CommonOptions.options.manuals(defaultsFrom: CommonOptions())

  static let tool = ToolManual(
    name: "kit", version: "1.2.0", abstract: "work with records",
    discussion: ["Every command reads files or standard input."],
    commonOptions: common,
    commands: [
      copy.manual,
      CommandManual(
        name: "kit log", abstract: "keep a log of events", groups: common,
        subcommands: [add.manual, show.manual]),
    ],
    examples: [
      Example("kit copy --to csv in.json", "make a table of records"),
      Example("kit log add view a1", "note that a record was seen"),
    ],
    exitStatuses: [ExitStatus(0, "done"), ExitStatus(2, "the command line is wrong")],
    topics: [Choice(name: "shapes", summary: "what records look like")])

  /// The arguments of `copy` as parsed, or the error in words.
  static func parse(_ arguments: [String]) throws(ArgumentError) -> ParsedArguments<CopyOptions>? {
    guard case .parsed(let parsed) = try copy.parse(arguments) else { return nil }
    return parsed
  }
}
