import CardProcessing
import CardArguments
import ContentCardKit
import EventJournal
import CardPlatform

/// The options of `cardctl log rotate`.
struct RotateOptions: Sendable {
  var size: Int?
  var age: TimeArgument?
  var kept: Int?

  static let options: [OptionGroup] =
    [
      OptionGroup(
        "Rotation",
        [
          .byteCount("size", range: 1...Int.max, "rotate from this size on") { $0.rotate.size = $1 }
            .byDefault("any"),
          .time("age", "rotate when the first event is older than this") { $0.rotate.age = $1 }
            .explained(
              "A duration such as 7d, or a time. With --size too, either is enough; with neither, "
                + "every journal with events is rotated."),
          .integer("keep", range: 1...1_000_000, "keep N rotated files and delete older ones") {
            $0.rotate.kept = $1
          }.byDefault("all"),
        ])
    ] + JournalOptions.options
    + CommonOptions.unconfigured
}

/// `cardctl log rotate`: begins a new file, and keeps the old one.
enum RotateCommand {
  static let declaration = Command(
    name: "cardctl log rotate",
    abstract: "begin a new file and keep the old ones",
    discussion: [
      """
      The journal FILE becomes FILE.1, FILE.1 becomes FILE.2 and so on. All commands of 'cardctl \
      log' read the old files too. Processes that append meanwhile lose nothing: they wait, and \
      continue with the new file.
      """,
      "Only journals are renamed or deleted, and only those whose numbers follow each other from "
        + "1. Any other file that has such a name is an error, and nothing is renamed.",
    ],
    groups: RotateOptions.options,
    examples: [
      Example("cardctl log rotate --size 64MiB --age 30d --keep 12", "a daily cron job")
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "the journal was rotated if needed; there may be no journal yet", data: nil,
      usage: ExitStatuses.lineIsWrong), run: { try run($0, $0.options.console) })

  static func run(_ line: Line, _ console: Console) throws -> Int32 {
    let options = line.options.rotate
    try line.refuseConfiguration()
    let place = try JournalPlace(line.options.journal, console)
    var rotation = JournalRotation()
    rotation.size = options.size
    rotation.kept = options.kept
    if let age = options.age {
      let time = age.milliseconds(at: console.now)
      guard time <= console.now else {
        throw ArgumentMistake.other("'--age \(age.text)' is in the future")
      }
      rotation.age = console.now - time
    }
    let outcome = try rotation.run(place.files, now: console.now)
    let session = Session(line.options)
    guard outcome.hasFiles else { return place.noteMissing(session) }
    if let torn = outcome.torn { session.note(torn.message) }
    return ExitStatuses.done
  }
}
