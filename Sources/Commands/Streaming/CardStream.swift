import Arguments
import CardJSON
import ContentCards
import Platform

/// Files that hold cards.
enum CardFiles {
  static let extensions = ["json", "ndjson", "jsonl"]
}

/// The one loop of all commands that read cards: inputs in, rows out, messages beside them.
struct CardStream {
  private let session: Session
  private let options: StreamOptions
  private let cards: CardOptions
  private let operands: [String]

  /// A stream over the files that `operands` name.
  init(_ session: Session, _ options: StreamOptions, _ cards: CardOptions, _ operands: [String]) {
    self.session = session
    var options = options
    // What ends early has to be read in order; sorted rows are all needed.
    let endsEarly = options.limit != nil && options.order == nil
    if endsEarly || options.onError == .stop { options.jobs = 1 }
    self.options = options
    self.cards = cards
    self.operands = operands
  }

  /// Streams all cards through processors and returns the exit status.
  ///
  /// - Parameters:
  ///   - framing: how rows are strung together; nil when there are none to write.
  ///   - surroundings: what else is written.
  ///   - makeProcessor: makes a processor for each worker.
  ///   - finish: is given the counts once all rows are written, and returns a status.
  /// - Throws: `SystemFailure` when the output cannot be written.
  func run<Processor: CardProcessor & ~Copyable>(
    framing: RowFraming?, surroundings: Surroundings = Surroundings(),
    makeProcessor: @escaping @Sendable () throws -> Processor,
    finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    let console = session.console
    if operands.isEmpty, SystemCalls.isTerminal(console.input) { throw MissingInput() }
    let file = try cards.output.map { path throws(SystemFailure) in
      try OutputFile(console.resolved(path))
    }
    let descriptor = file?.descriptor ?? console.output
    SystemCalls.enlargePipe(descriptor, to: CardStream.pipeSize)
    let output = OutputStream(descriptor, name: cards.output ?? "<stdout>")
    do {
      let sink = framing.map { RowSink(output, $0) }
      let status = try stream(sink, descriptor, output, makeProcessor, surroundings, finish)
      if status == ExitStatuses.inputOutput {
        file?.discard()
      } else {
        try file?.commit()
      }
      return status
    } catch {
      file?.discard()
      throw error
    }
  }

  private func stream<Processor: CardProcessor & ~Copyable>(
    _ sink: RowSink?, _ descriptor: Int32, _ output: OutputStream,
    _ makeProcessor: @escaping @Sendable () throws -> Processor, _ surroundings: Surroundings,
    _ finish: (Counts, OutputStream) throws -> Int32
  ) throws -> Int32 {
    let source = InputReader(operands, session.console, options, output: descriptor)
    let printer = session.printer(limit: options.maximumMessages)
    let delivery = Delivery(
      options, sink: sink, printer: printer, inputName: source.name,
      saysEmpty: !session.common.isQuiet)
    try sink?.begin(surroundings.header.view)
    try sink?.write(surroundings.before.view)
    if options.limit != 0 {
      let pipeline = BlockPipeline(
        options, source: source, receiver: delivery, makeProcessor: makeProcessor)
      try pipeline.run()
    }
    try delivery.writeKept()
    try sink?.write(surroundings.after.view)
    try sink?.end()
    printer.sayWhatWasLeftOut()
    let status = try finish(delivery.counts, output)
    if delivery.hasFailedInput { return ExitStatuses.inputOutput }
    let hasBadData = delivery.counts.problems > 0 && options.onError != .skip
    return hasBadData ? ExitStatuses.data : status
  }

  /// How many bytes an output pipe is to hold: the rows of some blocks.
  ///
  /// A worker that writes them then need not wait for the reader; with the usual 64 KiB tables came
  /// out half as fast.
  private static let pipeSize = 1 << 20

  /// What is written that does not come from cards.
  final class Surroundings {
    /// The names of a table's columns.
    var header = ByteBuffer()
    /// Rows of local items of a hybrid list, before and behind those of the cards.
    var before = ByteBuffer()
    var after = ByteBuffer()
  }
}

/// No file was named and standard input is a terminal, where nobody would know what is waited for.
struct MissingInput: Error {}
