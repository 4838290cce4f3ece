import CardJSON
import EventJournal
import CardPlatform

/// Some ids of cards, one after the other.
struct IDBatch: ~Copyable {
  private var ids = TextList()
  private var places: [TextPosition?] = []

  /// The number of ids.
  var count: Int { ids.count }

  /// The id at `index`, valid until the batch changes.
  subscript(index: Int) -> ByteView { ids[index] }

  /// Where the id at `index` was read; nil for one that the command line names.
  func place(_ index: Int) -> TextPosition? { places[index] }

  /// Adds the id in `text`: the line of the input with this number, or an operand for nil.
  mutating func append(_ text: ByteView, line: Int? = nil) {
    let range = CardIDText.range(in: text)
    ids.append(text.slice(range))
    let column = range.lowerBound == 0 ? 1 : text.slice(0..<range.lowerBound).scalarCount + 1
    places.append(line.map { TextPosition(line: $0, column: column) })
  }

  /// Forgets all ids.
  mutating func removeAll() {
    ids.removeAll()
    places.removeAll(keepingCapacity: true)
  }
}

/// Reads ids, one per line, as many at a time as are available without waiting.
///
/// Memory does not grow with the input: of a line that is too long for any event the beginning is
/// handed over, which is too long as well.
struct IDLines: ~Copyable {
  private let input: InputDescriptor
  private var bytes = ByteBuffer(capacity: IDLines.blockSize)
  private var rest = ByteBuffer()
  private var isAtEnd = false
  /// Whether the beginning of the current line was returned.
  private var isSkipping = false
  /// The number of lines read.
  private var line = 0

  /// The number of bytes to read for one batch.
  private static let blockSize = 1 << 20

  /// Lines of the file at `path`, or of standard input for `-`.
  init(_ path: String, _ console: Console) throws(SystemFailure) {
    input = try InputDescriptor(InputFile(path: path, isFound: false), console)
  }

  deinit { input.close() }

  /// Fills `batch` with the next ids; false at the end.
  ///
  /// Blank lines are skipped.
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
      line += 1
      let text = view.slice(start..<end)
      if !CardIDText.range(in: text).isEmpty { batch.append(text, line: line) }
      start = end + 1
    }
    if view.count - start > CardIDText.maximumLineLength {
      line += 1
      batch.append(view.slice(start..<start + CardIDText.maximumLineLength + 1), line: line)
      isSkipping = true
      start = view.count
    }
    rest.removeAll()
    rest.append(view.slice(start..<view.count))
    swap(&bytes, &rest)
  }
}
