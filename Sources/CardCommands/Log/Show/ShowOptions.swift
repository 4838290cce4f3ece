import CardArguments

/// How `cardctl log show` prints events.
enum ShowFormat: String, OptionChoice {
  case text
  case ndjson
  case json
  case csv

  var summary: String {
    switch self {
    case .text: "a line each for people: time, event, class type, card, the rest"
    case .ndjson: "the lines of the journal, byte for byte"
    case .json: "one array of the events"
    case .csv: "a table with a column for each field"
    }
  }
}

/// The options of `cardctl log show`.
struct ShowOptions: Sendable {
  var common = CommonOptions()
  var events = EventOptions()
  var format: ShowFormat?
  var follows = false
  var limit: Int?
  var hasHeader = true
  var isSafeForSpreadsheets = false

  static let options: [OptionGroup<ShowOptions>] =
    EventOptions.options.lifted(to: \.events) + [output]
    + CommonOptions.unconfigured.lifted(to: \.common)

  private static let output = OptionGroup<ShowOptions>(
    "Output",
    [
      Option.value("to", \.format, valueName: "FORMAT", "print them in this form")
        .byDefault("text on a terminal, else ndjson"),
      Option.flag("follow", short: "f", \.follows, "wait for more events and print them too")
        .explained(
          "The journal is followed when it is rotated, deleted or does not exist yet. Ctrl-C or a "
            + "closed pipe ends it."),
      .integer("limit", \.limit, range: 0...Int.max, "print at most so many events"),
      .flag("no-header", \.hasHeader, sets: false, "leave out the row of column names"),
      Option.flag(
        "csv-safe", \.isSafeForSpreadsheets, "keep spreadsheets from running cells as formulas"
      ).explained("A quote is put in front of cells that begin like one; never of numbers."),
    ])
}
