import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit

/// The target of a conversion: the app's objects, or a shape.
enum ConvertForm: OptionChoice, Equatable {
  case objects
  case shape(Shape)

  static let allCases = [ConvertForm.objects] + Shape.allCases.map(ConvertForm.shape)

  static var misplaced: [String: String] {
    ConvertFormat.allCases.reduce(into: [:]) { $0[$1.argument] = "--to \($1.argument)" }
  }

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

/// The output format of converted cards.
enum ConvertFormat: String, OptionChoice {
  case ndjson = "ndjson: one object per line"
  case json = "json: one array"
  case csv = "csv: a table as in RFC 4180"
  case tsv = "tsv: a table with tabs between cells"

  var isTable: Bool { self == .csv || self == .tsv }

  static var misplaced: [String: String] {
    ConvertForm.allCases.reduce(into: [:]) { $0[$1.argument] = "--as \($1.argument)" }
  }
}

/// The format of times.
enum TimeChoice: String, OptionChoice {
  case epoch = "epoch: seconds since 1970"
  case iso = "iso: ISO 8601 in the zone of --tz"
}

/// Whether local items come before or after the cards.
enum FeedOrder: String, OptionChoice {
  case cardsFirst = "cards-first: cards before local items"
  case feedFirst = "feed-first: local items before cards"
}

/// The options of `cardctl convert`.
struct ConvertOptions: Sendable {
  var classTypes: [String] = []
  var form = ConvertForm.objects
  /// The format of `--to`.
  var givenFormat: ConvertFormat?
  var columns: [String] = []
  /// Whether the run lists column names and reads no cards.
  var listsColumns = false
  var times = TimeChoice.epoch
  var delimiter = Delimiter.comma
  var endsLinesWithCRLF = false
  var hasByteOrderMark = false
  var feed: String?
  var feedOrder = FeedOrder.cardsFirst

  static let options: [OptionGroup] =
    ([
      conversion, tables, list,
      SelectionOptions.group.without(["class-type"]).rare(except: "where"),
    ]
    + CardOptions.options + DeviceOptions.options).only(
      when: { !$0.options.convert.listsColumns }, "--list-columns reads no cards"
    ) { !["list-columns", "as", "to", "classes", "output"].contains($0) } + CommonOptions.options

  private static let conversion = OptionGroup(
    "Conversion",
    [
      .values(
        "class-type", valueName: "TYPE", kind: .classType,
        "only cards of this class type, which must be registered"
      ) { $0.convert.classTypes.append($1) },
      .choice("as", ConvertForm.self, valueName: "FORM", "convert to this form") {
        $0.convert.form = $1
      }.byDefault("objects"),
      .format(ConvertFormat.self) { $0.convert.givenFormat = $1 }
        .byDefault("the ending of --output, else ndjson"),
      .choice("time", TimeChoice.self, valueName: "FORM", "write times in this form") {
        $0.convert.times = $1
      }.byDefault("epoch").only(
        when: {
          guard case .shape(let shape) = $0.options.convert.form else { return true }
          return shape == .card
        }, "the shape has its own time format"),
    ])

  private static let tables = OptionGroup(
    "Tables",
    [
      .list("columns", valueName: "NAME,...", kind: .column, "write these columns") {
        $0.convert.columns += $1
      }.explained(
        """
        NAME is a column of the target form or extras.KEY; with objects also card.NAME, a field \
        of the card.
        """
      ).byDefault("all of the form and the extras that the registry reads").only(
        when: isTable, tableReason),
      .flag("list-columns", "print the names for --columns and read no cards") {
        $0.convert.listsColumns = $1
      }.withoutOperands(),
      .noHeader.only(when: isTable, tableReason),
      .value("delimiter", valueName: "C", "separate the cells of CSV with this character") {
        $0.convert.delimiter = try Delimiter($1)
      }.explained(
        """
        One ASCII character that does not occur in numbers and names, such as `;` or `|`; `tab` \
        and `\\t` are a tab.
        """
      ).byDefault("a comma").only(
        when: { $0.options.convertFormat == .csv }, "it needs --to csv; TSV has tabs"),
      .flag("crlf", "end rows with CR LF, as RFC 4180 does") { $0.convert.endsLinesWithCRLF = $1 }
        .only(when: isTable, tableReason),
      .flag("bom", "start with a byte order mark, for spreadsheets") {
        $0.convert.hasByteOrderMark = $1
      }.only(when: isTable, tableReason), .csvSafe.only(when: isTable, tableReason),
    ]
  ).rare(except: "columns", "list-columns", "no-header", "csv-safe")

  private static let isTable: Option.Condition = { $0.options.convertFormat.isTable }
  private static let tableReason = "it needs --to csv or --to tsv"

  private static let list = OptionGroup(
    "List",
    [
      .value(
        "feed", valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
        "combine the cards and these local items in one list"
      ) { $0.convert.feed = $1 }.explained(
        """
        The file contains an array, an object with one array, or one object per line. Items are \
        printed unchanged.
        """
      ).only(
        when: { !isTable($0) }, "local items have no columns; it needs --to ndjson or --to json"),
      .choice("feed-order", FeedOrder.self, valueName: "ORDER", "the position of the local items") {
        $0.convert.feedOrder = $1
      }.byDefault("cards-first").only(when: { $0.options.convert.feed != nil }, "it needs --feed"),
      .sort, .limit,
    ]
  ).rare(except: "feed", "sort", "limit")
}

extension Session {
  /// The output format of `cardctl convert`: by default the one that the ending of the output file
  /// names.
  var convertFormat: ConvertFormat {
    if let format = convert.givenFormat { return format }
    let ending = output.path?.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
      .last
    return ending.flatMap { try? ConvertFormat.parse($0.lowercased()) } ?? .ndjson
  }
}
