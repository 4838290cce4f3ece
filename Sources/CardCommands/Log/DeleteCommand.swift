import CardArguments
import CardJSON
import EventJournal

/// The options of `cardctl log delete`.
struct DeleteOptions: Sendable {
  /// The given ids: of a user, a device or a card.
  var subjects: [JournalField: String] = [:]
  var isDryRun = false

  static let options = [group] + JournalOptions.options

  private static let group = OptionGroup(
    "Deletion",
    [
      subject("user", .userID), subject("device", .deviceID), subject("card", .cardID),
      .flag("dry-run", "print the number of events and files, and delete nothing") {
        $0.delete.isDryRun = $1
      },
    ])

  private static func subject(_ name: String, _ field: JournalField) -> Option {
    .text(name, "delete the events of this \(name)") { $0.delete.subjects[field] = $1 }
  }
}

/// `cardctl log delete`: removes the events of a user, a device or a card.
enum DeleteCommand {
  static let declaration = LogCommand.command(
    "delete", "delete the events of a user, a device or a card", groups: DeleteOptions.options,
    examples: [
      Example("cardctl log delete --user \"$user\" --dry-run", "count the events of a user"),
      Example("cardctl log delete --user \"$user\"", "delete them"),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "no file has such events; there may be no journal yet", data: nil,
      usage: ExitStatuses.invalidCommandLine), run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let (options, console) = (line.options.delete, line.options.console)
    guard let (field, id) = options.subjects.first, options.subjects.count == 1 else {
      throw ArgumentError.other("expected one of --user ID, --device ID and --card ID")
    }
    let journal = try JournalLocation(line.options.journal, console)
    try journal.files.refuseStream()
    guard try JournalSnapshot(journal.files).hasFiles else {
      if options.isDryRun { try console.write("0 events in 0 files\n") }
      return journal.noteMissing(line.options)
    }
    let deletion = try JournalDeletion(journal.files, of: field, id, isDryRun: options.isDryRun)
    if let torn = deletion.torn { line.options.note(torn.message) }
    let counts = "\(counted(deletion.events, "event")) in \(counted(deletion.files, "file"))"
    if options.isDryRun {
      try console.write(counts + "\n")
    } else {
      line.options.note("deleted \(counts)")
    }
    return ExitStatuses.done
  }
}
