import CardJSON
import CardPlatform

/// The replacements in a file as a unified diff for `git apply`.
struct Patch {
  /// A byte range of the file, and its new text.
  struct Replacement: Equatable {
    let range: Range<Int>
    let text: String
  }

  /// A changed line: its number, and its byte range including the line feed.
  private typealias Line = (number: Int, range: Range<Int>)

  /// The number of unchanged lines before and after changed ones.
  private static let context = 3

  /// The path of the file, relative to the root of the repository.
  let path: String
  /// The content of the file.
  let bytes: ByteView
  /// The replacements, sorted and without overlaps.
  let replacements: [Replacement]

  /// Appends the diff, or nothing if there are no replacements.
  func append(to output: inout ByteBuffer) {
    guard !replacements.isEmpty else { return }
    // Without a `diff --git` line, git would not treat the names as relative to the root of the
    // repository.
    let (old, new) = (Patch.quoted("a/" + path), Patch.quoted("b/" + path))
    let end = path.utf8.contains(UInt8(ascii: " ")) ? "\t\n" : "\n"
    output.append("diff --git \(old) \(new)\n--- \(old)\(end)+++ \(new)\(end)")
    var positions = TextPositions(in: bytes)
    var hunk: [Line] = []
    for replacement in replacements {
      let number = positions.position(of: replacement.range.lowerBound).line
      if let last = hunk.last?.number {
        if number == last { continue }
        if number - last > 2 * Patch.context + 1 {
          append(hunk, to: &output)
          hunk.removeAll()
        }
      }
      let start = lineStart(before: replacement.range.lowerBound)
      hunk.append((number, start..<lineEnd(from: start)))
    }
    append(hunk, to: &output)
  }

  /// Appends a hunk: nearby changed lines and their context.
  private func append(_ changes: [Line], to output: inout ByteBuffer) {
    guard let first = changes.first, let last = changes.last else { return }
    // Extend the hunk by the context on both sides, as far as the file has lines.
    var (start, number) = (first.range.lowerBound, first.number)
    for _ in 0..<Patch.context where start > 0 {
      start = lineStart(before: start - 1)
      number -= 1
    }
    var (end, count) = (last.range.upperBound, last.number - number + 1)
    for _ in 0..<Patch.context where end < bytes.count {
      end = lineEnd(from: end)
      count += 1
    }
    output.append("@@ -\(number),\(count) +\(number),\(count) @@\n")
    // In a run of changed lines, all old lines precede all new ones.
    var new = ByteBuffer()
    var rest = changes[...]
    while start < end {
      let line = start..<lineEnd(from: start)
      start = line.upperBound
      if rest.first?.range == line {
        rest.removeFirst()
        append("-", bytes.slice(line), to: &output)
        replaced(line).read { append("+", $0, to: &new) }
      } else {
        output.append(new.view)
        new.removeAll()
        append(" ", bytes.slice(line), to: &output)
      }
    }
    output.append(new.view)
  }

  private func replaced(_ line: Range<Int>) -> ByteBuffer {
    let first = replacements.indices.partitionPoint {
      replacements[$0].range.lowerBound < line.lowerBound
    }
    let own = replacements[first...].prefix { $0.range.lowerBound < line.upperBound }
    return Patch.replaced(line, of: bytes, by: own)
  }

  /// Returns the bytes of a range with the replacements applied.
  static func replaced(
    _ range: Range<Int>, of bytes: ByteView, by replacements: some Sequence<Replacement>
  ) -> ByteBuffer {
    var text = ByteBuffer()
    var position = range.lowerBound
    for replacement in replacements {
      text.append(bytes.slice(position..<replacement.range.lowerBound))
      text.append(replacement.text)
      position = replacement.range.upperBound
    }
    text.append(bytes.slice(position..<range.upperBound))
    return text
  }

  private func append(_ mark: String, _ line: ByteView, to output: inout ByteBuffer) {
    output.append(mark)
    output.append(line)
    guard line.count == 0 || line[line.count - 1] != UInt8(ascii: "\n") else { return }
    output.append("\n\\ No newline at end of file\n")
  }

  /// Returns the start of the line that contains, or ends at, the byte at `end`.
  private func lineStart(before end: Int) -> Int {
    bytes.lastIndex(of: UInt8(ascii: "\n"), before: end).map { $0 + 1 } ?? 0
  }

  /// Returns the end of the line that starts at `start`, including its line feed.
  private func lineEnd(from start: Int) -> Int {
    let feed = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count)
    return feed.map { $0 + 1 } ?? bytes.count
  }

  /// Returns a name in git's format: in double quotes if it contains bytes that need escaping.
  static func quoted(_ name: String) -> String {
    let bytes = SystemText.bytes(name)
    let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return name }
    let escaped = bytes.map { byte in
      switch byte {
      case 0x22, 0x5C: return "\\" + String(Unicode.Scalar(byte))
      case 0x20..<0x7F: return String(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
