import CardProcessing
import CardJSON
import CardPlatform
import ContentCardKit

/// Receives the blocks in order, writes rows, prints messages and adds up counts.
final class OrderedWriter {
  private let options: StreamOptions
  private let inputs: InputFiles
  private let sink: OutputStream?
  private let messages: MessagePrinter?
  /// The observers of the batches; replaced between the passes of a merge.
  var observers: [any RunObserver]

  /// The rows to sort; nil if rows are written in the order of the input.
  private let sorter: RowSorter?
  /// The ids of the rows so far, if only the first card of each id produces a row.
  private var knownIDs = TextNumbers()
  /// Whether each row of the next block is the first with its id.
  private var isFirst: [Bool] = []

  /// The counts of all inputs.
  var counts = Counts()

  /// Creates a writer to `sink`; nil to only count.
  init(
    _ options: StreamOptions, _ inputs: InputFiles, to sink: OutputStream?,
    messages: MessagePrinter?, observers: [any RunObserver]
  ) {
    (self.options, self.inputs, self.sink) = (options, inputs, sink)
    (self.messages, self.observers) = (messages, observers)
    sorter = options.sort.isEmpty ? nil : RowSorter(limit: options.limit ?? .max, inputs.console)
  }

  /// The number of rows that are still needed, if reading can end early.
  var remainingRows: Int {
    guard let limit = options.limit, options.endsEarly else { return .max }
    return limit - counts.rows
  }

  /// The number of rows after which a worker stops; only `findDuplicates` knows unique rows.
  var rowLimit: Int { options.isUnique ? .max : remainingRows }

  /// Finds the rows of the next block with duplicate ids, which will be removed.
  ///
  /// - Returns: the number of rows up to the last needed one, or nil if more blocks are needed. If
  ///   it is not nil, the caller reads the block again up to this row.
  func findDuplicates(in batch: borrowing Batch) -> Int? {
    isFirst.removeAll(keepingCapacity: true)
    var wanted = remainingRows
    for index in 0..<batch.ids.count {
      let (id, count) = (batch.ids[index], knownIDs.count)
      isFirst.append(id.count == 0 || knownIDs.number(of: id) == count)
      if isFirst[index] { wanted -= 1 }
      if wanted == 0 { return index + 1 }
    }
    return nil
  }

  /// Receives the results of one block; returns false if no more blocks are needed.
  func receive(_ task: BlockTask, at position: TextPosition) throws(SystemFailure) -> Bool {
    try receive(&task.batch, of: .block(task, position))
    if task.bytes.count > 0 || task.isDecoded { counts.hasInput = true }
    if task.isFinal, task.offset == 0, task.bytes.count == 0, task.failure == nil,
      task.problem == nil, !task.isDecoded
    {
      messages?.note("\(inputs.name(of: task.input)): the input is empty")
    }
    if let failure = task.failure {
      try sink?.flush()
      fail(failure)
    }
    messages?.progress?.advance(bytes: task.end.consumed, cards: task.batch.counts.cards)
    return remainingRows > 0
  }

  /// Reports that an input cannot be read.
  func fail(_ failure: SystemFailure) {
    if counts.failure == nil { counts.failure = failure }
    messages?.say(failure.message)
  }

  /// Receives a batch: passes it to the observers, reports its problems and writes its rows.
  func receive(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    for observer in observers { try observer.observe(&batch, of: origin) }
    // Messages about a card come after the rows of the cards before it.
    if !batch.problems.isEmpty { try sink?.flush() }
    if options.onError != .skip, let messages { report(batch, of: origin, to: messages) }
    batch.keepRows(isFirst)
    counts += batch.counts
    // Views without rows may sort what they collect.
    if let sorter, batch.output.count > 0 {
      try sorter.append(batch)
    } else {
      try sink?.writeRows(batch.output.view)
    }
  }

  /// Writes the rows that were collected for sorting, in order.
  func writeKept() throws(SystemFailure) {
    guard let sorter else { return }
    try sorter.writeSorted { row, _ throws(SystemFailure) in
      try sink?.writeRows(row, isFollowed: true)
    }
    counts.rows = min(counts.rows, options.limit ?? .max)
  }

  // MARK: Messages

  private func report(
    _ batch: borrowing Batch, of origin: BatchOrigin, to messages: MessagePrinter
  ) {
    let places = origin.places
    for problem in batch.problems where messages.admits(problem.code) {
      let (start, place) = (places(problem.start), places(problem.offset))
      let (name, title) = (inputs.name(of: place.input), inputs.title(of: place.input))
      let isRest = problem.offset == origin.restOfArray
      let note = isRest ? "" : place.position.note(inValueAt: start.position)
      let part = title == name ? "" : " (in \(title))"
      messages.say(problem.advised + note + part, in: name, at: place.position)
    }
    for (code, count) in batch.problemCounts.suppressed { messages.suppress(count, of: code) }
  }
}

/// The origin of a batch's cards.
enum BatchOrigin {
  /// A block that begins at this position of its input.
  case block(BlockTask, TextPosition)
  /// The feed of a device, with a function that returns the origin of the card with this number.
  ///
  /// Offsets of problems are card numbers.
  case device((Int) -> CardOrigin)

  /// The reason why the input could not be read.
  var failure: SystemFailure? { if case .block(let task, _) = self { task.failure } else { nil } }

  /// The start of an array in an earlier block, whose end was not found yet, if any.
  var restOfArray: Int? {
    guard case .block(let task, _) = self, let rest = task.restOfArray else { return nil }
    return rest.offset < task.offset ? rest.offset : nil
  }
}

/// Observes the results of the blocks and the merge of sync responses, in the order of the input.
///
/// All functions do nothing by default.
protocol RunObserver: AnyObject {
  /// Receives a batch before its rows are written, and may change them.
  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure)

  /// Whether failed responses are passed to the observer instead of being reported as problems.
  var observesFailures: Bool { get }

  /// Called after a response, or a card outside a response, was merged into `feed` or discarded.
  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed)

  /// Called after an event or a fact was taken by `feed`.
  func observe(_ change: DeviceChange, _ feed: borrowing DeviceFeed)

  /// Called after the last response.
  func end(_ feed: FeedEnd)
}

extension RunObserver {
  var observesFailures: Bool { false }
  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {}
  func observe(_ merged: MergedResponse, _ feed: borrowing DeviceFeed) {}
  func observe(_ change: DeviceChange, _ feed: borrowing DeviceFeed) {}
  func end(_ feed: FeedEnd) {}
}
