import CardArguments
import CardPlatform

/// The tool: its commands and the execution of a command line.
///
/// CardCommands combines the other modules: it parses arguments, opens files, starts threads,
/// prints messages and determines the exit status. It does not know how cards are read or
/// converted.
package enum Tool {
  /// The version, such as `0.1.0`.
  package static let version = "0.1.0"

  /// The commands, in the order of the help page.
  static let commands: Command.Table = [
    ("convert", { ConvertCommand.declaration }), ("filter", { FilterCommand.declaration }),
    ("validate", { ValidateCommand.declaration }), ("inspect", { InspectCommand.declaration }),
    ("log", { LogCommand.declaration }),
  ]

  /// The declaration of the tool, with its commands and common options.
  static let declaration = CommandLineTool(
    name: "cardctl", version: version, abstract: "a toolkit for Braze content cards",
    discussion: [
      """
      Cards are read from files or standard input, in any of the JSON shapes in which Braze's \
      SDKs, its API and the implementation guide have them.
      """
    ],
    prose: HelpText.tool, commonOptions: CommonOptions.options, commands: commands,
    examples: [
      Example("cardctl convert feed.json", "cards as the app's own objects, one per line"),
      Example("cardctl convert --as card --to csv feed.json", "the same cards as a table"),
      Example("cardctl filter --shown --sort feed feed.json", "what a device would show"),
      Example("cardctl validate campaigns/", "errors in payloads, before they are sent"),
    ],
    exitStatuses: ExitStatuses.ofAll, topics: ManualPages.topics)

  /// The words of our command lines by the options and commands of other tools.
  private static let habits = [
    "-V": ["version"], "-L": ["limit"], "--head": ["limit"], "--first": ["limit"], "-f": ["to"],
    "-t": ["to"], "--output-format": ["to"], "--out": ["output"], "--jq": ["where"],
    "--reverse": ["sort"], "--ignore": ["rule RULE=off"], "--disable": ["rule RULE=off"],
    "--select": ["rule RULE=error", "columns", "where"],
    "--no-shown": ["shown --invert-match"], "--no-active": ["active --invert-match"],
    "--no-expired": ["expired --invert-match"],
    "lint": ["validate"], "check": ["validate"], "verify": ["validate"], "stats": ["inspect"],
    "diff": ["inspect --against"], "compare": ["inspect --against"], "show": ["inspect"],
    "view": ["inspect"], "count": ["filter --count"], "merge": ["filter --merge"],
    "grep": ["filter"], "select": ["filter"], "search": ["filter"], "transform": ["convert"],
    "export": ["convert"], "record": ["log"], "version": ["--version"],
  ]

  /// Runs a command line, without the tool's name, and returns the exit status.
  package static func run(_ arguments: [String], _ console: Console) -> Int32 {
    if arguments.first == Completion.word {
      return Completion.run(Array(arguments.dropFirst()), console)
    }
    var command = declaration.command
    do {
      if arguments.isEmpty { return showUsage(of: command, console) }
      var action = try declaration.resolve(arguments, &command)
      if case .run(let arguments) = action {
        let line = try command.parse(
          arguments, into: Session(console: console), text: SystemText.utf8)
        guard let length = line.helpLength else {
          return try command.run?(line) ?? ExitStatuses.usage
        }
        action = .help(length)
      }
      let width = console.width(of: console.output)
      let isStyled = ColorChoice.auto.applies(to: console.output, console)
      let text =
        switch action {
        case .completion(let shell): HelpText.script(for: shell)
        case .version: declaration.versionLine + "\n"
        case .help(.short): command.shortHelp(width: width, isStyled: isStyled)
        case .help(.long), .run:
          ManualPages.page(of: command).text(width: width, isStyled: isStyled)
        case .page("rules", let ids): try RulePages.pages(ids)
        case .page(_, let rest) where !rest.isEmpty:
          throw ArgumentError.unexpectedOperand(rest[0], taken: ["TOPIC"])
        case .page(let topic, _): ManualPages.page(of: topic).text(width: width, isStyled: isStyled)
        }
      try console.write(text, passesControls: isStyled)
      return ExitStatuses.done
    } catch { return report(error, of: command, console) }
  }

  /// Prints an error and returns the exit status.
  private static func report(
    _ error: any Error, of command: Command, _ console: Console
  ) -> Int32 {
    let (status, lines): (Int32, [String])
    switch error {
    case ArgumentError.missingCommand where !command.isTool:
      return showUsage(of: command, console)
    case let error as ArgumentError:
      let message = declaration.advised(error, of: command, habits: habits).message
      (status, lines) = (ExitStatuses.usage, ["cardctl: \(message)", "cardctl: \(command.hint)"])
    case is MissingInput:
      try? console.writeError(
        "cardctl: no input: name files, or write - to read standard input\n\n")
      return showUsage(of: command, console)
    case let error as ConfigurationError: (status, lines) = (ExitStatuses.usage, error.lines)
    case let error as DataError: (status, lines) = (ExitStatuses.data, [error.message])
    case let failure as SystemFailure where failure.isClosedPipe: return ExitStatuses.closedPipe
    case let failure as SystemFailure:
      (status, lines) = (ExitStatuses.inputOutput, ["cardctl: \(failure.message)"])
    default: (status, lines) = (ExitStatuses.usage, ["cardctl: \(error)"])
    }
    // A key or a path can contain line feeds or start like a command of a build system.
    for line in lines { try? console.writeError(LineText.message(line) + "\n") }
    return status
  }

  /// Prints the usage of a command after an incomplete command line.
  private static func showUsage(of command: Command, _ console: Console) -> Int32 {
    try? console.writeError(
      command.shortHelp(width: console.width(of: console.error), hasOptions: !command.isTool))
    return ExitStatuses.usage
  }
}
