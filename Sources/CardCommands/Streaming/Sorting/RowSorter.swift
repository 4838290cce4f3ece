import CardJSON
import CardPlatform
import CardProcessing

/// Sorts rows with limited memory.
///
/// Rows are collected up to a size. Then those that may be needed are sorted and written to a
/// temporary file as a run; finally all runs are merged. The sort is stable. If only the first N
/// rows are needed, the keys of the current Nth row are a bound that further rows must precede, so
/// most rows are dropped early.
final class RowSorter {
  private let limit: Int
  private let memory: Int
  private let directory: String
  private var keys = SortKeys()
  private var rows = TextList()
  private var runs: SortedRuns?

  /// Creates a sorter that returns the first `limit` rows.
  init(limit: Int, _ console: Console) {
    self.limit = limit
    (memory, directory) = (console.blockSizes.sorted, console.temporaryDirectory)
  }

  private var size: Int { rows.byteCount + keys.byteCount }

  /// Adds a row with its encoded sort keys (`SortKeys`).
  func append(_ row: ByteView, keys bytes: ByteView) throws(SystemFailure) {
    if keys.append(bytes) { rows.append(row) }
    let isFull = size >= memory
    guard isFull || rows.count - RowSorter.spareRows >= limit else { return }
    if rows.count > limit { prune() }
    if isFull, size > memory / 2 { try spill() }
  }

  /// Adds the rows of a batch.
  func append(_ batch: borrowing Batch) throws(SystemFailure) {
    var start = 0
    for (number, end) in batch.rowEnds.enumerated() {
      let row = batch.output.view.slice(start..<end)
      try append(row, keys: batch.sorting.values(at: number))
      start = end
    }
  }

  /// The number of unneeded rows that triggers pruning.
  private static let spareRows = 512

  /// Drops the rows that are not needed.
  private func prune() {
    let kept = keys.keepFirst(limit)
    if limit > 0 { keys.setBound(keys.values(at: kept.count - 1)) }
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

  /// Passes the first rows and their keys to `write` in sorted order.
  func writeSorted(
    _ write: (_ row: ByteView, _ keys: ByteView) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    var rest = limit
    func add(_ row: ByteView, _ keys: ByteView) throws(SystemFailure) -> Bool {
      guard rest > 0 else { return false }
      try write(row, keys)
      rest -= 1
      return rest > 0
    }
    if runs != nil, rows.count > 0 { try spill() }
    if let runs {
      // Free the memory of the rows for the merge.
      rows.removeAll(keepsCapacity: false)
      return try runs.merge(add)
    }
    for (index, number) in keys.sorted().enumerated() {
      if try !add(rows[number], keys.values(at: index)) { break }
    }
  }
}
