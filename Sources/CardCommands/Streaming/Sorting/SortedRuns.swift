import CardJSON
import CardPlatform

/// Sorted runs of rows in an unnamed temporary file, which is deleted when the process ends.
///
/// A row is stored as the length of its sort keys and the length of its text, four bytes each,
/// followed by both. Only the process that wrote the file reads it, so the byte order is the native
/// one.
final class SortedRuns {
  private let descriptor: Int32
  private let name: String
  private let output: OutputStream
  private var size = 0
  /// The end of each run in the file.
  private var ends: [Int] = []

  /// Creates an empty list of runs in a file in `directory`.
  init(in directory: String) throws(SystemFailure) {
    (descriptor, name) = try TemporaryFile.unnamed(in: directory)
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

  /// Ends the current run; the next row begins another one.
  func endRun() throws(SystemFailure) {
    try output.flush()
    ends.append(size)
  }

  /// Passes the rows of all runs and their keys to `take` in the order of the keys, until it
  /// returns false.
  ///
  /// Rows with equal keys are passed in the order of the runs.
  func merge(
    _ take: (_ row: ByteView, _ keys: ByteView) throws(SystemFailure) -> Bool
  ) throws(SystemFailure) {
    let share = max(
      SortedRuns.minimumRead, min(SortedRuns.maximumRead, SortedRuns.memory / ends.count))
    // Sorted by their next rows in descending order, so that the next run is removed from the end.
    var runs: [SortedRun] = []
    for (number, end) in ends.enumerated() {
      let start = number == 0 ? 0 : ends[number - 1]
      let run = SortedRun(descriptor, name: name, start..<end, number: number, readSize: share)
      if try run.advance() { runs.append(run) }
    }
    runs.sort { $1.precedes($0) }
    while let run = runs.popLast(), try take(run.row, run.keys) {
      guard try run.advance() else { continue }
      runs.insert(run, at: runs.indices.partitionPoint { run.precedes(runs[$0]) })
    }
  }

  /// The memory for the merge, in bytes, unless each run would get less than the minimum.
  private static let memory = 1 << 24
  private static let minimumRead = 1 << 15
  private static let maximumRead = 1 << 18
}

/// A run during the merge, positioned at its next row.
private final class SortedRun {
  private let descriptor: Int32
  private let name: String
  private let number: Int
  private let readSize: Int
  /// The unread part of the file.
  private var unread: Range<Int>
  private var buffer = ByteBuffer()
  /// The offsets in the buffer of the current keys, of the current row, and of the end of the row.
  private var (keysStart, rowStart, end) = (0, 0, 0)

  init(_ descriptor: Int32, name: String, _ part: Range<Int>, number: Int, readSize: Int) {
    (self.descriptor, self.name, self.number) = (descriptor, name, number)
    (self.readSize, unread) = (readSize, part)
  }

  /// The current row.
  var row: ByteView { buffer.view.slice(rowStart..<end) }

  /// The keys of the current row.
  var keys: ByteView { buffer.view.slice(keysStart..<rowStart) }

  /// Whether the row comes before that of `other`.
  func precedes(_ other: SortedRun) -> Bool {
    let (own, others) = (keys, other.keys)
    if own.precedes(others) { return true }
    return number < other.number && own == others
  }

  /// Advances to the next row; returns false at the end of the run.
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

  /// Reads until the buffer contains `count` bytes after the current row.
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
