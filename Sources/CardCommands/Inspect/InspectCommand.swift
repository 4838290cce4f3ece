import CardArguments
import CardPlatform

/// The output format of `cardctl inspect`.
enum InspectFormat: String, OptionChoice {
  case text = "text: for people, with colors and bars on a terminal"
  case json = "json: everything, for scripts"
  case csv = "csv: a table of the counts of --by"
  case html = "html: one page that shows the cards as users will see them"
}

/// The options of `cardctl inspect`.
struct InspectOptions: Sendable {
  var format = InspectFormat.text
  var view = InspectView.overview
  var loadsImages = false
  var feed: String?
  /// The sort keys of cards or, with `--by`, of groups.
  var sort: [String] = []
  var limit: Int?

  /// The view, which is a page if that is the format.
  var shownView: InspectView { format == .html ? .page : view }

  static let options: [OptionGroup] =
    [view, list, page]
    + [SelectionOptions.group.without(["id"]).rare(except: "where")].only(
      when: listsCards, "this view selects cards itself")
    + (CardOptions.options + DeviceOptions.options).only(
      when: { $0.options.inspect.view != .registry }, "--registry reads no cards"
    ) { $0 != "classes" && $0 != "output" }.only(
      when: { !$0.isGiven("against") }, "it affects both feeds that --against compares alike"
    ) { $0 == "journal" } + CommonOptions.options

  private static let listsCards: Option.Condition = { $0.options.inspect.shownView.listsCards }

  private static func view(_ option: Option) -> Option {
    let option = option.excludes("id", "by", "registry", "against", "why", "verdicts")
    if option.name == "why" || option.name == "verdicts" { return option }
    return option.only(
      when: { $0.options.inspect.format != .html }, "the page shows the cards themselves")
  }

  private static let view = OptionGroup(
    "View",
    [
      .format(InspectFormat.self) { $0.inspect.format = $1 }.byDefault("text").only(
        when: { !$0.options.inspect.view.keys.isEmpty || $0.options.inspect.format != .csv },
        "--to csv needs --by FIELD; 'convert --to csv' prints cards as a table"),
      view(
        .text(
          "id", valueName: "PREFIX", kind: .cardID,
          "show one card in full: its id starts with PREFIX, or it is of campaign PREFIX",
          expected: "the start of an id"
        ) { $0.inspect.view = .card(prefix: $1) }.explained(
          "PREFIX may also be a part of its title. Without any input, the id alone is decoded.")),
      view(
        .text(
          "why", kind: .cardID, "show whether users see the card with this id or title, and why",
          expected: "an id"
        ) { $0.inspect.view = .history(of: $1) }.explained(
          """
          The inputs are read as the sync responses of one device, in order, as with --merge, and \
          the events of cards in them count too. ID is an id, the start of one, a campaign, or a \
          part of a title. If a record cannot be read, the status is 1.
          """)),
      view(
        .flag("verdicts", "show whether users see each card; inputs are read as with --why") {
          options, _ in options.inspect.view = .history(of: nil)
        }),
      view(
        .values("by", valueName: "FIELD", kind: .field, "count the cards by their values of FIELD")
        {
          $0.inspect.view = .counts($0.inspect.view.keys + [try CountKey($1)])
        }.explained(
          "Repeat it to count combinations. Times are counted by day in the zone of --tz; "
            + "created:hour, created:week, created:month and created:year count other units. "
            + "Up to 8 MiB of values are counted in memory, and more in a temporary file.")),
      view(
        .flag("registry", "print the class registry and read no cards") { options, _ in
          options.inspect.view = .registry
        }.withoutOperands()),
      view(
        .value(
          "against", valueName: "OLD", kind: .file(extensions: CardFiles.extensions),
          "show the changes since this older feed"
        ) { $0.inspect.view = .comparison(older: $1) }),
      .csvSafe.only(when: { $0.options.inspect.format == .csv }, "it needs --to csv"),
    ])

  private static let list = OptionGroup(
    "List",
    [
      .values(
        "sort", valueName: "FIELD[:desc]", kind: .sortKey, "sort the cards or groups by this field"
      ) { $0.inspect.sort.append($1) }.explained(
        "With --by, FIELD is `count` or a FIELD of --by. By default, groups of time are in the "
          + "order of time and others in descending order of their counts."
      ).only(when: listsCards, "this view selects cards itself"),
      .integer("limit", short: "n", range: 0...Int.max, "list at most N cards or groups") {
        $0.inspect.limit = $1
      }.byDefault("20 as text, 500 in a page, all as JSON and all groups of time").only(
        when: listsCards, "this view shows everything"),
    ])

  private static let page = OptionGroup(
    "Page",
    [
      .flag("images", "load the cards' images in the page") { $0.inspect.loadsImages = $1 }
        .only(when: isPage, "it needs --to html"),
      .value(
        "feed", valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
        "show these local items next to the cards"
      ) { $0.inspect.feed = $1 }.only(when: isPage, "it needs --to html"),
    ])

  private static let isPage: Option.Condition = { $0.options.inspect.format == .html }
}

/// `cardctl inspect`: shows the cards in its inputs, in the terminal and as users will see them.
enum InspectCommand {
  static let declaration = Command(
    name: "cardctl inspect",
    abstract: "summarize cards, show one in full, or preview them",
    prose: HelpText.inspect,
    groups: InspectOptions.options,
    operands: [CardFiles.operand],
    examples: [
      Example("cardctl inspect feed.json", "a summary of a feed"),
      Example("cardctl inspect --id NmFmZmZl feed.json", "all about one card"),
      Example("cardctl inspect --by extras.feed_type feed.json", "the number of cards by feed"),
      Example("cardctl inspect --against old.json feed.json", "the changes between two feeds"),
      Example(
        "cardctl inspect --why NmFmZmZl sync1.json sync2.json", "whether users see a card"),
      Example("cardctl inspect --to html feed.json > feed.html", "what users will see"),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "success, with or without findings and changes",
      data: "a record could not be read, --id matches no card or more than one, or users do not "
        + "see the card of --why",
      usage: "the command line, the configuration or the registry is wrong, or --why matches more "
        + "than one card") + [ExitStatus(4, "the card of --why was not found")],
    run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let inspect = line.options.inspect
    if case .history(let text?) = inspect.view, text != "-",
      (try? line.options.console.fileStatus(text))?.kind == .regular
    {
      throw ArgumentError.other(
        "'\(text)' is a file; write '--why ID \(text)', or --verdicts for all its cards")
    }
    if case .comparison(let older) = inspect.view {
      if line.operands.count > 1, !line.options.device.merges {
        throw ArgumentError.unexpectedOperand(line.operands[1], taken: ["NEW"])
      }
      if older == "-", line.options.device.merges || line.operands.first ?? "-" == "-" {
        throw ArgumentError.other("standard input cannot be both the older and the newer feed")
      }
    }
    let run = try InspectRun(line)
    switch inspect.shownView {
    case .overview: return try run.showOverview()
    case .card(let text): return try run.hasInput ? run.showCard(text) : run.showID(text)
    case .counts(let keys): return try run.showCounts(by: keys)
    case .registry: return try run.showRegistry()
    case .comparison(let older): return try run.compare(with: older)
    case .history(let text): return try run.showHistory(of: text)
    case .page: return try run.showPage()
    }
  }
}

/// A view of `cardctl inspect`; a command line selects at most one.
enum InspectView: Equatable {
  /// The counts of the cards, and a table of them.
  case overview
  /// The card whose id starts with this prefix, or whose title contains it.
  case card(prefix: String)
  /// The number of cards for each combination of values.
  case counts([CountKey])
  /// The class registry.
  case registry
  /// The changes since the feed at this path.
  case comparison(older: String)
  /// The history of the card with this id, or of a campaign's cards, and whether users see them;
  /// without an id, the verdict on each card.
  case history(of: String?)
  /// The cards as users see them.
  case page

  /// The keys by which cards are counted.
  var keys: [CountKey] { if case .counts(let keys) = self { keys } else { [] } }

  /// Whether the inputs are read as the responses that a device received.
  var readsSyncResponses: Bool { if case .history = self { true } else { false } }

  /// Whether the view shows the cards that the selectors select.
  var listsCards: Bool {
    switch self {
    case .overview, .counts, .page: true
    case .card, .registry, .comparison, .history: false
    }
  }
}
