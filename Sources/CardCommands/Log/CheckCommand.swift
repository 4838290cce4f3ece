import CardArguments
import CardJSON
import EventJournal
import CardPlatform

/// The options of `cardctl log check`.
struct CheckOptions: Sendable {
  var repairs = false
  var maximumMessages = 20

  static let options: [OptionGroup] =
    [
      OptionGroup(
        "Check",
        [
          .flag("repair", "move invalid lines to FILE.torn") { $0.check.repairs = $1 }
            .explained(
              """
              Nothing is lost: the lines are on disk there before they are removed from the \
              journal. Lines of a newer cardctl and events with a duplicate id stay. A file in \
              which no line is an event is refused.
              """),
          .maximumMessages { $0.check.maximumMessages = $1 },
        ])
    ] + JournalOptions.options
    + CommonOptions.unconfigured
}

/// `cardctl log check`: looks at every line of a journal.
enum CheckCommand {
  static let declaration = Command(
    name: "cardctl log check",
    abstract: "check that every line of a journal is an event",
    discussion: [
      """
      Reads all files of the journal and prints the location of each incomplete line, each line \
      that is not an event and each event with a duplicate id; then the number of events of each \
      kind, of events that are earlier than the one before them, and of events in the future. The \
      last two result from clock changes and are not errors.
      """
    ],
    groups: CheckOptions.options,
    examples: [
      Example("cardctl log check", "check the journal"),
      Example("cardctl log check --repair", "repair the journal"),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "every line is an event, or was moved to FILE.torn; there may be no journal yet",
      data: "a line is not an event, or rotated files are missing or compressed",
      usage: ExitStatuses.lineIsWrong), run: { try run($0, $0.options.console) })

  static func run(_ line: Line, _ console: Console) throws -> Int32 {
    try line.refuseConfiguration()
    let options = line.options.check
    let session = Session(line.options)
    let place = try JournalPlace(line.options.journal, console)
    try RunFiles.refuse(journal: place.files, console)
    try place.files.refuseStream()
    var reader = JournalReader(place.files)
    guard reader.hasFiles else { return place.noteMissing(session) }
    let messages = JournalMessages(session, limit: options.maximumMessages)
    var text = CheckText(limit: options.maximumMessages)
    var check = JournalCheck()
    check.run(&reader, now: console.now, report: { text.add($0) }) { messages.add($0, of: $1) }
    text.addRest()
    if !line.options.common.isQuiet { text.add(check, of: place.files) }
    try console.write(text.text)
    var left = check.problems
    if options.repairs, check.repairable > 0 {
      let repair = try JournalRepair(place.files)
      session.note("moved \(counted(repair.lines, "line")) to \(place.files.torn.name)")
      left -= check.repairable
    }
    return max(messages.status, left > 0 ? ExitStatuses.data : ExitStatuses.done)
  }
}

/// The output of a check.
private struct CheckText {
  private(set) var text = ""
  private var counts: MessageCounts
  private static let kinds = ["incomplete lines", "lines that are not events", "duplicate ids"]

  init(limit: Int) {
    counts = MessageCounts(limit: limit)
    // The order of the counts of suppressed messages.
    for kind in CheckText.kinds { counts.leaveOut(0, of: kind) }
  }

  mutating func add(_ problem: JournalProblem) {
    guard counts.admits(CheckText.kind(of: problem)) else { return }
    let place = "\(problem.file.name):\(problem.line):\(problem.column)"
    let line = "\(place): error: \(problem.message)"
    text += LineText.message(line) + "\n"
  }

  private static func kind(of problem: JournalProblem) -> String {
    switch problem.reason {
    case .invalid(.torn): kinds[0]
    case .invalid: kinds[1]
    case .duplicate: kinds[2]
    }
  }

  /// Adds the counts of suppressed messages.
  mutating func addRest() {
    for (kind, count) in counts.leftOut { text += MessageCounts.text(count, of: kind) + "\n" }
  }

  /// Adds the counts.
  mutating func add(_ check: borrowing JournalCheck, of files: JournalFiles) {
    let counts = check.counts
    let kinds = counts.shown.map { counted($0.count, $0.event.words) }
    let name = LineText.message(files.name)
    let subject = check.files <= 1 ? name : "\(name) and \(counted(check.files - 1, "older file"))"
    text += "\(subject): \(counted(counts.events, "event")): \(kinds.joined(separator: ", "))\n"
    if check.unordered > 0 {
      text += "out of order: \(counted(check.unordered, "event"))\n"
    }
    if check.future > 0 { text += "in the future: \(counted(check.future, "event"))\n" }
  }
}
