import CardProcessing
import CardArguments
import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

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
      "Memory grows with the number of different rows, users and devices: by about 20 bytes and the "
        + "name for each row, 32 to 128 bytes for each user or device and 16 to 32 for each of them "
        + "in each row; twice that or more while several threads count parts of a large journal. "
        + "Users and devices are told apart by 96 bits of a hash: among a billion of them, two are "
        + "taken for one with a chance of less than 1 in 10^10.",
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
    let stream = try EventStream(session, options.events)
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
    try line.refuseConfiguration()
    if line.options.format != .csv {
      try line.refuse(["no-header", "csv-safe"], "it needs --to csv")
    }
  }
}

/// What `cardctl log summary` counts events by.
enum SummaryGrouping: String, OptionChoice {
  case card
  case classType = "class"
  case campaign
  case all

  private var words: (summary: String, heading: String, key: StaticString?) {
    switch self {
    case .card: ("a row for each card id", "card", "card_id")
    case .classType: ("a row for each class type, whatever its case", "class type", "class_type")
    case .campaign:
      ("a row for each campaign, as recorded or as the card's id says", "campaign", "campaign_id")
    case .all: ("one row for all events", "", nil)
    }
  }

  var summary: String { words.summary }
  /// What people call the names of the rows.
  var heading: String { words.heading }
  /// What JSON and CSV call the names of the rows; nil where they have none.
  var key: StaticString? { words.key }
}

/// How `cardctl log summary` prints its counts.
enum SummaryFormat: String, OptionChoice {
  case text
  case json
  case csv

  var summary: String {
    switch self {
    case .text: "an aligned table, with a bar for each row on a terminal"
    case .json: "one object with the rows and their total"
    case .csv: "a table of the rows, without the total"
    }
  }
}

/// The options of `cardctl log summary`.
struct SummaryOptions: Sendable {
  var common = CommonOptions()
  var events = EventOptions()
  var grouping = SummaryGrouping.card
  var format = SummaryFormat.text
  var limit: Int?
  var hasHeader = true
  var isSafeForSpreadsheets = false

  static let options: [OptionGroup<SummaryOptions>] =
    EventOptions.options.lifted(to: \.events) + [output]
    + CommonOptions.unconfigured.lifted(to: \.common)

  private static let output = OptionGroup<SummaryOptions>(
    "Output",
    [
      .value("by", \.grouping, valueName: "WHAT", "count by this"),
      .value("to", \.format, valueName: "FORMAT", "print the counts in this form"),
      Option.integer(
        "limit", \.limit, range: 0...Int.max, "print at most so many rows, those with the most"
      ).explained("The total counts all of them."),
      .noHeader(\.hasHeader), .csvSafe(\.isSafeForSpreadsheets),
    ])
}
