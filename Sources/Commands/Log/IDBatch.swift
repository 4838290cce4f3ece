import CardJSON
import EventJournal
import Platform

/// Some ids of cards, one behind the other.
struct IDBatch: ~Copyable {
  private var bytes = ByteBuffer()
  private var ends: [Int] = []

  /// How many ids there are.
  var count: Int { ends.count }

  /// The id at `index`; a loan until the batch changes.
  subscript(index: Int) -> ByteView {
    bytes.view.slice((index == 0 ? 0 : ends[index - 1])..<ends[index])
  }

  /// Adds an id.
  mutating func append(_ id: ByteView) {
    bytes.append(id)
    ends.append(bytes.count)
  }

  /// Forgets all ids.
  mutating func removeAll() {
    bytes.removeAll()
    ends.removeAll(keepingCapacity: true)
  }
}

/// Reads ids from standard input, one a line, as many at a time as there are without waiting.
///
/// Memory does not grow with the input: of a line that is too long for any event the beginning is
/// handed over, which is too long as well.
struct IDLines: ~Copyable {
  private let input: InputDescriptor
  private var bytes = ByteBuffer(capacity: IDLines.blockSize)
  private var rest = ByteBuffer()
  private var isAtEnd = false
  /// Whether the line that goes on was handed over.
  private var isSkipping = false

  /// How many bytes are read for one batch.
  private static let blockSize = 1 << 20

  init(_ console: Console) throws(SystemFailure) {
    input = try InputDescriptor("-", console)
  }

  /// Fills `batch` with the next ids; false at the end.
  ///
  /// A line may end with CR and LF; blank ones are passed over.
  mutating func next(_ batch: inout IDBatch) throws(SystemFailure) -> Bool {
    batch.removeAll()
    while batch.count == 0 {
      if isAtEnd { return false }
      let progress = try input.read(
        into: &bytes, upTo: IDLines.blockSize, seen: bytes.count, output: -1)
      isAtEnd = progress == .end
      if isAtEnd, bytes.count > 0, !isSkipping { bytes.append(UInt8(ascii: "\n")) }
      take(&batch)
    }
    return true
  }

  private mutating func take(_ batch: inout IDBatch) {
    let view = bytes.view
    var start = 0
    if isSkipping {
      let end = view.firstIndex(of: UInt8(ascii: "\n"), from: 0, to: view.count)
      isSkipping = end == nil
      start = end.map { $0 + 1 } ?? view.count
    }
    while let end = view.firstIndex(of: UInt8(ascii: "\n"), from: start, to: view.count) {
      let hasReturn = end > start && view[end - 1] == UInt8(ascii: "\r")
      let line = view.slice(start..<(hasReturn ? end - 1 : end))
      if JSONNumber.trimmed(line).count > 0 { batch.append(line) }
      start = end + 1
    }
    if view.count - start > JournalLine.maximumLength {
      batch.append(view.slice(start..<start + JournalLine.maximumLength + 1))
      isSkipping = true
      start = view.count
    }
    rest.removeAll()
    rest.append(view.slice(start..<view.count))
    swap(&bytes, &rest)
  }
}
