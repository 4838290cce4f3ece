import CardJSON
import CardLibC
import Platform

/// Rows that wait to be put in order: in memory, and from some megabytes on in a temporary file.
///
/// The file has no name, so that nothing is left of it however the process ends.
struct RowStore: ~Copyable {
  /// Where the temporary file is made.
  private let folder: String
  /// The first rows, in the file; -1 while there is none.
  private var descriptor: Int32 = -1
  private var fileSize = 0
  /// The rows behind those.
  private var recent = ByteBuffer()

  /// How many bytes are held in memory.
  private static let memoryLimit = 8 << 20

  /// An empty store, which may make a file in `folder`.
  init(folder: String) { self.folder = folder }

  deinit { if descriptor >= 0 { SystemCalls.close(descriptor) } }

  /// How many bytes there are.
  var count: Int { fileSize + recent.count }

  private var name: String { "the temporary file in \(folder)" }

  /// Adds rows.
  ///
  /// - Throws: when the temporary file cannot be made or written.
  mutating func append(_ rows: ByteView) throws(SystemFailure) {
    recent.append(rows)
    guard recent.count > RowStore.memoryLimit else { return }
    if descriptor < 0 {
      let made = try TemporaryFile.make(in: folder + "/", isPrivate: true, shownAs: name)
      made.file.remove()
      descriptor = made.descriptor
    }
    try SystemCalls.write(descriptor, recent.view, name: name)
    fileSize += recent.count
    recent.removeAll()
  }

  /// Appends the bytes of one row to `output`.
  func copy(_ row: Range<Int>, to output: inout ByteBuffer) throws(SystemFailure) {
    guard row.lowerBound < fileSize else {
      return output.append(recent.view.slice(row.lowerBound - fileSize..<row.upperBound - fileSize))
    }
    var start = row.lowerBound
    while start < row.upperBound {
      let length = try SystemCalls.read(
        descriptor, at: start, row.upperBound - start, into: &output, name: name)
      guard length > 0 else { throw SystemFailure(action: "cannot read \(name)", code: EIO) }
      start += length
    }
  }

  /// Makes room for other rows.
  mutating func removeAll() {
    if descriptor >= 0 { SystemCalls.close(descriptor) }
    (descriptor, fileSize) = (-1, 0)
    recent.removeAll()
  }
}
