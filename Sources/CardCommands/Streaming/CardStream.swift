import CardProcessing
import CardArguments
import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

/// The one loop of all commands that read cards: inputs in, rows out, messages beside them.
struct CardStream {
  private let session: Session
  private let options: StreamOptions
  private let cards: CardOptions
  private let device: DeviceOptions
  private let inputs: InputFiles
  private let printer: MessagePrinter
  private let journal: DeviceJournal?

  /// A stream over `inputs`, as they are or as a device would show them.
  ///
  /// - Parameter eventVisitor: takes the events of the journal that count.
  /// - Throws: `SystemFailure` when the journal of `device` cannot be read.
  init(
    _ session: Session, options: StreamOptions, cards: CardOptions, device: DeviceOptions,
    inputs: InputFiles, eventVisitor: DeviceJournal.Visitor? = nil
  ) throws(SystemFailure) {
    self.session = session
    self.device = device
    var options = options
    // What ends early has to be read in order; sorted rows are all needed.
    let endsEarly = options.limit != nil && options.order == nil
    if endsEarly || options.onError == .stop { options.jobs = 1 }
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
    self.cards = cards
    self.inputs = inputs
  }

  /// How cards are read, the history of the device that shows them included.
  var reading: CardDecoder.Options { options.reading.cards }

  /// Streams all cards through processors and returns the exit status.
  ///
  /// - Parameters:
  ///   - framing: how rows are strung together; nil when there are none to write.
  ///   - addedRows: what else is written.
  ///   - observer: looks at every batch before its rows are written.
  ///   - passesControls: whether the rows' control characters are cardctl's own.
  ///   - tellsOfFailures: whether rows say which inputs could not be read; a file of them then
  ///     takes the place of an old one all the same.
  ///   - feedObservers: watch the merge, if there is one.
  ///   - makeProcessor: makes a processor for each worker.
  ///   - finish: is given the counts once all rows are written, and returns a status.
  /// - Throws: `SystemFailure` when the output cannot be written.
  func run<Processor: CardProcessor & ~Copyable>(
    framing: RowFraming?, addedRows: AddedRows = AddedRows(),
    observer: (any BatchObserver)? = nil, passesControls: Bool = false,
    tellsOfFailures: Bool = false, feedObservers: [any FeedObserver] = [],
    makeProcessor: @escaping @Sendable () throws -> Processor,
    finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    try write(
      framing, addedRows: addedRows, observer: observer, passesControls: passesControls,
      tellsOfFailures: tellsOfFailures
    ) { source, writer, progress in
      if device.merges {
        try merge(
          source, writer: writer, progress: progress, observers: feedObservers,
          makeProcessor: makeProcessor)
      } else {
        let pipeline = BlockPipeline(
          options, source: source, receiver: writer, progress: progress,
          makeProcessor: makeProcessor)
        try pipeline.run()
      }
    } finish: {
      try finish($0, $1)
    }
  }

  /// Reads all inputs.
  private typealias Reading = (InputReader, OrderedWriter, ProgressLine?) throws -> Void

  /// Opens the output and writes to it what comes of the reading; apart from `run`, of which the
  /// compiler makes a copy for each processor.
  @inline(never)
  private func write(
    _ framing: RowFraming?, addedRows: AddedRows, observer: (any BatchObserver)?,
    passesControls: Bool, tellsOfFailures: Bool, read: Reading,
    finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    var status = ExitStatuses.done
    _ = try OutputFile.write(cards.output, session.console) { descriptor in
      SystemCalls.enlargePipe(descriptor, to: CardStream.pipeSize)
      let output = OutputStream(
        descriptor, name: cards.output ?? "<stdout>", passesControls: passesControls)
      let sink = framing.map { RowSink(output, $0) }
      status = try stream(
        sink, descriptor: descriptor, output: output, addedRows: addedRows, observer: observer,
        tellsOfFailures: tellsOfFailures, read: read, finish: finish)
      return tellsOfFailures ? ExitStatuses.done : status
    }
    return status
  }

  private func stream(
    _ sink: RowSink?, descriptor: Int32, output: OutputStream, addedRows: AddedRows,
    observer: (any BatchObserver)?, tellsOfFailures: Bool, read: Reading,
    finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    let source = InputReader(inputs, session.console, options, output: descriptor)
    let progress = session.progress(of: inputs.paths, output: descriptor)
    printer.progress = progress
    let writer = OrderedWriter(
      options, sink: sink, sorter: sorter(), printer: printer, inputName: source.name,
      saysEmpty: !session.common.isQuiet, observer: observer)
    for failure in inputs.failures { writer.fail(failure.reason) }
    try sink?.begin(addedRows.header.view)
    try sink?.write(addedRows.before.view)
    if options.limit != 0 { try read(source, writer, progress) }
    try writer.writeKept()
    var counts = writer.counts
    counts.couldReadNothing = writer.hasFailedInput && !counts.hasInput
    // A report that lists the inputs that could not be read is complete all the same.
    if tellsOfFailures || !counts.couldReadNothing {
      observer?.skip(files: source.skippedFiles)
      try observer?.end { rows throws(SystemFailure) in try sink?.write(rows) }
    }
    try sink?.write(addedRows.after.view)
    try sink?.end()
    printer.sayWhatWasLeftOut()
    session.note(skippedOf: inputs, source)
    let status = try finish(counts, output)
    if writer.hasFailedInput { return ExitStatuses.inputOutput }
    let problems = writer.counts.problems + (journal?.foreignLines ?? 0)
    let hasBadData = problems > 0 && options.onError != .skip
    return hasBadData ? ExitStatuses.data : status
  }

  private func sorter() -> RowSorter? {
    options.order.map {
      RowSorter(
        $0, limit: options.limit, memory: session.console.blockSizes.sorted,
        folder: session.console.temporaryFolder)
    }
  }

  /// Reads all inputs as sync responses, then processes the cards that a device has cached.
  private func merge<Processor: CardProcessor & ~Copyable>(
    _ source: InputReader, writer: OrderedWriter, progress: ProgressLine?,
    observers: [any FeedObserver], makeProcessor: () throws -> Processor
  ) throws {
    let feed = DeviceFeed(now: session.now(cards), user: device.user)
    let merger = FeedMerger(
      writer, into: feed, keptNotes: options.maximumMessages, observers: observers)
    let observesFailures = observers.contains { $0.observesFailures }
    var options = options
    options.reading.readsFailedSyncs = observesFailures
    let pipeline = BlockPipeline(
      options, source: source, receiver: merger, progress: progress
    ) {
      SyncProcessor(reportsFailures: !observesFailures)
    }
    try pipeline.run()
    let (cards, standing) = merger.finish()
    writer.counts.held = cards.count
    writer.counts.standing = standing.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for observer in observers { observer.end(standing) { source.name(of: $0) } }
    if !session.common.isQuiet { say(merger, source) }
    try stream(cards, through: try makeProcessor(), to: writer, path: source.path)
  }

  /// Processes the cached cards of a device in order, and writes the results.
  ///
  /// One copy of this serves all processors: a device has few cards, and a copy for each processor
  /// was a fiftieth of the program.
  ///
  /// - Parameter path: the name of the input with this number, if cards are located.
  @_semantics("optimize.sil.specialize.generic.never")
  private func stream<Processor: CardProcessor & ~Copyable>(
    _ cards: [CachedCard], through processor: consuming Processor, to writer: OrderedWriter,
    path: (Int) -> ByteView
  ) throws(SystemFailure) {
    var reader = CachedCardReader(options.reading.cards)
    var processor = processor
    processor.batch = Batch(options, content: Processor.makeContent())
    for (number, cached) in cards.enumerated() {
      guard var card = reader.card(cached) else { continue }
      if options.locatesCards {
        let origin = cached.origin
        card.source = Card.Source(path: path(origin.input), line: origin.position.line)
      }
      processor.batch.limit = writer.wantedRows
      processor.visit(card, at: number, RecordPlace(record: number + 1))
      let isOver = !processor.wantsMore
      guard isOver || processor.batch.output.count >= CardStream.cachedBatch else { continue }
      processor.end()
      try writer.receive(&processor.batch) { cards[$0].origin }
      processor.batch.removeAll()
      if isOver { return }
    }
    processor.end()
    try writer.receive(&processor.batch) { cards[$0].origin }
  }

  /// The number of bytes of rows of cached cards that are written at a time.
  private static let cachedBatch = 1 << 16

  /// Prints the notes about the inputs.
  ///
  /// Last, because a response may end in another block than the one that it begins in.
  private func say(_ merger: FeedMerger, _ source: InputReader) {
    for note in merger.notes where printer.admits(note.kind.rawValue) {
      printer.note(
        note.message, in: source.name(of: note.origin.input), at: note.origin.position)
    }
    for (code, count) in merger.noteCounts.leftOut { printer.leaveOut(count, of: code) }
  }

  /// How many bytes an output pipe is to hold: the rows of some blocks.
  ///
  /// A worker that writes them then need not wait for the reader; with the usual 64 KiB tables came
  /// out half as fast.
  static let pipeSize = 1 << 20

  /// What is written that does not come from cards.
  final class AddedRows {
    /// The names of a table's columns.
    var header = ByteBuffer()
    /// Rows of local items of a hybrid list, before and after those of the cards.
    var before = ByteBuffer()
    var after = ByteBuffer()
  }
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
