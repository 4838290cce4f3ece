import CardProcessing
import CardJSON
import CardPlatform

/// The local items of a hybrid list (`--feed`): any JSON values, kept as written.
///
/// A file contains one array, an object with one array among its members, or consecutive values. It
/// is read into memory.
struct LocalFeed: ~Copyable {
  private var items = TextList()

  /// Reads the items at `path`.
  ///
  /// - Throws: `SystemFailure` if the file cannot be read, `DataError` if it is not JSON.
  init(_ path: String, _ console: Console) throws {
    let file = try SmallFile(path, console)
    var text = ByteBuffer(file.bytes)
    let bytes = text.sealed()
    var scanner = JSONScanner()
    var position = JSONScanner.skipSpace(bytes, from: file.start)
    while position < bytes.count {
      guard case .value(let end) = scanner.scan(bytes, from: position) else {
        throw LocalFeed.error(scanner.scan(bytes, from: position), in: file)
      }
      let document = scanner.document
      let next = JSONScanner.skipSpace(bytes, from: end)
      add(document, isWhole: items.count == 0 && next == bytes.count)
      position = next
    }
  }

  private static func error(_ outcome: JSONScanner.Outcome, in file: SmallFile) -> DataError {
    guard case .invalid(let error) = outcome else {
      return DataError(message: "\(file.path): error: the file ends inside a value")
    }
    return DataError(message: file.line(at: error.offset, error.description))
  }

  /// Adds a top-level value; if it is the only value and contains one array, adds the elements.
  private mutating func add(_ document: JSONDocument, isWhole: Bool) {
    guard isWhole, let array = LocalFeed.array(in: document) else { return add(document.raw(0)) }
    var ranges: [Range<Int>] = []
    document.forEachElement(of: array) { ranges.append(document.range($0)) }
    for range in ranges { add(document.bytes.slice(range)) }
  }

  private static func array(in document: JSONDocument) -> Int? {
    if document.kind(0) == .array { return 0 }
    var arrays: [Int] = []
    document.forEachMember(of: 0) { _, value in
      if document.kind(value) == .array { arrays.append(value) }
    }
    return arrays.count == 1 ? arrays[0] : nil
  }

  /// Adds one item.
  ///
  /// If it spans several lines, whitespace between tokens is dropped.
  private mutating func add(_ item: ByteView) {
    if item.firstIndex(of: UInt8(ascii: "\n"), from: 0, to: item.count) == nil {
      return items.append(item)
    }
    var compact = ByteBuffer(capacity: item.count)
    JSONText.appendCompact(item, to: &compact)
    items.append(compact.view)
  }

  /// Appends the items as rows.
  func append(as framing: RowFraming, to rows: inout ByteBuffer) {
    for item in 0..<items.count {
      if framing == .array { rows.append(",\n") }
      rows.append(items[item])
      if framing == .lines { rows.append(UInt8(ascii: "\n")) }
    }
  }
}
