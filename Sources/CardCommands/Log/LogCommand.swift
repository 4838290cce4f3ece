import CardArguments
import EventJournal

/// `cardctl log`: the journal of what users did with cards.
enum LogCommand {
  static let declaration = Command(
    name: "cardctl log",
    abstract: "record events of cards in a journal, and report them",
    discussion: [
      "A journal is a file of one JSON object a line. Many processes may append to it at once."
    ],
    groups: CommonOptions.unconfigured,
    subcommands: EventKind.allCases.map(RecordCommand.declaration) + [
      ShowCommand.declaration, SummaryCommand.declaration, ExportCommand.declaration,
      CheckCommand.declaration, RotateCommand.declaration,
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "success; every event is on disk",
      data: "an id was refused, or a journal line is not an event",
      usage: ExitStatuses.lineIsWrong))
}
