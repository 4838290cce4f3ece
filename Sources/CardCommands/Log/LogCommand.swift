import CardArguments
import EventJournal

/// `cardctl log`: the journal of what users did with cards.
enum LogCommand {
  /// The commands below it, in the order of the help page.
  static let subcommands: [Subcommand] =
    EventKind.allCases.map(RecordCommand.subcommand) + [
      Subcommand("show", { ShowCommand.declaration }, ShowCommand.run),
      Subcommand("summary", { SummaryCommand.declaration }, SummaryCommand.run),
      Subcommand("export", { ExportCommand.declaration }, ExportCommand.run),
      Subcommand("check", { CheckCommand.declaration }, CheckCommand.run),
      Subcommand("rotate", { RotateCommand.declaration }, RotateCommand.run),
    ]

  /// The family's page.
  static func manual(_ subcommands: [CommandManual]) -> CommandManual {
    CommandManual(
      name: "cardctl log",
      abstract: "record events of cards in a journal, and report them",
      discussion: [
        "A journal is a file of one JSON object a line. Many processes may append to it at once."
      ],
      groups: CommonOptions.unconfigured.manuals(defaultsFrom: CommonOptions()),
      subcommands: subcommands,
      exitStatuses: ExitStatuses.meanings(
        done: "success; every event is on disk",
        data: "an id was refused, or a journal line is not an event",
        usage: ExitStatuses.lineIsWrong))
  }
}
