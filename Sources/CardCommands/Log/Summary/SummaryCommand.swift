import CardArguments
import CardJSON
import EventJournal

/// The output format of `cardctl log summary`.
enum SummaryFormat: String, OptionChoice {
  case text = "text: an aligned table, with a bar for each row"
  case json = "json: one object with the rows and their total"
  case csv = "csv: a table of the rows, without the total"
}

/// The options of `cardctl log summary`.
struct SummaryOptions: Sendable {
  var groupings: [SummaryGrouping] = []
  var format = SummaryFormat.text
  var sort: [SummarySortKey] = []
  var limit: Int?

  static let options = EventOptions.options + [output]

  private static let output = OptionGroup(
    "Output",
    [
      .choices("by", SummaryGrouping.self, valueName: "WHAT", "group the counts by this") {
        $0.summary.groupings.append($1)
      }.byDefault("card").explained("Repeat it for a row for each combination."),
      .values(
        "sort", valueName: "FIELD[:desc]", kind: .word("column", among: SummarySortKey.choices),
        "sort the rows by this column"
      ) { $0.summary.sort.append(try SummarySortKey($1)) }.explained(
        "FIELD is one of the columns in CSV, or a WHAT of --by. Repeats sort rows that are equal."),
      .format(SummaryFormat.self, "print the counts in this format") { $0.summary.format = $1 }
        .byDefault("text"),
      .integer("limit", short: "n", range: 0...Int.max, "print only the first N rows") {
        $0.summary.limit = $1
      }.explained("The total counts all rows."), .noHeader.only(when: isTable, tableReason),
      .csvSafe.only(when: isTable, tableReason), .output,
    ])

  private static let isTable: Option.Condition = { $0.options.summary.format == .csv }
  private static let tableReason = "it needs --to csv"
}

/// `cardctl log summary`: counts the events of a journal.
enum SummaryCommand {
  static let declaration = LogCommand.command(
    "summary", "count " + EventKind.recorded.map { $0.rawValue + "s" }.joinedWithAnd,
    groups: SummaryOptions.options,
    examples: [
      Example("cardctl log summary --since 7d", "the cards of a week"),
      Example("cardctl log summary --by campaign --to csv", "campaigns as a table"),
    ], exitStatuses: ExitStatuses.ofJournal, usesZone: { _ in true }, run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let (options, console) = (line.options.summary, line.options.console)
    let groupings = options.groupings.isEmpty ? [.card] : options.groupings
    for grouping in options.sort.compactMap(\.grouping) where !groupings.contains(grouping) {
      let name = grouping.argument
      throw ArgumentError.other("'--sort \(name)' needs '--by \(name)'")
    }
    let stream = try EventStream(line.options)
    var tally = EventTally()
    var keys = RowKeys(groupings: groupings, zone: line.options.zone)
    var reader = stream.reader()
    let status = try stream.run(&reader) { line in
      tally.add(line, to: keys.key(of: line))
      return .next
    }
    let summary = EventSummary(groupings, tally.finish(), sort: options.sort, limit: options.limit)
    let output = line.options.output
    return try OutputFile.write(
      output.path, console, passesControls: options.format == .text
    ) { stream in
      switch options.format {
      case .text:
        try stream.write { SummaryText(style: TextStyle(line.options)).append(summary, to: &$0) }
      case .json: try stream.write { summary.appendJSON(to: &$0) }
      case .csv: try summary.write(output.csv, hasHeader: output.hasHeader, to: stream)
      }
      return status
    }
  }
}
