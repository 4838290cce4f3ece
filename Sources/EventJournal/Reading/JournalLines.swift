import CardJSON
import CardPlatform

/// Reads the lines of an open file from an offset; each is an event or a problem.
///
/// All reading of journals goes through this type. Memory is limited to one block; of a line that
/// is too long, only the end is kept. The caller closes the file.
struct JournalLines: ~Copyable {
  /// The number of bytes to read at a time.
  static let blockSize = 1 << 16

  /// The number of the last line; the first line that was read is 1.
  private(set) var number = 0
  /// The byte offset of the last line in the file.
  private(set) var offset = 0
  /// The byte offset of the next line in the file.
  private(set) var nextOffset = 0

  private var name = ""
  private var descriptor: Int32 = -1
  private var end = 0
  /// Whether the file is not seekable, such as a FIFO.
  private var isStream = false
  private var block = ByteBuffer(capacity: blockSize)
  private var rest = ByteBuffer()
  /// The offset of the next line in the block.
  private var position = 0
  private var lastLine = 0..<0
  /// Whether the start of the next line was dropped because the line is too long.
  private var isSkipping = false
  private var reader = JournalLineReader()

  /// Creates a reader without lines.
  init() {}

  /// Creates a reader of the lines from `start`, where a line must begin, to `end`.
  init(
    _ descriptor: Int32, name: String, from start: Int = 0, to end: Int = .max,
    isStream: Bool = false
  ) {
    (self.descriptor, self.name, self.end, self.isStream) = (descriptor, name, end, isStream)
    (offset, nextOffset) = (start, start)
  }

  /// The bytes of the last line, without its line feed; of a line that is too long, only the end.
  var bytes: ByteView { block.view.slice(lastLine) }

  /// Whether a file that begins with the last line, whose entry is `entry`, is a journal.
  func isEvent(_ entry: JournalEntry) -> Bool { reader.isEvent(entry) }

  /// Whether the last line contains `text`; reads the line again, because it may be too long to be
  /// kept.
  func contains(_ text: ByteView) throws(SystemFailure) -> Bool {
    var isFound = false
    var bytes = ByteBuffer()
    try FilePieces.forEach(in: [offset..<nextOffset], of: descriptor, name: name) { piece in
      // The text may begin in the piece before.
      let end = bytes.take(from: max(0, bytes.count - text.count))
      bytes.removeAll()
      bytes.append(end.view)
      bytes.append(piece)
      if bytes.view.firstIndex(of: text) != nil { isFound = true }
    }
    return isFound
  }

  /// Returns the next line, complete or not; nil at the end of the file.
  mutating func next() throws(SystemFailure) -> JournalEntry? {
    try nextWhole() ?? tail()
  }

  /// Returns the next complete line; nil if the file has no more.
  mutating func nextWhole() throws(SystemFailure) -> JournalEntry? {
    repeat {
      let feed = block.view.firstIndex(of: UInt8(ascii: "\n"), from: position, to: block.count)
      if let feed { return line(to: feed) }
    } while try fill()
    return nil
  }

  /// Whether there are bytes after the last line feed.
  var hasTail: Bool { position < block.count || isSkipping }

  /// Returns the bytes after the last line feed, which are not an event; nil at the end of a
  /// complete line.
  mutating func tail() -> JournalEntry? {
    guard hasTail else { return nil }
    let isLong = isSkipping || block.count - position >= JournalLine.maximumLength
    take(to: block.count, feed: 0)
    return .invalid(isLong ? .tooLong : .torn)
  }

  /// Discards the bytes after the last line feed and reads them again later: they are a line still
  /// being written, or a torn line that the next writer moves away.
  mutating func dropTail() { if !isSkipping, !isStream { block.truncate(to: position) } }

  /// Whether a file of this size is shorter than the part that was read.
  func hasReadBeyond(_ size: Int) -> Bool { !isStream && size < nextOffset }

  /// Continues at `offset`, after the line with this number.
  mutating func seek(to offset: Int = 0, line: Int = 0) {
    block.removeAll()
    (position, isSkipping, lastLine) = (0, false, 0..<0)
    (self.offset, nextOffset, number) = (offset, offset, line)
  }

  @inline(__always)
  private mutating func line(to feed: Int) -> JournalEntry {
    let isLong = isSkipping
    take(to: feed, feed: 1)
    if isLong { return .invalid(.tooLong) }
    // The scanner needs a zero byte after the line.
    block.replace(at: feed, with: 0)
    do { return .event(try reader.read(sealed: bytes)) } catch { return .invalid(error) }
  }

  @inline(__always)
  private mutating func take(to end: Int, feed: Int) {
    lastLine = position..<end
    number += 1
    if !isSkipping { offset = nextOffset }
    isSkipping = false
    position = end + feed
    nextOffset += lastLine.count + feed
  }

  /// Moves the unread bytes to the start of the block and reads more; returns false at the end of
  /// the file.
  private mutating func fill() throws(SystemFailure) -> Bool {
    let left = block.view.slice(position..<block.count)
    if left.count >= JournalLine.maximumLength, !isSkipping {
      (isSkipping, offset) = (true, nextOffset)
    }
    rest.removeAll()
    if isSkipping { nextOffset += left.count } else { rest.append(left) }
    swap(&rest, &block)
    (position, lastLine) = (0, 0..<0)
    let place = nextOffset + block.count
    let wanted = min(JournalLines.blockSize, end - place)
    guard wanted > 0 else { return false }
    let count =
      try isStream
      ? SystemCalls.read(descriptor, wanted, into: &block, name: name)
      : SystemCalls.read(descriptor, at: place, wanted, into: &block, name: name)
    return count > 0
  }
}
