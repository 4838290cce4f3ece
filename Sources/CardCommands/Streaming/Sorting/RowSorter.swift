import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// Sorts the rows of all batches in limited memory.
///
/// Rows are held until there are many. Then the rows that may be needed are sorted and written to a
/// temporary file as a run, and in the end all runs are merged. The sort is stable. If only the
/// first rows are needed, the keys of the last of them are a bound that further rows must precede,
/// so most rows are dropped early.
final class RowSorter {
  private let limit: Int
  private let memory: Int
  private let folder: String
  private var keys: SortKeys
  private var rows = TextList()
  private var runs: SortedRuns?

  /// Creates a sorter that returns the first rows in the order of `options`.
  ///
  /// The console has the number of bytes of rows to hold, and the directory for the temporary file.
  init(_ options: StreamOptions, _ console: Console) {
    limit = options.limit ?? .max
    (memory, folder) = (console.blockSizes.sorted, console.temporaryFolder)
    keys = SortKeys(options.sort, now: options.now)
  }

  /// The bound that the keys of a row must precede; empty if there is no bound.
  var bound: ByteView { keys.bound }

  /// Adds the rows of a batch.
  func append(_ batch: borrowing Batch) throws(SystemFailure) {
    var start = 0
    for (number, end) in batch.rowEnds.enumerated() {
      if keys.append(number, of: batch.sorting) {
        rows.append(batch.output.view.slice(start..<end))
      }
      start = end
    }
    let isMuch = rows.byteCount >= memory
    guard isMuch || rows.count - RowSorter.spareRows >= limit else { return }
    if rows.count > limit { prune() }
    if isMuch, rows.byteCount > memory / 2 { try spill() }
  }

  /// The number of surplus rows after which the rows are pruned.
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
    if runs == nil { runs = try SortedRuns(in: folder) }
    guard let runs else { return }
    for (place, number) in keys.sorted().enumerated() {
      try runs.append(rows[number], keys.values(at: place))
    }
    try runs.endRun()
    keys.removeAll()
    rows.removeAll()
  }

  /// Passes the first rows to `write`, in their order.
  func writeSorted(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    var rest = limit
    func add(_ row: ByteView) throws(SystemFailure) -> Bool {
      try write(row)
      rest -= 1
      return rest > 0
    }
    if runs != nil, rows.count > 0 { try spill() }
    if let runs {
      // The merge needs its own memory.
      rows.removeAll(keepsCapacity: false)
      return try runs.merge(add)
    }
    for number in keys.sorted() {
      if try !add(rows[number]) { break }
    }
  }
}

/// Sorted runs of rows in an unnamed temporary file, which is deleted when the process ends.
///
/// A row consists of the lengths of its sort keys and of its text, in four bytes each, followed by
/// both. Only the process that wrote it reads it, in its own byte order.
final class SortedRuns {
  private let descriptor: Int32
  private let name: String
  private let output: OutputStream
  private var size = 0
  /// The end of each run in the file.
  private var ends: [Int] = []

  /// Creates an empty list of runs in a file in `folder`.
  init(in folder: String) throws(SystemFailure) {
    (descriptor, name) = try TemporaryFile.unnamed(in: folder)
    output = OutputStream(descriptor, name: name)
  }

  deinit { SystemCalls.close(descriptor) }

  /// Adds a row to the current run; rows must be added in the order of their keys.
  func append(_ row: ByteView, _ keys: ByteView) throws(SystemFailure) {
    try output.append { buffer in
      buffer.append(word: UInt64(keys.count) | UInt64(row.count) << 32, count: SortedRun.headLength)
      buffer.append(keys)
      buffer.append(row)
    }
    size += SortedRun.headLength + keys.count + row.count
  }

  /// Ends a run; the next row begins another one.
  func endRun() throws(SystemFailure) {
    try output.flush()
    ends.append(size)
  }

  /// Passes the rows of all runs to `take` in the order of their keys, until it returns false.
  ///
  /// Rows with equal keys are passed in the order of the runs.
  func merge(_ take: (ByteView) throws(SystemFailure) -> Bool) throws(SystemFailure) {
    let share = max(
      SortedRuns.minimumRead, min(SortedRuns.maximumRead, SortedRuns.memory / ends.count))
    // In the reverse order of their next rows, so that the first one is removed and inserted fast.
    var runs: [SortedRun] = []
    for (number, end) in ends.enumerated() {
      let start = number == 0 ? 0 : ends[number - 1]
      let run = SortedRun(descriptor, name: name, start..<end, number: number, readSize: share)
      if try run.advance() { runs.append(run) }
    }
    runs.sort { $1.precedes($0) }
    while let run = runs.popLast(), try take(run.row) {
      guard try run.advance() else { continue }
      runs.insert(run, at: runs.indices.partitionPoint { run.precedes(runs[$0]) })
    }
  }

  /// The memory for the merge, in bytes, unless each run then gets less than the minimum read size.
  private static let memory = 1 << 24
  private static let minimumRead = 1 << 15
  private static let maximumRead = 1 << 18
}

/// A run during the merge, with its next row.
private final class SortedRun {
  private let descriptor: Int32
  private let name: String
  private let number: Int
  private let readSize: Int
  /// The unread part of the file.
  private var unread: Range<Int>
  private var buffer = ByteBuffer()
  /// The starts of the keys, of the row and of the bytes after it in the buffer.
  private var (keysStart, rowStart, end) = (0, 0, 0)

  init(_ descriptor: Int32, name: String, _ part: Range<Int>, number: Int, readSize: Int) {
    (self.descriptor, self.name, self.number) = (descriptor, name, number)
    (self.readSize, unread) = (readSize, part)
  }

  /// The row.
  var row: ByteView { buffer.view.slice(rowStart..<end) }

  private var keys: ByteView { buffer.view.slice(keysStart..<rowStart) }

  /// Whether the row comes before that of `other`.
  func precedes(_ other: SortedRun) -> Bool {
    let (own, others) = (keys, other.keys)
    if own.precedes(others) { return true }
    return number < other.number && own == others
  }

  /// Advances to the next row; false at the end of the run.
  func advance() throws(SystemFailure) -> Bool {
    if end == buffer.count, unread.isEmpty { return false }
    try fill(SortedRun.headLength)
    let lengths = buffer.view.slice(end..<end + SortedRun.headLength).word(at: 0)
    let keyLength = Int(lengths & 0xFFFF_FFFF)
    let length = SortedRun.headLength + keyLength + Int(lengths >> 32)
    try fill(length)
    keysStart = end + SortedRun.headLength
    rowStart = keysStart + keyLength
    end += length
    return true
  }

  static let headLength = 8

  /// Reads until the buffer contains `count` bytes after the row.
  private func fill(_ count: Int) throws(SystemFailure) {
    guard buffer.count - end < count else { return }
    buffer = buffer.take(from: end)
    end = 0
    while buffer.count < count {
      let wanted = min(max(readSize, count) - buffer.count, unread.count)
      let length = try SystemCalls.read(
        descriptor, at: unread.lowerBound, wanted, into: &buffer, name: name)
      if length == 0 { throw .nothingRead(name) }
      unread = unread.lowerBound + length..<unread.upperBound
    }
  }
}
