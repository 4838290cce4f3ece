import Arguments
import CardJSON
import ContentCards
import EventJournal
import Platform

/// `cardctl log summary`: counts the events of a journal.
enum SummaryCommand {
  static let declaration = CommandDeclaration(
    name: "cardctl log summary",
    abstract: "count impressions, clicks and dismissals",
    discussion: [
      "A row has the impressions of its cards, how many of them are unique, the impressions of "
        + "control cards, which count for themselves, clicks, clicks for each impression, and "
        + "dismissals. Rows with the most impressions come first.",
      "Impressions are unique that differ in their user; without a user in their device; without "
        + "both in their card, whose id Braze makes for one user. A user who saw three cards of a "
        + "campaign is one unique impression of it. Clicks and impressions of the click rate are "
        + "all there are, so that it can be above 100%.",
      "Memory grows with the number of different rows and viewers, by about 20 bytes and the text "
        + "for each, and 16 to 32 bytes for each viewer of each row.",
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
    var naming = RowNaming(options.grouping)
    let status = try stream.run { line, _ in
      tally.add(line, to: naming.name(of: line))
      return .next
    }
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

/// Finds the row that an event counts in.
private struct RowNaming: ~Copyable {
  private let grouping: SummaryGrouping
  private var text = ByteBuffer()
  private var id = ByteBuffer()

  init(_ grouping: SummaryGrouping) {
    self.grouping = grouping
  }

  /// The name of the row of the event on `line`, good until the next one is asked for.
  mutating func name(of line: JournalLine) -> ByteView? {
    switch grouping {
    case .all: return nil
    case .card: return text(.cardID, of: line)
    case .campaign: return text(.campaignID, of: line) ?? campaign(of: line)
    case .classType:
      guard text(.classType, of: line) != nil else { return nil }
      for index in 0..<text.count {
        text.replace(at: index, with: ByteView.lowercased(text.view[index]))
      }
      return text.view
    }
  }

  private mutating func text(_ field: JournalField, of line: JournalLine) -> ByteView? {
    text.removeAll()
    line.appendText(field, to: &text)
    return text.count == 0 ? nil : text.view
  }

  private mutating func campaign(of line: JournalLine) -> ByteView? {
    id.removeAll()
    line.appendText(.cardID, to: &id)
    return CompositeID(id.view, decodedInto: &text)?.campaign
  }
}
