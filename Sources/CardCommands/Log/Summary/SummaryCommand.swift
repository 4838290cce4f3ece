import CardArguments
@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import EventJournal
import CardPlatform

/// `cardctl log summary`: counts the events of a journal.
enum SummaryCommand {
  static let declaration = CommandDeclaration(
    name: "cardctl log summary",
    abstract: "count " + EventKind.allCases.map { $0.rawValue + "s" }.joinedWithAnd,
    discussion: [
      "A row has how often each happened to its cards, how many of the impressions are unique, and "
        + "the clicks for each impression. Impressions of control cards count for themselves. Rows "
        + "with the most impressions come first.",
      "Impressions are unique that differ in their user; without a user in their device; without "
        + "both in their card, whose id Braze makes for one user. A user who saw three cards of a "
        + "campaign is one unique impression of it. Clicks and impressions of the click rate are "
        + "all there are, so that it can be above 100%.",
      "Memory grows with the number of different rows and viewers, by about 20 bytes and the text "
        + "for each, and 16 to 32 bytes for each viewer of each row; twice that or more while "
        + "several threads count parts of a large journal.",
    ],
    initial: SummaryOptions(),
    options: SummaryOptions.options,
    examples: [
      Example("cardctl log summary --since 7d", "the cards of a week"),
      Example("cardctl log summary --by campaign --to csv", "campaigns as a table"),
    ],
    exitStatuses: ExitStatuses.ofJournal)

  static func run(_ line: ParsedArguments<SummaryOptions>, _ console: Console) throws -> Int32 {
    let options = line.options
    try check(line)
    let session = Session(console: console, common: options.common)
    let stream = try EventStream(session, options.events, of: declaration.name)
    var tally = EventTally()
    let status = try stream.count(by: options.grouping, into: &tally)
    let summary = EventSummary(options.grouping, tally, limit: options.limit)
    var text = ByteBuffer()
    switch options.format {
    case .text:
      SummaryText(TextStyle(session)).append(summary, to: &text)
    case .json: summary.appendJSON(to: &text)
    case .csv:
      let table = DelimitedText(.csv, isSafe: options.isSafeForSpreadsheets)
      summary.append(table, hasHeader: options.hasHeader, to: &text)
    }
    try OutputStream(
      console.output, name: "<stdout>", passesControls: options.format == .text
    ).write(text.view)
    return status
  }

  private static func check(_ line: ParsedArguments<SummaryOptions>) throws {
    try declaration.name.refuseConfiguration(line.spelling(of: "config"))
    guard line.options.format != .csv else { return }
    for name in ["no-header", "csv-safe"] {
      guard let spelling = line.spelling(of: name) else { continue }
      throw declaration.name.error(.inapplicableOption(spelling, reason: "it needs --to csv"))
    }
  }
}
