import Arguments
import ContentCards

/// `cardctl inspect`: shows what is in an input, in the terminal and as users will see it.
enum InspectCommand {
  static let declaration = CommandDeclaration(
    name: "cardctl inspect",
    abstract: "show what is in here: counts, one card in full, a preview",
    discussion: [
      "Reads cards of any shape and shows what they are, how many of what there are, and what is "
        + "wrong with them."
    ],
    initial: InspectOptions(),
    options: InspectOptions.options,
    operands: [
      .any("FILE", kind: .file(extensions: CardFiles.extensions), "read these files, - is stdin")
    ],
    examples: [
      Example("cardctl inspect feed.json", "what is in a feed"),
      Example("cardctl inspect --to html feed.json > feed.html", "what users will see"),
    ],
    exitStatuses: ExitStatuses.ofCards)

  static func run(_ line: ParsedArguments<InspectOptions>, _ console: Console) throws -> Int32 {
    let view = try InspectView(line, declaration.manual)
    let session = Session(console: console, common: line.options.common)
    let configuration = try Configuration.inForce(line.options.common, console)
    let registry = try session.registry(line.options.cards, configuration)
    let run = try InspectRun(line, session, configuration, registry)
    switch view {
    case .overview: return try run.showOverview()
    case .card(let prefix): return try run.showCard(prefix)
    case .duplicates: return try run.showDuplicates()
    case .sizes: return try run.showSizes()
    case .registry: return try run.showRegistry()
    case .comparison(let older): return try run.compare(with: older)
    case .page:
      return try PreviewRun(
        session, line.options, configuration, registry, operands: line.operands
      ).run()
    }
  }
}
