import CardArguments
import CardRules

/// `cardctl validate`: finds errors in cards before users see them.
enum ValidateCommand {
  static let declaration = Command(
    name: "cardctl validate", abstract: "check cards, sync responses and requests for problems",
    discussion: [
      """
      Reads cards of any shape, sync responses, bodies for the REST API's endpoints, registries \
      and configuration files, detects the kind of each value automatically, and checks it with \
      rules. Each finding has a location, a severity and a rule, which --explain explains.
      """,
      CardFiles.sharedHelp,
    ],
    prose: HelpText.validate,
    groups: ValidateOptions.options,
    operands: [
      .any(
        "FILE", kind: .file(extensions: CardFiles.extensions),
        "files and directories to check; - is standard input")
    ],
    examples: [
      Example("cardctl validate feed.json", "check a feed"),
      Example("cardctl validate --strict --to sarif campaigns/ > cards.sarif", "for code scanning"),
      Example(
        "cardctl validate --to text --to junit=cards.xml campaigns/", "two reports in one run"),
      Example("cardctl validate --explain card/id-missing", "explain a rule"),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "no finding fails the run",
      data: "there are errors, or more warnings than allowed"),
    run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let options = line.options.validate
    if let status = try explain(line) { return status }
    let run = try CardRun(line)
    if let spelling = line.spelling(of: "write-baseline"),
      options.baseline ?? run.configuration.settings.baseline == nil
    {
      throw ArgumentError.inapplicableOption(spelling, reason: "it needs --baseline")
    }
    let unnamed = options.reports.filter { $0.path == nil }
    if unnamed.count > 1 {
      let names = unnamed.map(\.option).joined(separator: ", ")
      throw ArgumentError.other(
        "only one report can go without a file: \(names); write --to FORMAT=FILE")
    }
    return try ValidationRun(run, line: line).run()
  }
}
