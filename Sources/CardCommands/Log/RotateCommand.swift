import CardProcessing
import CardArguments
import ContentCardKit
import EventJournal
import CardPlatform

/// The options of `cardctl log rotate`.
struct RotateOptions: Sendable {
  var common = CommonOptions()
  var journal = JournalOptions()
  var size: Int?
  var age: TimeArgument?
  var kept: Int?

  static let options: [OptionGroup<RotateOptions>] =
    [
      OptionGroup(
        "Rotation",
        [
          Option.byteCount(
            "size", \.size, range: 1...Int.max, "rotate from this size on"
          ).byDefault("any"),
          Option.time("age", \.age, "rotate when the first event is older than this").explained(
            "A duration such as 7d, or a time. With --size too, either is enough; with neither, "
              + "whatever holds an event is rotated."),
          Option.integer(
            "keep", \.kept, range: 1...1_000_000, "keep so many old files and remove older ones"
          ).byDefault("all"),
        ])
    ] + JournalOptions.options.lifted(to: \.journal)
    + CommonOptions.unconfigured.lifted(to: \.common)
}

/// `cardctl log rotate`: begins a new file, and keeps the old one beside it.
enum RotateCommand {
  static let declaration = CommandDeclaration(
    name: "cardctl log rotate",
    abstract: "begin a new file and keep the old ones beside it",
    discussion: [
      "The journal FILE becomes FILE.1, what was FILE.1 becomes FILE.2 and so on. All commands of "
        + "'cardctl log' read the old files too. Processes that append meanwhile lose nothing: "
        + "they wait, and go on with the new file."
    ],
    initial: RotateOptions(),
    options: RotateOptions.options,
    examples: [
      Example("cardctl log rotate --size 64MiB --age 30d --keep 12", "what cron may run each day")
    ],
    exitStatuses: ExitStatuses.meanings(
      done: "the journal is rotated, or need not be", data: nil, usage: ExitStatuses.lineIsWrong))

  static func run(_ line: ParsedArguments<RotateOptions>, _ console: Console) throws -> Int32 {
    let options = line.options
    try line.refuseConfiguration()
    let place = try JournalPlace(options.journal, console)
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
    let session = Session(console: console, common: options.common)
    if let torn = outcome.torn { session.note(torn.message) }
    return ExitStatuses.done
  }
}
