import CardArguments

/// What `cardctl log summary` counts events by.
enum SummaryGrouping: String, OptionChoice {
  case card
  case classType = "class"
  case campaign
  case all

  var summary: String {
    switch self {
    case .card: "a row for each card id"
    case .classType: "a row for each class type, whatever its case"
    case .campaign: "a row for each campaign, as recorded or as the card's id says"
    case .all: "one row for all events"
    }
  }

  /// What JSON and CSV call the names of the rows; nil where they have none.
  var key: StaticString? {
    switch self {
    case .card: "card_id"
    case .classType: "class_type"
    case .campaign: "campaign_id"
    case .all: nil
    }
  }

  /// What people call the names of the rows.
  var heading: String {
    switch self {
    case .card: "card"
    case .classType: "class type"
    case .campaign: "campaign"
    case .all: ""
    }
  }
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
      .flag("no-header", \.hasHeader, sets: false, "leave out the row of column names"),
      Option.flag(
        "csv-safe", \.isSafeForSpreadsheets, "keep spreadsheets from running cells as formulas"
      ).explained("A quote is put in front of cells that begin like one; never of numbers."),
    ])
}
