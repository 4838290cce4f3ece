import CardPlatform
import CardProcessing
import ContentCardKit
import EventJournal

/// One run of one command: the console, what all commands share, and the settings in force.
struct Session {
  let console: Console
  let common: CommonOptions

  /// A printer of messages on standard error, at most `limit` of each kind.
  func printer(limit: Int = .max) -> MessagePrinter {
    MessagePrinter(
      OutputStream(console.error, name: "<stderr>", passesControls: true), limit: limit,
      isColored: common.color.applies(to: console.error, console))
  }

  /// Prints requested text, such as a summary.
  func say(_ text: String) { printer().say(text) }

  /// Prints a note, which is not an error; nothing with `--quiet`.
  func note(_ text: String) {
    if !common.isQuiet { say(text) }
  }

  /// Notes that no time is after one of `after` and before one of `before`, with the names of the
  /// options that said so.
  func note(
    unlessInOrder after: (name: String, times: [TimeArgument]),
    _ before: (name: String, times: [TimeArgument]), at now: Int64
  ) {
    func isEarlier(_ one: TimeArgument, _ other: TimeArgument) -> Bool {
      one.milliseconds(at: now) < other.milliseconds(at: now)
    }
    guard let first = after.times.min(by: isEarlier), let last = before.times.max(by: isEarlier),
      !isEarlier(first, last)
    else { return }
    note(
      "no card can match: \(after.name) '\(first.text)' is not before \(before.name) '\(last.text)'"
    )
  }

  /// The reference time, in epoch milliseconds.
  func now(_ options: CardOptions) -> Int64 {
    options.now?.milliseconds(at: console.now) ?? console.now
  }

  /// The registry in force: the built-in one, the configuration's classes, those of `--classes`.
  func registry(_ options: CardOptions, _ configuration: Configuration) throws -> Registry {
    var registry = Registry.builtIn
    if let classes = configuration.classes { registry = registry.merging(classes) }
    if let path = options.classes {
      registry = registry.merging(try SmallFile(path, console).registry())
    }
    return registry
  }

  /// The configuration in force; one from outside of the working directory is named.
  ///
  /// - Parameter needsClasses: whether an error in the class types is an error of the run; otherwise
  ///   it is a note.
  func configuration(needsClasses: Bool = true) throws -> Configuration {
    let configuration = try Configuration.inForce(common, console, needsClasses: needsClasses)
    if let error = configuration.classErrors.first {
      note("no class types of the configuration are suggested: \(error)")
    }
    if let path = configuration.pathElsewhere {
      note("the configuration is \(SystemText.shown(path))")
    }
    return configuration
  }

  /// The files of a run that reads cards: what it writes, the operands, the registry, the
  /// configuration and the journal.
  ///
  /// - Parameter operands: the inputs; nil where no cards are read.
  /// - Throws: `SystemFailure` when the directory of the journal cannot be read.
  func files(
    _ operands: [String]?, _ options: CardOptions, _ configuration: Configuration,
    journal: String? = nil
  ) throws(SystemFailure) -> RunFiles {
    var files = RunFiles(console, output: options.output)
    if let operands { files.read(operands: operands) }
    files.read(options.classes, "the registry")
    for file in configuration.files { files.read(file.path, file.role) }
    if let journal {
      try files.read(journal: JournalFiles(path: console.resolved(journal), shownAs: journal))
    }
    return files
  }

  /// The files that operands stand for, to read cards from.
  func inputs(
    _ operands: [String], _ options: CardOptions, _ configuration: Configuration, _ files: RunFiles
  ) throws -> InputFiles {
    try InputFiles(operands, console, try InputSelection(options, configuration, console, files))
  }

  /// How cards are streamed, as far as all commands agree.
  func streamOptions(
    _ options: CardOptions, _ configuration: Configuration
  ) -> StreamOptions {
    var stream = StreamOptions()
    stream.reading.cards.shape = options.shape
    stream.reading.cards.typeKey = options.typeKey ?? configuration.typeKey ?? "class_type"
    stream.reading.maximumCardSize = options.maximumCardSize
    stream.carrier = options.carrier
    stream.onError = options.onError
    stream.maximumMessages = options.maximumMessages
    stream.jobs = options.jobs ?? min(console.processors, Session.mostJobs)
    return stream
  }

  /// The most threads that are used unasked: more of them wait for each other.
  private static let mostJobs = 16
}
