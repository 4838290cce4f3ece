import CardArguments
import EventJournal

/// `cardctl log`: the journal of impressions, clicks and dismissals.
enum LogCommand {
  static let declaration = Command(
    name: "cardctl log", abstract: "record events of cards in a journal, and report them",
    prose: HelpText.log,
    groups: CommonOptions.options,
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
  /// The only setting of the configuration that it may use is the time zone.
  ///
  /// - Parameters:
  ///   - section: the section of the prose about the command, with the values of its placeholders;
  ///     by default the section with the name of the command.
  ///   - usesZone: whether the command line needs the time zone.
  static func command(
    _ word: String, _ abstract: String, section: (String, [String: String])? = nil,
    groups: @autoclosure @escaping @Sendable () -> [OptionGroup], operands: [Operand] = [],
    examples: [Example], exitStatuses: [ExitStatus],
    usesZone: @escaping @Sendable (Line) -> Bool = { _ in false },
    run: @escaping @Sendable (Line) throws -> Int32
  ) -> Command {
    let (heading, names) = section ?? (word, [:])
    return Command(
      name: "cardctl log \(word)", abstract: abstract,
      prose: HelpText.filled(HelpText.section(heading, of: HelpText.log), names),
      groups: groups() + CommonOptions.options, operands: operands, examples: examples,
      exitStatuses: exitStatuses
    ) { line in
      guard usesZone(line) else {
        try line.refuse(["config"], "no setting of the configuration applies here")
        return try run(line)
      }
      try line.refuse("config", with: "no-config")
      var line = line
      if line.options.common.zone == nil { try line.options.readZone() }
      return try run(line)
    }
  }
}
