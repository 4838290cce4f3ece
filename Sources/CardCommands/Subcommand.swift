import CardArguments
import CardPlatform

/// One of the tool's commands: how it is spelt and what it does, or which commands it holds.
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
  /// Parses the arguments and runs the command; nil of a family, which cannot be run itself.
  let run: (@Sendable ([String], Console) throws -> Result)?
  /// The commands below a family.
  let subcommands: [Subcommand]

  /// A command that runs `body` with the parsed line.
  ///
  /// - Parameter body: throws `ArgumentMistake` for what is wrong with the line as a whole.
  init<Options>(
    _ word: String, _ declaration: @escaping @Sendable () -> CommandDeclaration<Options>,
    _ body: @escaping @Sendable (ParsedArguments<Options>, Console) throws -> Int32
  ) {
    self.word = word
    subcommands = []
    manual = { declaration().manual }
    run = { arguments, console in
      let declaration = declaration()
      switch try declaration.parse(
        arguments, text: SystemText.utf8, aliases: Tool.aliases)
      {
      case .help(let length): return .help(length)
      case .parsed(let line):
        do {
          return .status(try body(line, console))
        } catch let mistake as ArgumentMistake {
          throw ArgumentError(mistake, command: declaration.name)
        }
      }
    }
  }

  /// A command that only holds others, as `log` holds `log impression`.
  ///
  /// - Parameter manual: makes the family's page from those of its commands.
  init(
    family word: String, _ subcommands: [Subcommand],
    _ manual: @escaping @Sendable ([CommandManual]) -> CommandManual
  ) {
    self.word = word
    self.subcommands = subcommands
    self.manual = { manual(subcommands.map { $0.manual() }) }
    run = nil
  }
}

extension [Subcommand] {
  /// The command that a line begins with, and the arguments after its words; nil when the line
  /// begins otherwise, as with an option.
  func leading(_ arguments: ArraySlice<String>) -> (Subcommand, [String])? {
    guard let command = first(where: { $0.word == arguments.first }) else { return nil }
    if command.run != nil { return (command, [String](arguments.dropFirst())) }
    return command.subcommands.leading(arguments.dropFirst())
  }
}
