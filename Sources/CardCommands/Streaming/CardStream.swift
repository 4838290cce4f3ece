import CardProcessing
import CardArguments
import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

/// The loop of all commands that read cards: it reads inputs, writes rows and prints messages.
struct CardStream {
  private let session: Session
  private let options: StreamOptions
  private let inputs: InputFiles
  private let printer: MessagePrinter
  private let journal: DeviceJournal?

  /// A stream over `inputs`, as they are or as a device would show them.
  ///
  /// - Parameter eventVisitor: takes the events of the journal that count.
  /// - Throws: `SystemFailure` when the journal cannot be read.
  init(
    _ session: Session, options: StreamOptions, inputs: InputFiles,
    eventVisitor: DeviceJournal.Visitor? = nil
  ) throws(SystemFailure) {
    self.session = session
    let device = session.options.device
    var options = options
    // A run that ends early reads in order.
    if options.endsEarly || options.onError == .stop { options.jobs = 1 }
    let printer = session.printer(limit: options.maximumMessages)
    let reported = options.onError == .skip ? nil : printer
    let states = try inputs.storedStates(options, session.console)
    journal = try device.journal.map { path throws(SystemFailure) in
      try DeviceJournal(
        path, of: device.owner, adding: states, session.console, reported, visit: eventVisitor)
    }
    if let note = journal?.note { session.note(note) }
    options.reading.cards.history = journal?.history ?? DeviceHistory(states)
    self.options = options
    self.printer = printer
    self.inputs = inputs
  }

  /// Streams all cards through processors and returns the exit status.
  ///
  /// - Parameters:
  ///   - makeProcessor: makes a processor for each worker.
  ///   - finish: takes the counts once all rows are written, and returns a status.
  /// - Throws: `SystemFailure` when the output cannot be written.
  func run<Processor: CardProcessor & ~Copyable>(
    _ output: StreamOutput, through makeProcessor: @escaping @Sendable () throws -> Processor,
    finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    let options = options
    return try run(output, makeWorker: { CardWorker(options, try makeProcessor()) }, finish)
  }

  private func run(
    _ output: StreamOutput, makeWorker: @escaping @Sendable () throws -> any BlockWorker,
    _ finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    let path = session.options.cards.output
    return try OutputFile.write(
      path, session.console, evenAfterFailures: output.replacesFileDespiteReadErrors
    ) { descriptor in
      SystemCalls.enlargePipe(descriptor, to: CardStream.pipeSize)
      let stream = OutputStream(
        descriptor, name: path ?? "<stdout>", passesControls: output.passesControls)
      let sink = output.framing.map { RowSink(stream, $0) }
      let source = InputReader(inputs, session.console, options, output: descriptor)
      let progress = session.progress(of: inputs.paths, output: descriptor)
      printer.progress = progress
      let writer = OrderedWriter(
        options, sink: sink, printer: printer, inputName: source.name, observer: output.observer,
        session.console)
      writer.saysEmpty = !session.common.isQuiet
      for failure in inputs.failures { writer.fail(failure.reason) }
      try sink?.begin(output.addedRows.header.view)
      try sink?.write(output.addedRows.before.view)
      let pass = Pass(source: source, writer: writer, progress: progress)
      if options.limit != 0, session.options.device.merges {
        try merge(pass, output.feedObservers, through: makeWorker)
      } else if options.limit != 0 {
        try pass.read(options, makeWorker)
      }
      return try end(output, pass, sink: sink) { try finish($0, stream) }
    }
  }

  /// The readings of all inputs; a merge has two.
  private struct Pass {
    let source: InputReader
    let writer: OrderedWriter
    let progress: ProgressLine?

    func read(
      _ options: StreamOptions, _ makeWorker: @escaping @Sendable () throws -> any BlockWorker
    ) throws {
      try BlockPipeline(
        options, source: source, writer: writer, progress: progress, makeWorker: makeWorker
      ).run()
    }
  }

  /// Writes what follows the rows, and decides the exit status.
  private func end(
    _ output: StreamOutput, _ pass: Pass, sink: RowSink?, finish: (Counts) throws -> Int32
  ) throws -> Int32 {
    let writer = pass.writer
    try writer.writeKept()
    var counts = writer.counts
    counts.couldReadNothing = writer.hasFailedInput && !counts.hasInput
    // A report that lists the inputs that could not be read is complete all the same.
    if output.replacesFileDespiteReadErrors || !counts.couldReadNothing {
      output.observer?.skip(files: pass.source.skippedFiles)
      try output.observer?.end { rows throws(SystemFailure) in try sink?.write(rows) }
    }
    try sink?.write(output.addedRows.after.view)
    try sink?.end()
    printer.sayWhatWasLeftOut()
    session.note(skippedOf: inputs, pass.source)
    let status = try finish(counts)
    if writer.hasFailedInput { return ExitStatuses.inputOutput }
    let problems = writer.counts.problems + (journal?.foreignLines ?? 0)
    return problems > 0 && options.onError != .skip ? ExitStatuses.data : status
  }

  /// Reads all inputs as sync responses, then processes the cards that a device has cached.
  private func merge(
    _ pass: Pass, _ observers: [any FeedObserver],
    through makeWorker: @Sendable () throws -> any BlockWorker
  ) throws {
    let (source, writer, observer) = (pass.source, pass.writer, pass.writer.observer)
    let feed = DeviceFeed(now: session.now, user: session.options.device.user)
    let merger = FeedMerger(into: feed, keptNotes: options.maximumMessages, observers: observers)
    let observesFailures = observers.contains { $0.observesFailures }
    var reading = options
    reading.reading.readsFailedSyncs = observesFailures
    writer.observer = merger
    try pass.read(reading) { [reading] in
      CardWorker(reading, SyncProcessor(reportsFailures: !observesFailures))
    }
    writer.observer = observer
    let (cards, standing) = merger.finish()
    writer.counts.inFeed = cards.count
    writer.counts.standing = standing.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for observer in observers { observer.end(standing) }
    if !session.common.isQuiet { say(merger, source) }
    let cached = CachedFeed(
      cards, options.reading.cards, path: options.locatesCards ? source.path : nil)
    let worker = try makeWorker()
    var batch = worker.makeBatch()
    repeat {
      batch.removeAll()
      batch.limit = writer.wantedRows
      worker.run(cached, into: &batch)
      try writer.receive(&batch, of: .device { cards[$0].origin })
    } while !cached.isAtEnd && batch.wantsMore
  }

  /// Prints the notes about the inputs.
  ///
  /// Last, because a response may end in another block than the one that it begins in.
  private func say(_ merger: FeedMerger, _ source: InputReader) {
    for (code, message, origin) in merger.notes where printer.admits(code) {
      printer.say(message, in: source.name(of: origin.input), at: origin.position, isNote: true)
    }
    for (code, count) in merger.noteCounts.leftOut { printer.leaveOut(count, of: code) }
  }

  /// The size of an output pipe, in bytes: the rows of some blocks.
  ///
  /// A worker that writes them then need not wait for the reader; with the usual 64 KiB tables came
  /// out half as fast.
  static let pipeSize = 1 << 20
}

extension Session {
  /// Notes which files are not read.
  func note(skippedOf inputs: InputFiles, _ source: InputReader) {
    for (path, isIgnored) in inputs.emptyDirectories {
      let hint = isIgnored ? "; .gitignore ignores files in it, which --no-ignore reads" : ""
      note("\(SystemText.shown(path)): no .json, .ndjson or .jsonl file to read in it\(hint)")
    }
    for text in source.notes { note(text) }
    if let output = source.skippedOutput {
      note("skipped \(SystemText.shown(output)): it is the output of this run")
    }
    guard source.skippedFiles > 0 else { return }
    note(
      "skipped \(counted(source.skippedFiles, "file")) without content cards; "
        + "'cardctl validate --files' lists them")
  }
}
