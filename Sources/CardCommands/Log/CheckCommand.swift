import CardArguments
import CardJSON
import EventJournal

/// The options of `cardctl log check`.
struct CheckOptions: Sendable {
  var repairs = false

  static let options = [group] + JournalOptions.options

  private static let group = OptionGroup(
    "Check",
    [
      .flag("repair", "move invalid lines to FILE.torn") { $0.check.repairs = $1 }.explained(
        """
        Nothing is lost: the lines are on disk there before they are removed from the \
        journal. Lines of a newer cardctl and events with a duplicate id stay. A file in \
        which no line is an event is refused.
        """),
      .maximumMessages(),
    ])
}

/// `cardctl log check`: checks every line of a journal.
enum CheckCommand {
  static let declaration = LogCommand.command(
    "check", "check that every line of a journal is an event", groups: CheckOptions.options,
    examples: [
      Example("cardctl log check", "check the journal"),
      Example("cardctl log check --repair", "repair the journal"),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "every line is an event, or was moved to FILE.torn; there may be no journal yet",
      data: "a line is not an event, or rotated files are missing or compressed",
      usage: ExitStatuses.invalidCommandLine), run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let (options, console) = (line.options.check, line.options.console)
    let journal = try JournalLocation(line.options.journal, console)
    try RunFiles.refuse(journal: journal.files, console)
    try journal.files.refuseStream()
    var reader = JournalReader(journal.files)
    guard reader.hasFiles else { return journal.noteMissing(line.options) }
    let messages = JournalMessages(line.options)
    var problems = MessageCounts(limit: line.options.stream.maximumMessages)
    // Add all kinds first, so that the counts of suppressed messages have a fixed order.
    for kind in JournalProblem.allCases { problems.suppress(0, of: kind.rawValue) }
    var text = ""
    var check = JournalCheck()
    while let entry = reader.next() {
      guard let problem = check.add(entry, of: reader, now: console.now) else {
        messages.add(entry, of: reader)
        continue
      }
      guard problems.admits(problem.kind.rawValue) else { continue }
      let location = problem.position.location(in: reader.file.name)
      text += LineText.message("\(location) error: \(problem.message)") + "\n"
    }
    for (kind, count) in problems.suppressed { text += MessageCounts.text(count, of: kind) + "\n" }
    if !line.options.common.isQuiet { text += summary(of: check, reader.fileCount, journal.files) }
    try console.write(text)
    var left = check.problems
    if options.repairs, check.repairable > 0 {
      let moved = try journal.files.repair()
      line.options.note("moved \(counted(moved, "line")) to \(journal.files.torn.name)")
      left -= check.repairable
    }
    return max(messages.status, left > 0 ? ExitStatuses.data : ExitStatuses.done)
  }

  private static func summary(
    of check: borrowing JournalCheck, _ count: Int, _ files: JournalFiles
  ) -> String {
    let kinds = check.counts.shown.map { counted($0.count, $0.event.words) }
    let name = LineText.message(files.name)
    let subject = count <= 1 ? name : "\(name) and \(counted(count - 1, "older file"))"
    let events = counted(check.counts.events, "event")
    var text = "\(subject): \(events): \(kinds.joined(separator: ", "))\n"
    for (words, count) in [("out of order", check.unordered), ("in the future", check.future)]
    where count > 0 { text += "\(words): \(counted(count, "event"))\n" }
    return text
  }
}
