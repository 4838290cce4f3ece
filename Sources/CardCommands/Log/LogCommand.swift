import CardArguments
import EventJournal

/// `cardctl log`: the journal of impressions, clicks and dismissals.
enum LogCommand {
  static let declaration = Command(
    name: "cardctl log", abstract: "record events of cards in a journal, and report them",
    prose: HelpText.log,
    groups: CommonOptions.unconfigured,
    subcommands: EventKind.recorded.map(RecordCommand.declaration) + [
      ImportCommand.declaration, ShowCommand.declaration, SummaryCommand.declaration,
      ExportCommand.declaration, CheckCommand.declaration, RotateCommand.declaration,
      DeleteCommand.declaration,
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "success; every event is on disk",
      data: "an id was refused, or a journal line is not an event",
      usage: ExitStatuses.invalidCommandLine))

  /// Declares a command below `cardctl log`, whose `run` returns the exit status.
  ///
  /// - Parameter section: the section of the prose about the command, with the values of its
  ///   placeholders; by default the section with the name of the command.
  static func command(
    _ word: String, _ abstract: String, section: (String, [String: String])? = nil,
    groups: @autoclosure @escaping @Sendable () -> [OptionGroup], operands: [Operand] = [],
    examples: [Example], exitStatuses: [ExitStatus],
    run: @escaping @Sendable (Line) throws -> Int32
  ) -> Command {
    let (heading, names) = section ?? (word, [:])
    return Command(
      name: "cardctl log \(word)", abstract: abstract,
      prose: HelpText.filled(HelpText.section(heading, of: HelpText.log), names),
      groups: groups() + CommonOptions.unconfigured, operands: operands, examples: examples,
      exitStatuses: exitStatuses
    ) { line in
      // No setting of the configuration would be used.
      try line.refuse(["config"], "log reads no configuration")
      return try run(line)
    }
  }
}
