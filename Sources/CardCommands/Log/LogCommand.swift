import CardArguments
import EventJournal

/// `cardctl log`: the journal of what users did with cards.
enum LogCommand {
  static let declaration = Command(
    name: "cardctl log", abstract: "record events of cards in a journal, and report them",
    discussion: [
      "A journal is a file of one JSON object per line. Many processes may append to it at once. "
        + "Recorded events are on disk unless --no-sync is given.",
      "Times in the journal are in UTC, and so are dates without a zone in options, and the days "
        + "of 'summary' without --tz. 'dismiss' records the event `dismissal`.",
    ],
    prose: HelpText.log,
    groups: CommonOptions.unconfigured,
    subcommands: EventKind.allCases.map(RecordCommand.declaration) + [
      ImportCommand.declaration, ShowCommand.declaration, SummaryCommand.declaration,
      ExportCommand.declaration, CheckCommand.declaration, RotateCommand.declaration,
      DeleteCommand.declaration,
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "success; every event is on disk",
      data: "an id was refused, or a journal line is not an event", usage: ExitStatuses.lineIsWrong)
  )

  /// Declares a command below `cardctl log`.
  ///
  /// - Parameters:
  ///   - groups: its options, in addition to those of every command.
  ///   - run: runs it and returns the exit status.
  static func command(
    _ word: String, _ abstract: String,
    groups: @autoclosure @escaping @Sendable () -> [OptionGroup], operands: [Operand] = [],
    discussion: [String], examples: [Example], exitStatuses: [ExitStatus],
    run: @escaping @Sendable (Line, Session) throws -> Int32
  ) -> Command {
    Command(
      name: "cardctl log \(word)", abstract: abstract, discussion: discussion,
      groups: groups() + CommonOptions.unconfigured, operands: operands, examples: examples,
      exitStatuses: exitStatuses
    ) { line in
      // Nothing in it would be used.
      try line.refuse(["config"], "log reads no configuration")
      return try run(line, Session(line.options))
    }
  }
}
