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

  /// The word that names the command.
  let word: String
  /// How the command is spelt; made when it is asked for, because a run needs one command only.
  let manual: @Sendable () -> CommandManual
  /// Parses the arguments and runs the command.
  let run: @Sendable ([String], Console) throws -> Result

  /// A command that runs `body` with the parsed line.
  init<Options>(
    _ word: String, _ declaration: @escaping @Sendable () -> CommandDeclaration<Options>,
    _ body: @escaping @Sendable (ParsedArguments<Options>, Console) throws -> Int32
  ) {
    self.word = word
    manual = { declaration().manual }
    run = { arguments, console in
      switch try declaration().parse(arguments) {
      case .help(let length): .help(length)
      case .parsed(let line): .status(try body(line, console))
      }
    }
  }
}
