import CardProcessing
import CardArguments
import ContentCardKit

/// What cards are converted to: the app's objects, or a shape.
enum ConvertForm: OptionChoice, Equatable {
  case objects
  case shape(Shape)

  static let allCases = [ConvertForm.objects] + Shape.allCases.map(ConvertForm.shape)

  var argument: String {
    switch self {
    case .objects: "objects"
    case .shape(let shape): shape.name.description
    }
  }

  var summary: String {
    switch self {
    case .objects: "the app's own objects, by class type"
    case .shape(let shape): shape.summary
    }
  }
}

/// How converted cards are written.
enum ConvertFormat: String, OptionChoice {
  case ndjson, json, csv, tsv

  var summary: String {
    switch self {
    case .ndjson: "one object a line"
    case .json: "one array"
    case .csv: "a table, as RFC 4180 has it"
    case .tsv: "a table, with tabs between the cells"
    }
  }

  var isTable: Bool { self == .csv || self == .tsv }
}

/// How times are written.
enum TimeChoice: String, OptionChoice {
  case epoch, iso

  var summary: String {
    switch self {
    case .epoch: "seconds since 1970"
    case .iso: "ISO 8601 in UTC"
    }
  }
}

/// Whether local items come before or after the cards.
enum FeedOrder: String, OptionChoice {
  case cardsFirst = "cards-first"
  case feedFirst = "feed-first"

  var summary: String {
    switch self {
    case .cardsFirst: "cards before local items"
    case .feedFirst: "local items before cards"
    }
  }
}

/// The options of `cardctl convert`.
struct ConvertOptions: Sendable {
  var common = CommonOptions()
  var cards = CardOptions()
  var device = DeviceOptions()
  var classTypes: [String] = []
  var form = ConvertForm.objects
  var format = ConvertFormat.ndjson
  var columns: [String] = []
  /// Whether the names of columns are asked for, and no cards.
  var listsColumns = false
  var times = TimeChoice.epoch
  var delimiter = Delimiter.comma
  var hasHeader = true
  var endsLinesWithCRLF = false
  var hasByteOrderMark = false
  var isSafeForSpreadsheets = false
  var feed: String?
  var feedOrder = FeedOrder.cardsFirst
  var sort: [SortKey] = []
  var limit: Int?

  /// How the rows are strung together.
  var framing: RowFraming { format == .json ? .array : .lines }

  /// Whether class types that are not in the registry are named: where they are why cards are
  /// missing, and not what was asked for.
  var namesUnknownClasses: Bool { form == .objects && classTypes.isEmpty && !common.isQuiet }

  static let options: [OptionGroup<ConvertOptions>] =
    [conversion, tables, list] + CardOptions.options.lifted(to: \.cards)
    + DeviceOptions.options.lifted(to: \.device) + CommonOptions.options.lifted(to: \.common)

  private static let conversion = OptionGroup<ConvertOptions>(
    "Conversion",
    [
      .values(
        "class-type", \.classTypes, valueName: "TYPE", kind: .classType,
        "only cards of this class type, which has to be registered"),
      .value("as", \.form, valueName: "FORM", "convert to this form"),
      .value("to", \.format, valueName: "FORMAT", "write this format"),
      .value("time", \.times, valueName: "FORM", "write times in this form"),
    ])

  private static let tables = OptionGroup<ConvertOptions>(
    "Tables",
    [
      Option.list(
        "columns", \.columns, valueName: "NAME,...", kind: .column, "write these columns"
      ).explained(
        "Names are those of the form that is converted to, extras.KEY, and with objects card.NAME "
          + "for a field of the card."
      ).byDefault("all of the form, and the extras that the registry reads"),
      .flag(
        "list-columns", \.listsColumns, "print the names for --columns and read no cards"),
      .noHeader(\.hasHeader),
      Option.custom(
        "delimiter", \.delimiter, valueName: "C", "put this character between the cells of CSV",
        parse: { text throws(ValueProblem) in
          do throws(DelimiterError) {
            return try Delimiter(text)
          } catch {
            throw .reason(error.description)
          }
        }
      ).explained(
        "One character of ASCII that does not stand in numbers and names, such as `;` or `|`; `tab` "
          + "and `\\t` are a tab."
      ).byDefault("a comma"),
      .flag("crlf", \.endsLinesWithCRLF, "end rows with CR LF, as RFC 4180 does"),
      .flag("bom", \.hasByteOrderMark, "begin with a byte order mark, for spreadsheets"),
      .csvSafe(\.isSafeForSpreadsheets),
    ]
  ).rare(except: "columns", "list-columns", "no-header", "csv-safe")

  private static let list = OptionGroup<ConvertOptions>(
    "List",
    [
      Option.value(
        "feed", \.feed, valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
        "make one list of the cards and these local items"
      ).explained(
        "The file holds an array, an object with one array in it, or one object a line. Items are "
          + "printed as they are."),
      .value("feed-order", \.feedOrder, valueName: "ORDER", "where the local items stand"),
      sortOption(\.sort),
      .integer("limit", short: "n", \.limit, range: 0...Int.max, "print at most N cards"),
    ]
  ).rare(except: "feed", "sort", "limit")
}
