import CardJSON
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
struct IDLines: ~Copyable {
  private let input: InputDescriptor
  private var bytes = ByteBuffer(capacity: IDLines.blockSize)
  private var rest = ByteBuffer()
  private var isAtEnd = false

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
      let known = bytes.count
      let wanted = max(IDLines.blockSize, 2 * known)
      let progress = try input.read(into: &bytes, upTo: wanted, seen: known, output: -1)
      isAtEnd = progress == .end
      if isAtEnd, bytes.count > 0 { bytes.append(UInt8(ascii: "\n")) }
      take(&batch)
    }
    return true
  }

  private mutating func take(_ batch: inout IDBatch) {
    let view = bytes.view
    var start = 0
    while let end = view.firstIndex(of: UInt8(ascii: "\n"), from: start, to: view.count) {
      let hasReturn = end > start && view[end - 1] == UInt8(ascii: "\r")
      let line = view.slice(start..<(hasReturn ? end - 1 : end))
      if JSONNumber.trimmed(line).count > 0 { batch.append(line) }
      start = end + 1
    }
    rest.removeAll()
    rest.append(view.slice(start..<view.count))
    swap(&bytes, &rest)
  }
}
