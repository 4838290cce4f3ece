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
    run: { try run($0, $0.options.console) })

  static func run(_ line: Line, _ console: Console) throws -> Int32 {
    if let explanation = Explanation(line) {
      try explanation.check()
      return try explanation.run(console)
    }
    let run = try CardRun(line)
    try check(line, run.configuration)
    return try ValidationRun(run, line: line).run()
  }

  /// Rejects options that would have no effect, and several reports to the same output.
  private static func check(_ line: Line, _ configuration: Configuration) throws(ArgumentError) {
    let (options, reports) = (line.options.validate, line.options.validate.reports)
    try line.refuse("max-warnings", with: "strict")
    if line.operands.isEmpty || line.operands.contains("-") {
      try line.refuse(["diff", "fix"], "standard input is not a file that could be changed")
    }
    if options.kind == .any {
      try line.refuse(["ignore-unknown"], "--kind any allows nothing that is unknown")
    }
    if options.printsPatch {
      try line.refuse("fix", with: "diff")
      try line.refuse(
        ["to", "statistics", "max-messages", "write-baseline"], "--diff prints a patch")
    }
    if options.listsFiles {
      try line.refuse(
        ["to", "statistics", "diff", "fix", "write-baseline", "stdin-filename", "summary"],
        "--files only lists files")
    }
    if options.baseline ?? configuration.baseline == nil {
      try line.refuse(["write-baseline"], "it needs --baseline")
    }
    if !reports.isEmpty, !reports.contains(where: { $0.format == .text || $0.format == .json }) {
      try line.refuse(["statistics"], "it needs --to text or --to json")
    }
    let unnamed = reports.filter { $0.path == nil }
    if unnamed.count > 1 {
      let names = unnamed.map(\.option).joined(separator: ", ")
      throw .other("only one report can go without a file: \(names); write --to FORMAT=FILE")
    }
    if unnamed.isEmpty, !reports.isEmpty {
      try line.refuse(["output"], "every report has its own file")
    }
    if !line.operands.isEmpty, !line.operands.contains("-") {
      try line.refuse(["stdin-filename"], "standard input is not read")
    }
  }
}
