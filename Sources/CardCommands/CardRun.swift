import CardArguments
import CardPlatform
import CardRules
import ContentCardKit
import EventJournal

/// One run of a command that reads cards, resolved once from the command line, the configuration
/// and the environment.
///
/// Streaming, reports and processors read it. A command adds the files that only it reads or
/// writes.
struct CardRun {
  /// The options, in which those for streaming are resolved, and the console.
  var session: Session
  let configuration: Configuration
  /// The files of the run: outputs, operands, registry, configuration and journal.
  var files: RunFiles
  private let operands: [String]

  /// The resolved options for streaming.
  var stream: StreamOptions {
    get { session.stream }
    set { session.stream = newValue }
  }

  /// Resolves a command line, and notes a configuration elsewhere.
  ///
  /// - Parameters:
  ///   - configuration: by default the one that the command line selects.
  ///   - readsCards: whether the run reads the operands, or standard input without operands.
  init(_ line: Line, _ configuration: Configuration? = nil, readsCards: Bool = true) throws {
    session = line.options
    let console = session.console
    self.configuration = try configuration ?? Configuration.load(session.common, console)
    (operands, files) = (line.operands, RunFiles(console, output: session.output.path))
    let settings = self.configuration.settings
    session.noteUse(of: self.configuration)
    try line.refuseConditions()
    // Hooks always pass both `--ignore-unknown` and `--force-exclude`, because a configuration may
    // exclude the files that they name.
    if let spelling = line.spelling(of: "force-exclude"), !line.isGiven("ignore-unknown"),
      session.cards.excluded.isEmpty, settings.excluded.isEmpty
    {
      throw ArgumentError.inapplicableOption(spelling, reason: "it needs --exclude")
    }
    if session.common.zone == nil { session.common.zone = self.configuration.zone }
    (stream.now, stream.zone) = (session.now, session.zone)
    // In whole seconds, like the expiry of a card that was sent.
    stream.reading.cards.sendingTime = stream.now / 1000 * 1000
    if let key = settings.typeKey, !line.isGiven("type-key") {
      stream.reading.cards.typeKey = key
    }
    if !line.isGiven("jobs") { stream.jobs = console.defaultJobs }
    if readsCards { files.read(operands: operands) }
    files.read(session.cards.classes, "the registry")
    for case .file(let path) in session.selection.ids { files.read(path, "the ids in") }
    for file in self.configuration.files { files.read(file.path, file.role) }
    if let journal = session.device.journal {
      try files.read(journal: JournalFiles(path: console.resolved(journal), shownAs: journal))
    }
  }

  /// Returns the registry for the run.
  func registry() throws -> Registry {
    try configuration.registry.merging(session.cards.classes, session.console)
  }

  /// Creates the printer of the run's messages.
  func messages() -> MessagePrinter { session.printer(limit: stream.maximumMessages) }

  /// Opens the output, and calls `body` to write to it.
  func write(framing: RowFraming = .lines, _ body: (OutputStream) throws -> Int32) throws -> Int32 {
    try OutputFile.write(session.output.path, session.console, framing: framing, body: body)
  }

  /// Reads the cards of the inputs (`CardStream.read`).
  func read<Processor: CardProcessor & ~Copyable>(
    _ inputs: InputFiles, into output: OutputStream? = nil, observers: [any RunObserver] = [],
    messages: MessagePrinter?, eventVisitor: DeviceJournal.Visitor? = nil,
    through makeProcessor: @escaping @Sendable () throws -> Processor
  ) throws -> Counts {
    try CardStream(session).read(
      inputs, into: output, observers: observers, messages: messages, eventVisitor: eventVisitor,
      through: makeProcessor)
  }

  /// Returns the exit status of a run that read cards with these counts; `status` if nothing
  /// failed.
  func status(_ counts: Counts, _ status: Int32 = ExitStatuses.done) -> Int32 {
    if counts.failure != nil { return ExitStatuses.inputOutput }
    let problems = counts.problems + counts.invalidLines
    return problems > 0 && stream.onError != .skip ? ExitStatuses.data : status
  }

  /// Expands these operands, or those of the command line, to files.
  func inputs(_ operands: [String]? = nil) throws -> InputFiles {
    try InputFiles(
      operands ?? self.operands, session.console,
      selection: try InputSelection(
        session.cards, session.console, files: files, configuration: configuration))
  }
}
