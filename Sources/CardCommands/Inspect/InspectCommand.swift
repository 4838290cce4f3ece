import CardArguments
import ContentCardKit

/// `cardctl inspect`: shows what is in an input, in the terminal and as users will see it.
enum InspectCommand {
  static let declaration = Command(
    name: "cardctl inspect",
    abstract: "show what is in here: counts, one card in full, a preview",
    prose: HelpText.inspect,
    groups: InspectOptions.options,
    operands: [CardFiles.operand],
    examples: [
      Example("cardctl inspect feed.json", "what is in a feed"),
      Example("cardctl inspect --id NmFmZmZl feed.json", "all about the card whose id begins so"),
      Example("cardctl inspect --by extras.feed_type feed.json", "how many cards each feed has"),
      Example("cardctl inspect --against old.json feed.json", "what changed between two feeds"),
      Example(
        "cardctl inspect --why NmFmZmZl sync1.json sync2.json", "why users see this card or not"),
      Example("cardctl inspect --to html feed.json > feed.html", "what users will see"),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "all is shown, be there findings and changes or not",
      data: "a record could not be read, --id means no card or more than one, or users do not see "
        + "the card of --why",
      usage: "the command line, the configuration or the registry is wrong, or --why means more "
        + "than one id") + [ExitStatus(4, "no input has the card of --why")],
    run: { try run($0, $0.options.console) })

  static func run(_ line: Line, _ console: Console) throws -> Int32 {
    let view = try InspectView(line)
    let run = try InspectRun(line)
    switch view {
    case .overview: return try run.showOverview()
    case .card(let prefix): return try run.showCard(prefix)
    case .counts(let keys): return try run.showCounts(by: keys)
    case .duplicates: return try run.showDuplicates()
    case .registry: return try run.showRegistry()
    case .comparison(let older): return try run.compare(with: older)
    case .history(let text): return try run.showHistory(of: text)
    case .page: return try run.showPage()
    }
  }
}
