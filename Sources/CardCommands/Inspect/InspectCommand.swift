import CardArguments
import CardPlatform

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
    let view = try InspectView(line)
    let run = try InspectRun(line)
    switch view {
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

  /// Creates the view that a command line requests; refuses options and operands without effect.
  init(_ line: Line) throws(ArgumentError) {
    let options = line.options.inspect
    let views = ["id", "by", "registry", "against", "why", "verdicts"]
      .filter(line.isGiven)
    if views.count > 1 { try line.refuse(views[0], with: views[1]) }
    self = options.view
    if options.format == .html {
      let others = views.filter { $0 != "why" && $0 != "verdicts" }
      try line.refuse(others, "the page shows the cards themselves")
      self = .page
    }
    try check(line)
  }

  /// The keys by which cards are counted.
  var keys: [CountKey] { if case .counts(let keys) = self { keys } else { [] } }

  /// Whether the inputs are read as the responses that a device received.
  var readsSyncResponses: Bool { if case .history = self { true } else { false } }

  private func check(_ line: Line) throws(ArgumentError) {
    if case .history(let text?) = line.options.inspect.view, text != "-",
      (try? line.options.console.fileStatus(text))?.kind == .regular
    {
      throw .other("'\(text)' is a file; write '--why ID \(text)', or --verdicts for all its cards")
    }
    let options = line.options.inspect
    let device = line.options.device
    if self != .registry {
      try device.check(line, merges: device.merges || options.view.readsSyncResponses)
    }
    if options.format == .csv {
      guard case .counts = self else {
        throw .other("'--to csv' needs '--by FIELD'; 'convert --to csv' prints cards as a table")
      }
    } else {
      try line.refuse(["csv-safe"], "it needs --to csv")
    }
    if self != .page { try line.refuse(["images", "feed"], "it needs --to html") }
    if !listsCards { try line.refuse(InspectView.selectors, "this view selects cards itself") }
    switch self {
    case .overview, .counts, .page: break
    case .card: try line.refuse(["limit"], "--id shows one card")
    case .history: try line.refuse(["limit"], "it shows every selected card")
    case .comparison(let older):
      try line.refuse(["limit"], "--against shows every change")
      try line.refuse(["journal"], "it affects both feeds that --against compares alike")
      if line.operands.count > 1, !device.merges {
        throw .unexpectedOperand(line.operands[1], taken: ["NEW"])
      }
      if older == "-", device.merges || line.operands.first ?? "-" == "-" {
        throw .other("standard input cannot be both the older and the newer feed")
      }
    case .registry:
      try line.refuse(["limit"], "--registry shows every class")
      try line.refuse(InspectView.readingOptions, "--registry reads no cards")
      if let operand = line.operands.first { throw .unexpectedOperand(operand, taken: []) }
    }
  }

  /// Whether the view shows the cards that the selectors select.
  private var listsCards: Bool {
    switch self {
    case .overview, .counts, .page: true
    case .card, .registry, .comparison, .history: false
    }
  }

  private static let selectors =
    SelectionOptions.group.without("id").options.map(\.name) + ["sort"]

  /// The options for reading cards, except for `--classes` and `--output`, which also apply to the
  /// registry.
  private static let readingOptions =
    (CardOptions.options + DeviceOptions.options).flatMap(\.options).map(\.name).filter {
      $0 != "classes" && $0 != "output"
    }
}
