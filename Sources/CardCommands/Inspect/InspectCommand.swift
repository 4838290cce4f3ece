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
