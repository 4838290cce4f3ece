import CardJSON
import CardPlatform
import CardProcessing

/// Sorts the rows of all batches with limited memory.
///
/// Rows are collected up to a size. Then those that may be needed are sorted and written to a
/// temporary file as a run; finally all runs are merged. The sort is stable. If only the first N
/// rows are needed, the keys of the current Nth row are a bound that further rows must precede, so
/// most rows are dropped early.
final class RowSorter {
  private let limit: Int
  private let memory: Int
  private let directory: String
  private var keys: SortKeys
  private var rows = TextList()
  private var runs: SortedRuns?

  /// Creates a sorter for the order and the limit in `options`.
  init(_ options: StreamOptions, _ console: Console) {
    limit = options.limit ?? .max
    (memory, directory) = (console.blockSizes.sorted, console.temporaryDirectory)
    keys = SortKeys(options.sort, now: options.now)
  }

  /// Adds the rows of a batch.
  func append(_ batch: borrowing Batch) throws(SystemFailure) {
    var start = 0
    for (number, end) in batch.rowEnds.enumerated() {
      if keys.append(number, of: batch.sorting) {
        rows.append(batch.output.view.slice(start..<end))
      }
      start = end
    }
    let isFull = rows.byteCount >= memory
    guard isFull || rows.count - RowSorter.spareRows >= limit else { return }
    if rows.count > limit { prune() }
    if isFull, rows.byteCount > memory / 2 { try spill() }
  }

  /// The number of unneeded rows that triggers pruning.
  private static let spareRows = 512

  /// Drops the rows that are not needed.
  private func prune() {
    let kept = keys.keepFirst(limit)
    keys.setBound(keys.values(at: kept.count - 1))
    var keptRows = TextList()
    for number in kept { keptRows.append(rows[number]) }
    swap(&rows, &keptRows)
  }

  /// Writes the rows in memory to the temporary file.
  private func spill() throws(SystemFailure) {
    if runs == nil { runs = try SortedRuns(in: directory) }
    guard let runs else { return }
    for (index, number) in keys.sorted().enumerated() {
      try runs.append(rows[number], keys.values(at: index))
    }
    try runs.endRun()
    keys.removeAll()
    rows.removeAll()
  }

  /// Passes the first rows to `write` in sorted order.
  func writeSorted(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    var rest = limit
    func add(_ row: ByteView) throws(SystemFailure) -> Bool {
      try write(row)
      rest -= 1
      return rest > 0
    }
    if runs != nil, rows.count > 0 { try spill() }
    if let runs {
      // Free the memory of the rows for the merge.
      rows.removeAll(keepsCapacity: false)
      return try runs.merge(add)
    }
    for number in keys.sorted() {
      if try !add(rows[number]) { break }
    }
  }
}
