import CardJSON
import CardPlatform

/// The one source of a journal's lines: those of one open file, from some offset on, each an event
/// or a problem.
///
/// Memory does not grow with the file: it is one block, and of a line that is too long only the end
/// is kept. The one who opened the file closes it.
struct JournalLines: ~Copyable {
  /// How many bytes are read at a time.
  static let blockSize = 1 << 16

  /// The number of the last line, from 1 at the offset where reading began.
  private(set) var number = 0
  /// Where the last line begins, in bytes from the start of the file.
  private(set) var offset = 0
  /// Where the next line begins in the file.
  private(set) var nextOffset = 0

  private var file = JournalFile(path: "", name: "", number: 0)
  private var descriptor: Int32 = -1
  private var end = 0
  /// Whether the file can only be read from its beginning to its end, as a FIFO.
  private var isStream = false
  private var block = ByteBuffer(capacity: blockSize)
  private var rest = ByteBuffer()
  /// How much of the block is read.
  private var position = 0
  private var lastLine = 0..<0
  /// Whether the beginning of the next line was given up, because it is too long.
  private var isSkipping = false
  private var reader = JournalLineReader()

  /// No lines, until a file begins.
  init() {}

  /// The lines of a file from `start`, where a line begins, to `end`.
  init(_ file: JournalFile, _ descriptor: Int32, from start: Int = 0, to end: Int) {
    (self.file, self.descriptor, self.end) = (file, descriptor, end)
    go(to: start, line: 0)
  }

  /// Begins to read another file, from `start` on where it is a regular one.
  mutating func begin(_ file: OpenJournalFile, from start: Int = 0) {
    (self.file, descriptor, end) = (file.file, file.descriptor, .max)
    isStream = file.status.kind != .regular
    go(to: start, line: 0)
  }

  /// The bytes of the last line, without its line feed; of one that is too long the end.
  var bytes: ByteView { block.view.slice(lastLine) }

  /// The next line, or what comes after the last line feed; nil at the end of the file.
  mutating func next() throws(SystemFailure) -> JournalLineReader.Outcome? {
    if let whole = try nextWhole() { return whole }
    return tail()
  }

  /// The next line that has its line feed; nil where there is none yet.
  mutating func nextWhole() throws(SystemFailure) -> JournalLineReader.Outcome? {
    repeat {
      let feed = block.view.firstIndex(of: UInt8(ascii: "\n"), from: position, to: block.count)
      if let feed { return line(to: feed) }
    } while try fill()
    return nil
  }

  /// Whether something comes after the last line feed of what was read.
  var hasTail: Bool { position < block.count || isSkipping }

  /// What stands there, which is no event; nil for nothing.
  mutating func tail() -> JournalLineReader.Outcome? {
    guard hasTail else { return nil }
    let isLong = isSkipping || block.count - position >= JournalLine.maximumLength
    take(to: block.count, feed: 0)
    return .foreign(isLong ? .tooLong : .torn)
  }

  /// Gives back what stands there: it is half a line still being written, or a torn one that the
  /// next writer moves away.
  ///
  /// - Returns: false when it cannot be read again.
  mutating func dropTail() -> Bool {
    guard position < block.count, !isSkipping else { return true }
    block.truncate(to: position)
    return !isStream
  }

  /// Whether so many bytes are fewer than were read of a file that can be read again.
  func isBeyond(_ size: Int) -> Bool { !isStream && size < nextOffset }

  /// Goes on at `offset`, after the line of this number; not in what is no regular file.
  mutating func go(to offset: Int, line: Int) {
    block.removeAll()
    (position, isSkipping, lastLine) = (0, false, 0..<0)
    (self.offset, nextOffset, number) = (offset, offset, line)
  }

  /// Goes on after the last line with these bytes; at the beginning when there is none.
  mutating func skip(behind line: ByteView) throws(SystemFailure) {
    guard !isStream else { return }
    var place = (offset: 0, line: 0)
    while let finding = try nextWhole() {
      if case .event = finding, bytes == line { place = (nextOffset, number) }
    }
    go(to: place.offset, line: place.line)
  }

  private mutating func line(to feed: Int) -> JournalLineReader.Outcome {
    let isLong = isSkipping
    take(to: feed, feed: 1)
    if isLong { return .foreign(.tooLong) }
    block.replace(at: feed, with: 0)
    defer { block.replace(at: feed, with: UInt8(ascii: "\n")) }
    return reader.read(sealed: bytes)
  }

  private mutating func take(to end: Int, feed: Int) {
    lastLine = position..<end
    number += 1
    if !isSkipping { offset = nextOffset }
    isSkipping = false
    position = end + feed
    nextOffset += lastLine.count + feed
  }

  /// Reads on after what is left of the block; false at the end of the file.
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
      ? SystemCalls.read(descriptor, wanted, into: &block, name: file.name)
      : SystemCalls.read(descriptor, at: place, wanted, into: &block, name: file.name)
    return count > 0
  }
}
