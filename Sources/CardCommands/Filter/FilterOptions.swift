import CardArguments

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
