import CardArguments
import CardPlatform

/// The whole tool: its commands, and the execution of a command line.
///
/// CardCommands combines the modules below it: it parses arguments, opens files, starts threads,
/// prints messages and decides the exit status. It does not know how cards are read or converted.
package enum Tool {
  /// The version, as in `cardctl 0.1.0`.
  package static let version = "0.1.0"

  /// The commands, in the order of the help page.
  static let commands = [
    ConvertCommand.declaration, FilterCommand.declaration, ValidateCommand.declaration,
    InspectCommand.declaration, LogCommand.declaration,
  ]

  /// The tool: its commands and the options that all of them have.
  static let declaration = CommandLineTool(
    name: "cardctl", version: version,
    abstract: "a toolkit for Braze content cards",
    discussion: [
      "Cards are read from files or standard input, in any of the JSON shapes in which Braze's "
        + "SDKs, its API and the implementation guide have them."
    ],
    prose: HelpText.tool,
    commonOptions: CommonOptions.options,
    commands: commands,
    examples: [
      Example("cardctl convert feed.json", "cards as the app's own objects, one per line"),
      Example(
        "cardctl convert --as card --to csv feed.json", "the same cards as a table"),
      Example("cardctl filter --shown --sort feed feed.json", "what a device would show"),
      Example("cardctl validate campaigns/", "what is wrong with payloads, before they are sent"),
    ],
    exitStatuses: ExitStatuses.ofAll,
    topics: ManualPages.topics,
    habits: [
      "-V": "version", "-L": "limit", "--head": "limit", "--first": "limit", "-f": "to", "-t": "to",
      "--output-format": "to", "--out": "output", "--jq": "where", "--reverse": "sort",
    ],
    commandHabits: [
      "lint": "validate", "check": "validate", "verify": "validate", "diff": "inspect --against",
      "compare": "inspect --against", "stats": "inspect", "show": "inspect", "view": "inspect",
      "count": "filter --count", "merge": "filter --merge", "grep": "filter", "select": "filter",
      "search": "filter", "transform": "convert", "export": "convert", "record": "log",
    ])

  /// Long options of other tools that are accepted, and our names for them.
  static let aliases = ["format": "to"]

  /// Runs a command line, which does not include the tool's name, and returns the exit status.
  package static func run(_ arguments: [String], _ console: Console) -> Int32 {
    func end(_ status: Int32, _ lines: [String]) -> Int32 {
      // A key or a path can contain line feeds and start like a command to a build system.
      for line in lines { try? console.writeError(LineText.message(line) + "\n") }
      return status
    }
    do {
      return try dispatch(arguments, console)
    } catch let error as ArgumentError {
      if case .missingCommand(let name, _) = error.mistake,
        let family = commands.first(where: { $0.name == name })
      {
        try? console.writeError(family.shortHelp(width: console.width(of: console.error)))
        return ExitStatuses.usage
      }
      let advised = declaration.advised(error)
      return end(
        ExitStatuses.usage, [advised.mistake.message, advised.hint].map { "cardctl: \($0)" })
    } catch let error as ConfigurationError {
      return end(ExitStatuses.usage, error.lines)
    } catch let error as DataError {
      return end(ExitStatuses.data, [error.message])
    } catch let failure as SystemFailure {
      if failure.isClosedPipe { return ExitStatuses.closedPipe }
      return end(ExitStatuses.inputOutput, ["cardctl: \(failure.message)"])
    } catch {
      return end(ExitStatuses.usage, ["cardctl: \(error)"])
    }
  }

  private static func dispatch(_ arguments: [String], _ console: Console) throws -> Int32 {
    if arguments.first == Completion.word {
      return Completion.run(Array(arguments.dropFirst()), console)
    }
    if arguments.isEmpty {
      let width = console.width(of: console.error)
      try console.writeError(declaration.command.shortHelp(width: width, hasOptions: false))
      return ExitStatuses.usage
    }
    switch try declaration.resolve(arguments) {
    case .completion(let shell): try console.write(HelpText.script(for: shell))
    case .version: try console.write(declaration.versionLine + "\n")
    case .help(let topic, let length): try show(topic, length, console)
    case .command(let command, let arguments): return try run(command, arguments, console)
    }
    return ExitStatuses.done
  }

  private static func run(
    _ command: Command, _ arguments: [String], _ console: Console
  ) throws -> Int32 {
    let outcome = try command.parse(
      arguments, into: Options(console: console), text: SystemText.utf8, aliases: aliases)
    switch outcome {
    case .help(let length):
      try show(.command(command), length, console)
      return ExitStatuses.done
    case .parsed(let line):
      do {
        return try command.run?(line) ?? ExitStatuses.usage
      } catch let mistake as ArgumentMistake {
        throw ArgumentError(mistake, command: command.name)
      } catch is MissingInput {
        try console.writeError(
          "cardctl: no input: name files, or write - to read standard input\n\n")
        try console.writeError(command.shortHelp(width: console.width(of: console.error)))
        return ExitStatuses.usage
      }
    }
  }

  private static func show(_ topic: HelpTopic<Options>, _ length: HelpLength, _ console: Console)
    throws
  {
    let width = console.width(of: console.output)
    let isStyled = ColorChoice.auto.applies(to: console.output, console)
    let text =
      switch (topic, length) {
      case (.command(let command), .short): command.shortHelp(width: width, isStyled: isStyled)
      case (.page("rules"), _): RulePages.all
      case (_, .long), (.page, _):
        ManualPages.page(of: topic).text(width: width, isStyled: isStyled)
      }
    try console.write(text, passesControls: isStyled)
  }
}
