import CardJSON
import CardPlatform

/// The answer to two questions about a file: whether it is a journal, and where its complete lines
/// end.
///
/// A journal is empty, or its first complete line is an event. If there is no complete line, the
/// file is one if a crash can have left it: its bytes begin an event as cardctl writes it, or are
/// all zero because they never reached the disk.
struct JournalContent {
  /// Whether the file is a journal.
  let isJournal: Bool
  /// The size of the file up to its last line feed.
  let completeSize: Int

  /// The beginning of every line that cardctl writes.
  private static let lineStart = ByteBuffer("{\"v\":\(JournalLine.version),\"id\":\"".utf8)

  /// Looks at the ends of a file.
  init(_ descriptor: Int32, size: Int, name: String) throws(SystemFailure) {
    completeSize = try JournalContent.completeSize(descriptor, size: size, name: name)
    if completeSize > 0 {
      var lines = JournalLines(descriptor, name: name, to: completeSize)
      let first = try lines.nextWhole()
      isJournal = first.map { lines.isEvent($0) } ?? false
    } else {
      isJournal = try JournalContent.isUnfinished(descriptor, size: size, name: name)
    }
  }

  /// Reads from the end, because usually the last byte decides.
  private static func completeSize(_ descriptor: Int32, size: Int, name: String)
    throws(SystemFailure) -> Int
  {
    var buffer = ByteBuffer()
    var (end, step) = (size, 1)
    while end > 0 {
      let start = max(0, end - step)
      buffer.removeAll()
      try FilePieces.forEach(in: [start..<end], of: descriptor, name: name) { buffer.append($0) }
      if let feed = buffer.view.lastIndex(of: UInt8(ascii: "\n"), before: buffer.count) {
        return start + feed + 1
      }
      (end, step) = (start, JournalLines.blockSize)
    }
    return 0
  }

  private static func isUnfinished(_ descriptor: Int32, size: Int, name: String)
    throws(SystemFailure) -> Bool
  {
    var isZero = true
    var start = ByteBuffer()
    try FilePieces.forEach(in: [0..<size], of: descriptor, name: name) { piece in
      if start.count == 0 { start.append(piece.slice(0..<min(piece.count, lineStart.count))) }
      isZero = isZero && piece.array.allSatisfy { $0 == 0 }
    }
    return isZero || start.view == lineStart.view.slice(0..<start.count)
  }
}
