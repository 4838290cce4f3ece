import CardJSON
import ContentCards
import Platform

/// Receives the blocks in order: writes their rows, prints their messages, adds up their counts.
final class Delivery: BlockReceiver {
  private let options: StreamOptions
  private let sink: RowSink?
  private let printer: MessagePrinter
  private let inputName: (Int) -> String
  private let saysEmpty: Bool
  private let observer: (any BatchObserver)?

  /// The rows and their keys that wait to be sorted.
  private var kept: RowStore
  private var keptEnds: [Int] = []
  private var spare: RowStore
  private var sorting: SortKeys

  /// How many of what there were in all inputs.
  var counts = Counts()
  /// Whether an input could not be read.
  private(set) var hasFailedInput = false

  /// A delivery to `sink`, or of counts alone.
  init(
    _ options: StreamOptions, sink: RowSink?, printer: MessagePrinter,
    inputName: @escaping (Int) -> String, saysEmpty: Bool,
    observer: (any BatchObserver)? = nil
  ) {
    self.options = options
    self.sink = sink
    self.printer = printer
    self.inputName = inputName
    self.saysEmpty = saysEmpty
    self.observer = observer
    sorting = SortOrder.makeKeys(options.order)
    kept = RowStore(folder: options.temporaryFolder)
    spare = RowStore(folder: options.temporaryFolder)
  }

  var wantedRows: Int {
    guard let limit = options.limit, options.order == nil else { return .max }
    return limit - counts.rows
  }

  func receive(_ task: BlockTask, at position: TextPosition) throws(SystemFailure) -> Bool {
    // What is said of a card stands behind the rows of those before it.
    if !task.batch.problems.isEmpty || task.failure != nil { try sink?.flush() }
    report(task, at: position)
    observer?.see(task, at: position)
    counts += task.batch.counts
    counts.hasInput = counts.hasInput || task.bytes.count > 0
    if task.isFinal, task.offset == 0, task.bytes.count == 0, task.failure == nil, saysEmpty {
      printer.say("\(inputName(task.input)): the input is empty, there are no cards in it")
    }
    if let failure = task.failure { fail(failure) }
    try take(rowsOf: task.batch, isFollowed: task.isFollowed)
    return wantedRows > 0
  }

  /// Says that an input cannot be read.
  func fail(_ failure: SystemFailure) {
    hasFailedInput = true
    printer.say(failure.message)
  }

  /// Takes over what came of cards whose places are known.
  ///
  /// - Parameter origin: where the card with this number was read, which its problems have for an
  ///   offset.
  func receive(_ batch: inout Batch, origin: (Int) -> CardOrigin) throws(SystemFailure) {
    if options.onError != .skip {
      for problem in batch.problems where printer.admits(problem.code) {
        let place = origin(problem.offset)
        printer.say(problem.message, in: inputName(place.input), at: place.position)
      }
      leaveOut(of: batch)
    }
    observer?.see(&batch, origin: origin)
    counts += batch.counts
    try take(rowsOf: batch)
  }

  private func take(rowsOf batch: borrowing Batch, isFollowed: Bool = false)
    throws(SystemFailure)
  {
    guard options.order != nil else {
      try sink?.write(batch.output.view, isFollowed: isFollowed)
      return
    }
    let base = kept.count
    try kept.append(batch.output.view)
    for end in batch.rowEnds { keptEnds.append(base + end) }
    sorting.append(contentsOf: batch.sorting)
    if let limit = options.limit, sorting.count / 2 > limit + Delivery.sortedAtOnce {
      try keepFirst(limit)
    }
  }

  /// Writes the rows that were kept back, in order.
  func writeKept() throws(SystemFailure) {
    if options.order != nil { try writeSorted() }
  }

  // MARK: Messages

  private func report(_ task: BlockTask, at position: TextPosition) {
    guard options.onError != .skip else { return }
    var locator = Locator(task, position)
    for problem in task.batch.problems {
      guard printer.admits(problem.code) else { continue }
      let start = locator.position(of: problem.start)
      let place = locator.position(of: problem.offset)
      let isRest = problem.offset < task.offset && problem.offset == task.restOfArray?.offset
      printer.say(
        problem.message + (isRest ? "" : place.note(inValueAt: start)), in: inputName(task.input),
        at: place)
    }
    leaveOut(of: task.batch)
  }

  /// Counts the problems that the batch did not keep.
  private func leaveOut(of batch: borrowing Batch) {
    for (code, count) in batch.problemKinds where count > options.maximumMessages {
      printer.leaveOut(count - options.maximumMessages, of: code)
    }
  }

  // MARK: Sorting

  /// Forgets all rows but the first `limit` in their order, and says what others have to beat.
  private func keepFirst(_ limit: Int) throws(SystemFailure) {
    spare.removeAll()
    var ends: [Int] = []
    ends.reserveCapacity(limit)
    var row = ByteBuffer()
    for number in sorting.keepFirst(limit) {
      row.removeAll()
      try copyRow(number, to: &row)
      try spare.append(row.view)
      ends.append(spare.count)
    }
    swap(&kept, &spare)
    keptEnds = ends
    options.bound?.set(sorting.lastValues)
  }

  /// Half as many rows as are sorted at once, beside those that are wanted: few, so that the first
  /// bound is there soon.
  private static let sortedAtOnce = 128

  private func writeSorted() throws(SystemFailure) {
    let order = sorting.sorted()
    var rows = ByteBuffer(capacity: Delivery.writeSize)
    for number in order.prefix(options.limit ?? .max) {
      try copyRow(number, to: &rows)
      if rows.count >= Delivery.writeSize {
        try sink?.write(rows.view)
        rows.removeAll()
      }
    }
    try sink?.write(rows.view)
    counts.rows = min(counts.rows, options.limit ?? .max)
  }

  private func copyRow(_ number: Int, to output: inout ByteBuffer) throws(SystemFailure) {
    try kept.copy((number == 0 ? 0 : keptEnds[number - 1])..<keptEnds[number], to: &output)
  }

  /// How many bytes are written at a time.
  private static let writeSize = 1 << 16
}
