import CardPlatform
import CardProcessing
import ContentCardKit
import EventJournal

/// One run of one command: the console, what all commands share, and the settings in force.
struct Session {
  /// The settings of the command line.
  var options: Options

  init(_ options: Options) { self.options = options }

  var console: Console { options.console }
  var common: CommonOptions { options.common }

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
  var now: Int64 { options.cards.now?.milliseconds(at: console.now) ?? console.now }

  /// The registry in force: the built-in one, the configuration's classes, those of `--classes`.
  func registry(_ configuration: Configuration) throws -> Registry {
    var registry = Registry.builtIn
    if let classes = configuration.classes { registry = registry.merging(classes) }
    if let path = options.cards.classes {
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
    if let path = configuration.externalPath {
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
    _ operands: [String]?, _ configuration: Configuration
  ) throws(SystemFailure) -> RunFiles {
    var files = RunFiles(console, output: options.cards.output)
    if let operands { files.read(operands: operands) }
    files.read(options.cards.classes, "the registry")
    for file in configuration.files { files.read(file.path, file.role) }
    if let journal = options.device.journal {
      try files.read(journal: JournalFiles(path: console.resolved(journal), shownAs: journal))
    }
    return files
  }

  /// The files that operands stand for, to read cards from.
  func inputs(
    _ operands: [String], _ configuration: Configuration, _ files: RunFiles
  ) throws -> InputFiles {
    try InputFiles(
      operands, console, try InputSelection(options.cards, configuration, console, files))
  }

  /// How cards are streamed, as far as all commands agree.
  func streamOptions(_ configuration: Configuration) -> StreamOptions {
    let cards = options.cards
    var stream = StreamOptions()
    stream.reading.cards.shape = cards.shape
    stream.reading.cards.typeKey = cards.typeKey ?? configuration.typeKey ?? "class_type"
    stream.reading.maximumCardSize = cards.maximumCardSize
    stream.carrier = cards.carrier
    stream.onError = cards.onError
    stream.maximumMessages = cards.maximumMessages
    stream.jobs = cards.jobs ?? min(console.processors, Session.maximumDefaultJobs)
    return stream
  }

  /// The most threads that are used unasked: more of them wait for each other.
  private static let maximumDefaultJobs = 16
}
