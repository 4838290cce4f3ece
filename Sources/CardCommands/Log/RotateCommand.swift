import CardArguments
import CardProcessing
import EventJournal

/// The options of `cardctl log rotate`.
struct RotateOptions: Sendable {
  var rotation = JournalRotation()
  var age: TimeArgument?

  static let options = [group] + JournalOptions.options

  private static let group = OptionGroup(
    "Rotation",
    [
      .byteCount("size", range: 1...Int.max, "rotate if the journal is at least this large") {
        $0.rotate.rotation.size = $1
      }
      .byDefault("any"),
      .time("age", "rotate if the first event is older than this") { $0.rotate.age = $1 }
        .explained(
          "A duration such as 7d, or a time. With --size too, either is enough; with neither, "
            + "every journal with events is rotated."),
      .zone.only(when: { $0.options.rotate.age != nil }, "it needs --age"),
      .integer("keep", range: 1...1_000_000, "keep N rotated files and delete older ones") {
        $0.rotate.rotation.kept = $1
      }.byDefault("all"),
    ])
}

/// `cardctl log rotate`: begins a new file and keeps the old one.
enum RotateCommand {
  static let declaration = LogCommand.command(
    "rotate", "start a new file and keep the old ones", groups: RotateOptions.options,
    examples: [Example("cardctl log rotate --size 64MiB --age 30d --keep 12", "a daily cron job")],
    exitStatuses: ExitStatuses.meanings(
      done: "the journal was rotated if needed; there may be no journal yet", data: nil,
      usage: ExitStatuses.invalidCommandLine),
    usesZone: { $0.isGiven("age") }, run: run)

  private static func run(_ line: Line) throws -> Int32 {
    let (options, now) = (line.options.rotate, line.options.console.now)
    let journal = try JournalLocation(line.options.journal, line.options.console)
    var rotation = options.rotation
    if let age = options.age {
      let first = age.milliseconds(at: now, in: line.options.zone)
      rotation.age = now - first
      guard first <= now else {
        throw ArgumentError.other("'--age \(age.text)' is in the future")
      }
    }
    let outcome = try rotation.run(journal.files, now: now)
    guard outcome.hasFiles else { return journal.noteMissing(line.options) }
    if let torn = outcome.torn { line.options.note(torn.message) }
    if let first = outcome.removed.last, let last = outcome.removed.first {
      line.options.note("removed " + (first == last ? first : "\(first) to \(last)"))
    }
    return ExitStatuses.done
  }
}
