import CardProcessing
import CardArguments
import ContentCardKit

/// How `cardctl inspect` shows what it found.
enum InspectFormat: String, OptionChoice {
  case text, json, csv, html

  var summary: String {
    switch self {
    case .text: "an overview for people, drawn on a terminal, plain elsewhere"
    case .json: "everything, for scripts"
    case .csv: "a table of the counts of --by"
    case .html: "one page that shows the cards as users will see them"
    }
  }
}

/// The options of `cardctl inspect`.
struct InspectOptions: Sendable {
  var common = CommonOptions()
  var cards = CardOptions()
  var device = DeviceOptions()
  var format = InspectFormat.text
  var view = InspectView.overview
  var keys: [CountKey] = []
  var isSafeForSpreadsheets = false
  var loadsImages = false
  var feed: String?
  var limit: Int?

  static let options: [OptionGroup<InspectOptions>] =
    [view, page] + CardOptions.options.lifted(to: \.cards)
    + DeviceOptions.options.lifted(to: \.device)
    + CommonOptions.options.lifted(to: \.common)

  private static let view = OptionGroup<InspectOptions>(
    "View",
    [
      .value("to", \.format, valueName: "FORMAT", "show it in this form"),
      .custom(
        "id", \.view, valueName: "PREFIX", kind: .cardID,
        "show one card in full: its id starts with PREFIX, or it belongs to campaign PREFIX",
        parse: { text throws(ValueProblem) in
          if text.isEmpty { throw .reason("expected the beginning of an id") }
          return .card(prefix: text)
        }),
      Option.custom(
        "why", \.view, valueName: "ID", kind: .cardID,
        "show why users see the card with this id or campaign, or why not",
        parse: { text throws(ValueProblem) in
          if text.isEmpty { throw .reason("expected an id") }
          return .history(of: text)
        }
      ).explained(
        "The inputs are read as the sync responses of one device, in order, as with --merge. ID is "
          + "an id, the beginning of one, or a campaign."),
      .flag(
        "verdicts", \.view, sets: .verdicts,
        "show for each card whether users see it, reading the inputs as --why does"),
      Option.customValues(
        "by", \.keys, valueName: "FIELD", kind: .field, "count the cards by their values of FIELD",
        parse: { text throws(ValueProblem) in [try CountKey(text)] }
      ).explained(
        "Repeat it to count combinations. A time is counted by its day; created:week and "
          + "created:month count longer units, named by their first day."),
      .flag(
        "duplicates", \.view, sets: .duplicates,
        "group cards that one campaign sent more than once"),
      .flag(
        "registry", \.view, sets: .registry, "print the class registry in force and read no card"),
      .custom(
        "against", \.view, valueName: "OLD", kind: .file(extensions: CardFiles.extensions),
        "say what changed since this older feed",
        parse: { text throws(ValueProblem) in
          if text.isEmpty { throw .reason("expected the name of a file") }
          return .comparison(older: text)
        }),
      .csvSafe(\.isSafeForSpreadsheets),
    ])

  private static let page = OptionGroup<InspectOptions>(
    "Page",
    [
      .flag("images", \.loadsImages, "let the page load the cards' images"),
      .value(
        "feed", \.feed, valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
        "show these local items next to the cards"),
      Option.integer(
        "limit", short: "n", \.limit, range: 0...Int.max, "list at most N cards or values"
      )
      .byDefault("20 as text, 500 in a page, all as JSON"),
    ])
}
