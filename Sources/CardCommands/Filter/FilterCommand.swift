import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

/// `cardctl filter`: prints the cards that match, with their bytes unchanged.
enum FilterCommand {
  static let declaration = Command(
    name: "cardctl filter", abstract: "print the cards that match",
    discussion: [
      """
      Reads cards of any shape and prints those that match, one per line, with their bytes \
      unchanged, but without line breaks between tokens. Repeats of one selector are alternatives; \
      different selectors must all match. 'cardctl help formats' describes fields and conditions, \
      and 'cardctl help inputs' how files and directories are read.
      """
    ],
    groups: FilterOptions.options, operands: [CardFiles.operand],
    examples: [
      Example("cardctl filter --class-type coupon_code feed.json", "the coupons of a feed"),
      Example(
        "cardctl filter --shown --sort feed --limit 10 cards.ndjson",
        "what a device would show first"),
      Example(
        "cardctl filter --where 'extras.discount_percentage >= 20' --ids cards.ndjson",
        "ids of coupons of 20 % or more"),
    ],
    exitStatuses: ExitStatuses.meanings(data: "a record could not be read")
      + [ExitStatus(4, "no card matched, with --exit-status")],
    run: run)

  static func run(_ line: Line) throws -> Int32 {
    var run = try CardRun(line)
    let (options, session) = (line.options.filter, run.session)
    try run.files.check()
    let registry = try Registry.builtIn.merging(session.cards.classes, session.console)
    let selection = try run.selection(registry)
    run.stream.locatesCards = run.needsLocations()
    let (inputs, messages, stream) = (try run.inputs(), run.messages(), run.stream)
    return try run.write(framing: options.framing) { output in
      let counts = try run.read(inputs, into: output, messages: messages) {
        FilterProcessor(options, selection, in: stream)
      }
      let matched = counts.rows + counts.withoutID
      if options.output == .count { try output.write("\(matched)\n") } else { try output.endRows() }
      if counts.withoutID > 0 {
        messages.note("\(counted(counts.withoutID, "card")) without an id: no line to print")
      }
      if matched == 0, stream.limit != 0 {
        let known = run.configuration.classes.map(registry.merging) ?? registry
        UnmatchedSelectors(selection: selection, registry: known, session: session).explain()
      }
      if session.cards.printsSummary {
        messages.note("\(counts.read), \(matched) matched\(counts.rest)")
      }
      let isMissing = options.needsMatch && matched == 0
      return run.status(counts, isMissing ? ExitStatuses.nothingMatched : ExitStatuses.done)
    }
  }
}

/// The output of `cardctl filter`.
enum FilterOutput: Sendable {
  case cards, ids, count
}

/// The output format of `cardctl filter`.
enum FilterFormat: String, OptionChoice {
  case ndjson = "ndjson: one card per line"
  case json = "json: one array"

  static var misplaced: [String: String] {
    ["csv", "tsv"].reduce(into: [:]) { $0[$1] = "cardctl convert --as card --to \($1)" }
  }
}

/// The options of `cardctl filter`.
struct FilterOptions: Sendable {
  var output = FilterOutput.cards
  var format = FilterFormat.ndjson
  var needsMatch = false

  /// The way rows are joined.
  var framing: RowFraming { output == .cards && format == .json ? .array : .lines }

  static let options: [OptionGroup] =
    [SelectionOptions.group, printing] + CardOptions.options + DeviceOptions.options
    + CommonOptions.options

  private static let printing = OptionGroup(
    "Output",
    [
      .flag("count", short: "c", "print only the number of matching cards") {
        if $1 { $0.filter.output = .count }
      }.excludes("ids", "to", "sort"),
      .flag("ids", "print only the ids, one per line") { if $1 { $0.filter.output = .ids } }
        .excludes("to"),
      .format(FilterFormat.self) { $0.filter.format = $1 }.byDefault("ndjson"),
      .flag("exit-status", short: "e", "exit with status 4 if no card matches") {
        $0.filter.needsMatch = $1
      },
      .flag("unique", "print only the first card with each id") { $0.stream.isUnique = $1 },
      .sort, .limit,
    ]
  ).rare(except: "count", "ids", "sort", "limit")
}
