import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// The one way to read cards: passes those of the inputs to processors, and rows, messages and
/// counts on in the order of the inputs.
///
/// It opens no output and decides nothing. A command opens its output, reads, writes what follows
/// the rows, and returns a status that depends on the counts.
struct CardStream {
  private let session: Session
  private let options: StreamOptions

  /// Creates a stream of the cards that a device of `session` would have cached, or of all cards.
  init(_ session: Session) {
    var options = session.stream
    // A run can end early only if it reads sequentially.
    if options.endsEarly || options.onError == .stop { options.jobs = 1 }
    // A device caches one card per id.
    if session.device.merges {
      options.isUnique = false
      options.reading.readsEvents = true
    }
    (self.session, self.options) = (session, options)
  }

  /// Streams all cards through processors, and returns the counts.
  ///
  /// - Parameters:
  ///   - sink: receives the rows; nil to drop them.
  ///   - messages: prints problems and notes; nil to only count problems.
  ///   - eventVisitor: receives the journal events of the selected user or device.
  ///   - makeProcessor: creates the processor of a worker.
  func read<Processor: CardProcessor & ~Copyable>(
    _ inputs: InputFiles, into sink: OutputStream? = nil, observers: [any RunObserver] = [],
    messages: MessagePrinter?, eventVisitor: DeviceJournal.Visitor? = nil,
    through makeProcessor: @escaping @Sendable () throws -> Processor
  ) throws -> Counts {
    var options = options
    let reported = options.onError == .skip ? nil : messages
    // When cards are merged, an event counts only from its time on.
    let journal = try DeviceJournal(
      session.device, until: session.device.merges ? options.now : .max, session.console,
      printer: reported,
      visit: eventVisitor)
    if let note = journal?.note { messages?.note(note) }
    options.reading.cards.history = journal?.history
    let source = InputReader(inputs, options, output: sink?.descriptor ?? -1)
    let writer = OrderedWriter(options, inputs, to: sink, messages: messages, observers: observers)
    if let sink { messages?.progress = session.progress(of: inputs.paths, output: sink.descriptor) }
    for failure in inputs.failures { writer.fail(failure.reason) }
    if options.limit != 0 {
      defer { messages?.progress?.erase() }
      let makeWorker = { @Sendable [options] in CardWorker(options, try makeProcessor()) }
      if session.device.merges {
        try merge(
          source, to: writer, options, messages: messages, of: inputs, makeWorker: makeWorker)
      } else {
        try BlockPipeline(options, source: source, writer: writer, makeWorker: makeWorker).run()
      }
    }
    try writer.writeKept()
    messages?.saySuppressedCounts()
    messages?.note(skippedOf: inputs, source)
    writer.counts.skippedFiles = source.skippedFiles
    writer.counts.invalidLines = journal?.invalidLines ?? 0
    writer.counts.unreadParts = source.unreadParts
    return writer.counts
  }

  private typealias MakeWorker = @Sendable () throws -> CardWorker

  /// Merges all inputs as sync responses, then processes the cards that a device has cached.
  private func merge(
    _ source: InputReader, to writer: OrderedWriter, _ options: StreamOptions,
    messages: MessagePrinter?, of inputs: InputFiles, makeWorker: MakeWorker
  ) throws {
    var (options, observers) = (options, writer.observers)
    let observesFailures = observers.contains { $0.observesFailures }
    let feed = DeviceFeed(now: options.now, user: session.device.user)
    let merger = FeedMerger(into: feed, keptNotes: options.maximumMessages, observers: observers)
    options.reading.readsFailedSyncs = observesFailures
    writer.observers = [merger]
    let paths = inputs.paths
    let pipeline = BlockPipeline(options, source: source, writer: writer) { [options] in
      CardWorker(
        options,
        SyncProcessor(reportsFailures: !observesFailures) { CardEvent.Kind(path: paths[$0]) })
    }
    try pipeline.run()
    options.reading.cards.stored = pipeline.stored
    writer.observers = observers
    let (cards, end) = merger.finish()
    writer.counts.inFeed = cards.count
    writer.counts.standing = end.standing.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for observer in observers { observer.end(end) }
    messages?.note(merger) { inputs.name(of: $0) }
    var reader = CachedCardReader(options.reading.cards)
    var rest = cards[...]
    let worker = try makeWorker()
    var batch = Batch(options)
    repeat {
      batch.removeAll()
      batch.limit = writer.remainingRows
      rest = worker.process(rest, &batch) { [options] cached in
        guard options.locatesCards else { return reader.card(cached) }
        let (input, position) = (cached.origin.input, cached.origin.position)
        return reader.card(
          cached, at: Card.Source(path: source.path(of: input), line: position.line))
      }
      try writer.receive(&batch, of: .device { cards[$0].origin })
    } while !rest.isEmpty && batch.wantsMore
  }
}

extension MessagePrinter {
  /// Prints the notes about the merged responses.
  ///
  /// They are printed last, because a response may end in a later block than it begins in.
  fileprivate func note(_ merger: FeedMerger, inputName: (Int) -> String) {
    guard printsNotes else { return }
    for (code, message, origin) in merger.notes where admits(code) {
      say(message, in: inputName(origin.input), at: origin.position, isNote: true)
    }
    for (code, count) in merger.noteCounts.suppressed { suppress(count, of: code) }
  }

  /// Prints notes about directories without files, unread parts of inputs and skipped files.
  fileprivate func note(skippedOf inputs: InputFiles, _ source: InputReader) {
    for (path, isIgnored) in inputs.emptyDirectories {
      let hint = isIgnored ? "; .gitignore ignores some, which --no-ignore reads" : ""
      note("\(SystemText.shown(path)): contains no .json, .ndjson or .jsonl file to read\(hint)")
    }
    for text in source.notes { note(text) }
    guard source.skippedFiles > 0 else { return }
    if !source.uncheckedKinds.kinds.isEmpty {
      let kinds = source.uncheckedKinds.kinds.map { "\($0.code) (\(counted($0.count, "file")))" }
      note("recognized, but not checked: \(kinds.joined(separator: ", "))")
    }
    note(
      "skipped \(counted(source.skippedFiles, "file")) without content cards; "
        + "'cardctl validate --files' lists them")
  }
}
