import CardJSON
import CardPlatform
import EventJournal

/// Reads lines as soon as they are available.
///
/// Memory is bounded: a line that is longer than `maximumLength` is truncated to one byte more than
/// that, so that callers still see that it is too long.
struct InputLines: ~Copyable {
  /// The maximum length of a complete line, in bytes: an id of the maximum length and as much
  /// whitespace.
  static let maximumLength = 2 * JournalLine.maximumLength

  private let input: InputDescriptor
  private var bytes = ByteBuffer(capacity: InputLines.blockSize)
  private var rest = ByteBuffer()
  /// The start of the next line in `bytes`.
  private var start = 0
  private var isAtEnd = false
  /// Whether the rest of a truncated line is being skipped.
  private var isSkipping = false
  /// The 1-based number of the last returned line.
  private(set) var number = 0

  private static let blockSize = 1 << 20

  /// Opens the file at `path`, or standard input for `-`.
  init(_ path: String, _ console: Console) throws(SystemFailure) {
    input = try InputDescriptor(InputFile(path: path, isFound: false), console)
  }

  deinit { input.close() }

  /// Calls `body` with each id in a file that has one per line, and with its location; calls
  /// `pause` before waiting for more lines.
  static func forEachID(
    _ path: String, _ console: Console, pause: () throws -> Void = {},
    body: (ByteView, TextPosition) throws -> Void
  ) throws {
    var lines = try InputLines(path, console)
    while try lines.fill() {
      while let text = lines.next() {
        let range = CardIDText.range(in: text)
        guard !range.isEmpty else { continue }
        let column = text.slice(0..<range.lowerBound).scalarCount + 1
        try body(text.slice(range), TextPosition(line: lines.number, column: column))
      }
      try pause()
    }
  }

  /// Reads more bytes after `next` has returned all lines; returns false at the end.
  mutating func fill() throws(SystemFailure) -> Bool {
    guard !isAtEnd else { return false }
    rest.removeAll()
    rest.append(bytes.view.slice(start..<bytes.count))
    swap(&bytes, &rest)
    start = 0
    let progress = try input.read(into: &bytes, upTo: InputLines.blockSize, seen: bytes.count)
    isAtEnd = progress == .end
    if isAtEnd, bytes.count > 0, !isSkipping { bytes.append(UInt8(ascii: "\n")) }
    return true
  }

  /// Returns the next line in the buffer, without its line feed, valid until the next call.
  mutating func next() -> ByteView? {
    while let end = bytes.view.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count) {
      let line = bytes.view.slice(start..<end)
      start = end + 1
      if isSkipping {
        isSkipping = false
        continue
      }
      number += 1
      return line
    }
    defer { if isSkipping { start = bytes.count } }
    guard !isSkipping, bytes.count - start > InputLines.maximumLength else { return nil }
    isSkipping = true
    number += 1
    return bytes.view.slice(start..<start + InputLines.maximumLength + 1)
  }
}
