import CardArguments
import CardPlatform
import CardRules
import ContentCardKit
import EventJournal

/// One run of a command that reads cards: its line, configuration and environment, resolved once.
///
/// Streaming, reports and processors read it. A command adds the files that only it reads or
/// writes, and `StreamOutput` says what is written.
struct CardRun {
  /// The options as they were typed, and the streams of the run.
  var session: Session
  let configuration: Configuration
  /// How cards are streamed.
  var stream: StreamOptions
  /// The files of the run: outputs, operands, registry, configuration and journal.
  var files: RunFiles
  private let operands: [String]

  /// Resolves a line, unless an option would have no effect; a configuration from outside of the
  /// working directory is named.
  ///
  /// - Parameters:
  ///   - needsClasses: whether an error in the configuration's class types is an error of the run;
  ///     otherwise it is a note.
  ///   - readsCards: whether the operands, or else standard input, are read.
  /// - Throws: the first mistake in the line or the configuration, and `SystemFailure` if a file
  ///   cannot be read.
  init(_ line: Line, needsClasses: Bool = true, readsCards: Bool = true) throws {
    let session = line.options
    let configuration = try Configuration.inForce(
      session.common, session.console, needsClasses: needsClasses)
    if let error = configuration.classErrors.first {
      session.note("no class types of the configuration are suggested: \(error)")
    }
    if let path = configuration.externalPath {
      session.note("the configuration is \(SystemText.shown(path))")
    }
    try line.refuse("config", with: "no-config")
    try line.refuse("summary", with: "quiet")
    // Hooks pass both options always: the files that they name may be excluded by a configuration.
    if session.cards.excluded.isEmpty, configuration.excluded.isEmpty,
      !line.isGiven("ignore-unknown")
    {
      try line.refuse(["force-exclude"], "it needs --exclude")
    }
    if session.stream.onError == .skip, !line.isGiven("merge") {
      try line.refuse(["max-messages"], "--on-error skip prints no messages")
    }
    try self.init(line, configuration, readsCards: readsCards)
  }

  /// Resolves a line with this configuration.
  init(_ line: Line, _ configuration: Configuration, readsCards: Bool) throws(SystemFailure) {
    session = line.options
    (self.configuration, operands, stream) = (configuration, line.operands, line.options.stream)
    let console = session.console
    stream.now = session.now
    if let key = configuration.typeKey, !line.isGiven("type-key") {
      stream.reading.cards.typeKey = key
    }
    if !line.isGiven("jobs") { stream.jobs = min(console.processors, CardRun.maximumDefaultJobs) }
    files = RunFiles(console, output: session.output.path)
    if readsCards { files.read(operands: operands) }
    files.read(session.cards.classes, "the registry")
    for file in configuration.files { files.read(file.path, file.role) }
    if let journal = session.device.journal {
      try files.read(journal: JournalFiles(path: console.resolved(journal), shownAs: journal))
    }
  }

  /// The maximum number of threads by default: more of them wait for each other.
  private static let maximumDefaultJobs = 16

  /// The class types in force.
  func registry() throws -> Registry {
    try configuration.registry(adding: session.cards.classes, session.console)
  }

  /// The files that these operands, or else those of the line, expand to.
  func inputs(_ operands: [String]? = nil) throws -> InputFiles {
    try InputFiles(
      operands ?? self.operands, session.console,
      try InputSelection(session.cards, configuration, session.console, files))
  }
}
