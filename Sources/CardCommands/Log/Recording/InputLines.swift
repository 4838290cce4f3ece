import CardJSON
import CardPlatform
import EventJournal

/// Reads lines as they become available, without waiting for more than one.
///
/// Memory does not grow with the input: of a line that is longer than `maximumLength` the beginning
/// is returned, which is longer too.
struct InputLines: ~Copyable {
  /// The longest line to return in full: an id of the maximum length after as much whitespace.
  static let maximumLength = 2 * JournalLine.maximumLength

  private let input: InputDescriptor
  private var bytes = ByteBuffer(capacity: InputLines.blockSize)
  private var rest = ByteBuffer()
  /// The number of bytes that were returned.
  private var start = 0
  private var isAtEnd = false
  /// Whether the beginning of the current line was returned.
  private var isSkipping = false
  /// The number of the last line, from 1.
  private(set) var number = 0

  private static let blockSize = 1 << 20

  /// Lines of the file at `path`, or of standard input for `-`.
  init(_ path: String, _ console: Console) throws(SystemFailure) {
    input = try InputDescriptor(InputFile(path: path, isFound: false), console)
  }

  deinit { input.close() }

  /// Calls `body` with each id of a file that has one per line, and its location.
  ///
  /// - Parameter pause: called before more lines are waited for.
  static func forEachID(
    _ path: String, _ console: Console, pause: () throws -> Void = {},
    _ body: (ByteView, TextPosition) throws -> Void
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

  /// Reads more after all lines were returned; false at the end.
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

  /// The next line that was read, without its line feed; valid until the next call.
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
