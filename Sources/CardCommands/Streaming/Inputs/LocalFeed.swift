import CardJSON

/// The local items of a hybrid list (`--feed`): any JSON values, kept as written.
///
/// A file contains one array, an object with one array among its members, or consecutive values. It
/// is read into memory.
struct LocalFeed: ~Copyable {
  private var items = TextList()

  /// Reads the items at `path`; no items if it is nil.
  init(_ path: String?, _ console: Console) throws {
    guard let path else { return }
    let file = try SmallFile(path, console)
    var text = ByteBuffer(file.bytes)
    let bytes = text.sealed()
    var scanner = JSONScanner()
    var position = JSONScanner.skipSpace(bytes, from: file.start)
    do throws(JSONSyntaxError) {
      while position < bytes.count {
        position = JSONScanner.skipSpace(bytes, from: try scanner.read(bytes, from: position))
        add(scanner.document.root, isWhole: items.count == 0 && position == bytes.count)
      }
    } catch { throw DataError(message: file.line(at: error.offset, error.description)) }
  }

  /// Adds a top-level value; if it is the only value and contains one array, adds the elements.
  private mutating func add(_ value: JSONNode, isWhole: Bool) {
    let arrays = ([value] + value.members.map(\.value)).filter { $0.kind == .array }
    guard isWhole, arrays.count == 1 else { return add(value.raw) }
    for element in arrays[0].elements { add(element.raw) }
  }

  /// Adds one item, without whitespace between tokens if it spans several lines.
  private mutating func add(_ item: ByteView) {
    if item.firstIndex(of: UInt8(ascii: "\n"), from: 0, to: item.count) == nil {
      return items.append(item)
    }
    var compact = ByteBuffer(capacity: item.count)
    JSONText.appendCompact(item, to: &compact)
    items.append(compact.view)
  }

  /// The items as JSON.
  var list: [[UInt8]] { (0..<items.count).map { items[$0].array } }

  /// The items as rows.
  var rows: ByteBuffer {
    var rows = ByteBuffer()
    for item in 0..<items.count {
      rows.append(items[item])
      rows.append(UInt8(ascii: "\n"))
    }
    return rows
  }
}
