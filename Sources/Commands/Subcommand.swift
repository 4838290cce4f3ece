import Arguments

/// One of the tool's commands: how it is spelt and what it does.
struct Subcommand: Sendable {
  /// What a command line came to.
  enum Result {
    /// The command was run and ended with this status.
    case status(Int32)
    /// The line asks for help.
    case help(HelpLength)
  }

  /// How the command is spelt.
  let manual: CommandManual
  /// Parses the arguments and runs the command.
  let run: @Sendable ([String], Console) throws -> Result

  /// A command that runs `body` with the parsed line.
  init<Options>(
    _ declaration: CommandDeclaration<Options>,
    _ body: @escaping @Sendable (ParsedArguments<Options>, Console) throws -> Int32
  ) {
    manual = declaration.manual
    run = { arguments, console in
      switch try declaration.parse(arguments) {
      case .help(let length): .help(length)
      case .parsed(let line): .status(try body(line, console))
      }
    }
  }
}
