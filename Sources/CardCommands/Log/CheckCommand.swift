import CardArguments
import CardJSON
import EventJournal
import CardPlatform

/// The options of `cardctl log check`.
struct CheckOptions: Sendable {
  var common = CommonOptions()
  var journal = JournalOptions()
  var repairs = false
  var maximumMessages = 20

  static let options: [OptionGroup<CheckOptions>] =
    [
      OptionGroup(
        "Check",
        [
          Option.flag("repair", \.repairs, "set lines that are no events aside, in FILE.torn")
            .explained(
              "Nothing is lost: the lines are on the disk there before they are taken out of the "
                + "journal. Lines of a newer cardctl and events whose id is there twice stay."),
          .maximumMessages(\.maximumMessages),
        ])
    ] + JournalOptions.options.lifted(to: \.journal)
    + CommonOptions.unconfigured.lifted(to: \.common)
}

/// `cardctl log check`: looks at every line of a journal.
enum CheckCommand {
  static let declaration = CommandDeclaration(
    name: "cardctl log check",
    abstract: "check that every line of a journal is an event",
    discussion: [
      "Reads all files of the journal and prints the place of each line that has no end or is no "
        + "event, and of each event whose id another one has; then how many events of what kind "
        + "there are, how many are earlier than the one in front of them, and how many are in the "
        + "future. These two come of clocks that were set, and are no error."
    ],
    initial: CheckOptions(),
    options: CheckOptions.options,
    examples: [
      Example("cardctl log check", "is the journal sound"),
      Example("cardctl log check --repair", "make it sound"),
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "every line is an event of its own, or has been set aside", data: "some line is not",
      usage: ExitStatuses.lineIsWrong))

  static func run(_ line: ParsedArguments<CheckOptions>, _ console: Console) throws -> Int32 {
    try line.refuseConfiguration()
    let options = line.options
    let session = Session(console: console, common: options.common)
    let place = try JournalPlace(options.journal, console)
    try WrittenFile(console.output)?.refuse(among: place.files)
    var text = CheckText(limit: options.maximumMessages)
    let check = try JournalCheck(place.files, now: console.now) { text.add($0) }
    text.addRest()
    if !options.common.isQuiet { text.add(check, of: place.files) }
    try console.write(text.text)
    guard options.repairs, check.repairable > 0 else {
      return check.problems > 0 ? ExitStatuses.data : ExitStatuses.done
    }
    let repair = try JournalRepair(place.files)
    session.note("\(counted(repair.lines, "line")) set aside in \(place.files.torn.name)")
    return check.problems > check.repairable ? ExitStatuses.data : ExitStatuses.done
  }
}

/// What a check prints.
private struct CheckText {
  private(set) var text = ""
  private var counts: MessageCounts
  private static let kinds = ["torn lines", "lines without an event", "ids that are there twice"]

  init(limit: Int) {
    counts = MessageCounts(limit: limit)
    // What is not shown is told of in this order.
    for kind in CheckText.kinds { counts.leaveOut(0, of: kind) }
  }

  mutating func add(_ problem: JournalProblem) {
    guard counts.admits(CheckText.kind(of: problem)) else { return }
    let place = "\(problem.file.name):\(problem.line):\(problem.column)"
    let line = "\(place): error: \(problem.message)"
    text += TerminalText.escaped(line, keepingLines: false) + "\n"
  }

  private static func kind(of problem: JournalProblem) -> String {
    switch problem.reason {
    case .foreign(.torn): kinds[0]
    case .foreign: kinds[1]
    case .duplicate: kinds[2]
    }
  }

  /// Says how many problems were not shown.
  mutating func addRest() {
    for (kind, count) in counts.leftOut { text += MessageCounts.text(count, of: kind) + "\n" }
  }

  /// Adds the counts.
  mutating func add(_ check: JournalCheck, of files: JournalFiles) {
    let counts = check.counts
    let kinds = counts.told.map { counted($0.count, $0.event.words) }
    let name = TerminalText.escaped(files.name, keepingLines: false)
    let subject = check.files == 1 ? name : "\(name) and \(counted(check.files - 1, "older file"))"
    text += "\(subject): \(counted(counts.events, "event")): \(kinds.joined(separator: ", "))\n"
    if check.unordered > 0 {
      text += "earlier than the event in front: \(counted(check.unordered, "event"))\n"
    }
    if check.future > 0 { text += "in the future: \(counted(check.future, "event"))\n" }
  }
}
