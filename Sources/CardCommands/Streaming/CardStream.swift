import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// The main loop of every command that reads cards: reads inputs, writes rows and prints messages.
struct CardStream {
  private let run: CardRun
  private let inputs: InputFiles
  private let printer: MessagePrinter
  private let journal: DeviceJournal?

  private typealias MakeWorker = @Sendable (StreamOptions) throws -> CardWorker

  /// Creates a stream of the cards in `inputs`, or of those that a device would have cached.
  ///
  /// - Parameter eventVisitor: receives the journal events of the selected user or device.
  init(_ run: CardRun, _ inputs: InputFiles, eventVisitor: DeviceJournal.Visitor? = nil)
    throws(SystemFailure)
  {
    var run = run
    let (session, device) = (run.session, run.session.device)
    // A run can end early only if it reads sequentially.
    if run.stream.endsEarly || run.stream.onError == .stop { run.stream.jobs = 1 }
    // A device caches one card per id.
    if device.merges { run.stream.isUnique = false }
    let printer = session.printer(limit: run.stream.maximumMessages)
    let reported = run.stream.onError == .skip ? nil : printer
    let states = try inputs.storedStates(run.stream, session.console)
    journal = try DeviceJournal(
      device, adding: states, session.console, reported, visit: eventVisitor)
    if let note = journal?.note { session.note(note) }
    run.stream.reading.cards.history = journal?.history ?? DeviceHistory(states)
    (self.run, self.inputs, self.printer) = (run, inputs, printer)
  }

  /// Streams all cards through processors and returns the exit status.
  ///
  /// - Parameters:
  ///   - makeProcessor: creates the processor of a worker.
  ///   - finish: receives the counts after all rows are written, and returns the exit status.
  func run<Processor: CardProcessor & ~Copyable>(
    _ output: StreamOutput, through makeProcessor: @escaping @Sendable () throws -> Processor,
    finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    try run(output, workers: { CardWorker($0, try makeProcessor()) }, finish)
  }

  private func run(
    _ output: StreamOutput, workers makeWorker: @escaping MakeWorker,
    _ finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    let (session, options) = (run.session, run.stream)
    let console = session.console
    return try OutputFile.write(
      session.output.path, console, passesControls: output.passesControls,
      framing: output.framing ?? .lines, evenAfterFailures: output.replacesFileDespiteReadErrors
    ) { stream in
      SystemCalls.enlargePipe(stream.descriptor, to: CardStream.pipeSize)
      let sink = output.framing == nil ? nil : stream
      let source = InputReader(inputs, console, options, output: stream.descriptor)
      printer.progress = session.progress(of: inputs.paths, output: stream.descriptor)
      let writer = OrderedWriter(
        options, inputs, sink: sink, printer: printer, observers: output.observers, console)
      writer.reportsEmptyInputs = !session.common.isQuiet
      for failure in inputs.failures { writer.fail(failure.reason) }
      try sink?.write(output.addedRows.header.view)
      try sink?.writeRows(output.addedRows.before.view)
      if options.limit != 0 {
        defer { printer.progress?.erase() }
        if session.device.merges {
          try merge(source, writer, through: makeWorker)
        } else {
          let workers = { @Sendable in try makeWorker(options) }
          try BlockPipeline(options, source: source, writer: writer, makeWorker: workers).run()
        }
      }
      return try end(output, source, writer, sink) { try finish($0, stream) }
    }
  }

  /// Writes the output after the rows and determines the exit status.
  private func end(
    _ output: StreamOutput, _ source: InputReader, _ writer: OrderedWriter, _ sink: OutputStream?,
    finish: (Counts) throws -> Int32
  ) throws -> Int32 {
    try writer.writeKept()
    var counts = writer.counts
    counts.couldReadNothing = writer.hasFailedInput && !counts.hasInput
    // A report that lists unreadable inputs is complete even without any readable one.
    if output.replacesFileDespiteReadErrors || !counts.couldReadNothing {
      for observer in output.observers {
        observer.skip(files: source.skippedFiles)
        try observer.end { rows throws(SystemFailure) in try sink?.writeRows(rows) }
      }
    }
    try sink?.writeRows(output.addedRows.after.view)
    try sink?.endRows()
    printer.saySuppressedCounts()
    run.session.note(skippedOf: inputs, source)
    let status = try finish(counts)
    if writer.hasFailedInput { return ExitStatuses.inputOutput }
    let problems = writer.counts.problems + (journal?.invalidLines ?? 0)
    return problems > 0 && run.stream.onError != .skip ? ExitStatuses.data : status
  }

  /// Merges all inputs as sync responses, then processes the cards that a device has cached.
  private func merge(_ source: InputReader, _ writer: OrderedWriter, through makeWorker: MakeWorker)
    throws
  {
    var (options, observers) = (run.stream, writer.observers)
    let observesFailures = observers.contains { $0.observesFailures }
    let feed = DeviceFeed(now: options.now, user: run.session.device.user)
    let merger = FeedMerger(into: feed, keptNotes: options.maximumMessages, observers: observers)
    options.reading.readsFailedSyncs = observesFailures
    writer.observers = [merger]
    try BlockPipeline(options, source: source, writer: writer) { [options] in
      CardWorker(options, SyncProcessor(reportsFailures: !observesFailures))
    }.run()
    writer.observers = observers
    let (cards, standing) = merger.finish()
    writer.counts.inFeed = cards.count
    writer.counts.standing = standing.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for observer in observers { observer.end(standing) }
    if !run.session.common.isQuiet { say(merger) }
    let cached = CachedFeed(
      cards, options.reading.cards, path: options.locatesCards ? source.path : nil)
    let worker = try makeWorker(run.stream)
    var batch = worker.makeBatch()
    repeat {
      batch.removeAll()
      batch.limit = writer.remainingRows
      worker.process(cached, &batch)
      try writer.receive(&batch, of: .device { cards[$0].origin })
    } while !cached.isAtEnd && batch.wantsMore
  }

  /// Prints the notes about the merged responses.
  ///
  /// They are printed last, because a response may end in a later block than it begins in.
  private func say(_ merger: FeedMerger) {
    for (code, message, origin) in merger.notes where printer.admits(code) {
      printer.say(message, in: inputs.name(of: origin.input), at: origin.position, isNote: true)
    }
    for (code, count) in merger.noteCounts.suppressed { printer.suppress(count, of: code) }
  }

  /// The size of an output pipe, in bytes: enough for the rows of several blocks.
  ///
  /// The worker that writes rows then does not wait for the reader of the pipe. With the default of
  /// 64 KiB, tables were written half as fast.
  static let pipeSize = 1 << 20
}

extension Session {
  /// Prints notes about directories without files, unread parts of inputs and skipped files.
  func note(skippedOf inputs: InputFiles, _ source: InputReader) {
    for (path, isIgnored) in inputs.emptyDirectories {
      let hint = isIgnored ? "; .gitignore ignores some, which --no-ignore reads" : ""
      note("\(SystemText.shown(path)): contains no .json, .ndjson or .jsonl file to read\(hint)")
    }
    for text in source.notes { note(text) }
    guard source.skippedFiles > 0 else { return }
    if !source.uncheckedKinds.isEmpty {
      let kinds = source.uncheckedKinds.map { "\($0.name) (\(counted($0.count, "file")))" }
      note("recognized, but not checked: \(kinds.joined(separator: ", "))")
    }
    note(
      "skipped \(counted(source.skippedFiles, "file")) without content cards; "
        + "'cardctl validate --files' lists them")
  }
}
