import CardJSON
import Platform

/// Reads the lines of an open file, from some offset on.
///
/// Memory does not grow with the file: of a line that is longer than a line of a journal may be
/// there are several pieces.
struct FileLines: ~Copyable {
  /// A line, or a piece of a long one; a loan until the next is read.
  struct Piece {
    /// The bytes, with the line feed.
    let bytes: ByteView
    /// Where they begin, in bytes from the start of the file.
    let offset: Int
    /// Whether the line begins here.
    let isStart: Bool
    /// Whether the line ends here, with its line feed.
    let isEnd: Bool
  }

  private let descriptor: Int32
  private let name: String
  private let end: Int
  private var buffer = ByteBuffer(capacity: FileLines.blockSize)
  private var spare = ByteBuffer(capacity: FileLines.blockSize)
  /// Where the content of the buffer begins in the file.
  private var start: Int
  private var position = 0
  private var isAtLineStart = true

  /// Bytes that are read at a time.
  private static let blockSize = 1 << 18

  /// Lines of the file from `offset`, where a line begins, to `end`.
  init(_ descriptor: Int32, from offset: Int = 0, to end: Int = .max, name: String) {
    self.descriptor = descriptor
    self.name = name
    self.end = end
    start = offset
  }

  /// The next line or piece; nil at the end.
  mutating func next() throws(SystemFailure) -> Piece? {
    if let piece = whole() { return piece }
    if buffer.count - position <= JournalLine.maximumLength {
      try fill()
      if let piece = whole() { return piece }
    }
    guard position < buffer.count else { return nil }
    return piece(to: buffer.count, isEnd: false)
  }

  /// The line that ends within the buffer.
  private mutating func whole() -> Piece? {
    guard
      let feed = buffer.view.firstIndex(
        of: UInt8(ascii: "\n"), from: position, to: buffer.count)
    else { return nil }
    return piece(to: feed + 1, isEnd: true)
  }

  private mutating func piece(to limit: Int, isEnd: Bool) -> Piece {
    let piece = Piece(
      bytes: buffer.view.slice(position..<limit), offset: start + position,
      isStart: isAtLineStart, isEnd: isEnd)
    position = limit
    isAtLineStart = isEnd
    return piece
  }

  /// Drops what was read and reads on until the buffer is full or the file ends.
  private mutating func fill() throws(SystemFailure) {
    spare.removeAll()
    spare.append(buffer.view.slice(position..<buffer.count))
    swap(&buffer, &spare)
    start += position
    position = 0
    while buffer.count < FileLines.blockSize {
      let offset = start + buffer.count
      let wanted = min(FileLines.blockSize - buffer.count, end - offset)
      guard wanted > 0 else { return }
      let count = try SystemCalls.read(descriptor, at: offset, wanted, into: &buffer, name: name)
      if count == 0 { return }
    }
  }
}
