import CardJSON
import CardPlatform
import CardRules

/// The edits of a file as a unified diff for `git apply`.
struct Patch {
  /// Changed lines: the number of the first one, and their byte range including the line feeds.
  private typealias Lines = (number: Int, range: Range<Int>)

  /// The number of unchanged lines before and after changed ones.
  private static let context = 3

  /// The path of the file, relative to the root of the repository.
  let path: String
  /// The content of the file.
  let bytes: ByteView
  /// The edits, sorted and without overlaps.
  let edits: [TextEdit]

  /// Appends the diff, or nothing if there are no edits.
  func append(to output: inout ByteBuffer) {
    guard !edits.isEmpty else { return }
    // Without a `diff --git` line, git would not treat the names as relative to the root of the
    // repository.
    let (old, new) = (Patch.quoted("a/" + path), Patch.quoted("b/" + path))
    let end = path.utf8.contains(UInt8(ascii: " ")) ? "\t\n" : "\n"
    output.append("diff --git \(old) \(new)\n--- \(old)\(end)+++ \(new)\(end)")
    var hunk: [Lines] = []
    // The difference between the numbers of new and old lines before the hunk.
    var growth = 0
    for lines in changes {
      if let last = hunk.last,
        lines.number - last.number - count(bytes.slice(last.range)) > 2 * Patch.context
      {
        append(hunk, &growth, to: &output)
        hunk.removeAll()
      }
      hunk.append(lines)
    }
    append(hunk, &growth, to: &output)
  }

  /// The changed lines, in order; edits of the same or adjacent lines together.
  private var changes: [Lines] {
    var positions = TextPositions(in: bytes)
    var changes: [Lines] = []
    for edit in edits {
      let range = lineStart(before: edit.range.lowerBound)..<lineEnd(from: edit.range.upperBound)
      if let last = changes.last, range.lowerBound <= last.range.upperBound {
        changes[changes.count - 1].range =
          last.range.lowerBound..<max(range.upperBound, last.range.upperBound)
      } else {
        changes.append((positions.position(of: range.lowerBound).line, range))
      }
    }
    return changes
  }

  /// Returns the number of lines of a text; the last one may lack its line feed.
  private func count(_ text: ByteView) -> Int {
    let feeds = text.count(of: UInt8(ascii: "\n"))
    return text.count > 0 && text[text.count - 1] != UInt8(ascii: "\n") ? feeds + 1 : feeds
  }

  /// Appends a hunk: nearby changed lines and their context.
  private func append(_ changes: [Lines], _ growth: inout Int, to output: inout ByteBuffer) {
    guard let first = changes.first, let last = changes.last else { return }
    // Extend the hunk by the context on both sides, as far as the file has lines.
    var (start, number) = (first.range.lowerBound, first.number)
    for _ in 0..<Patch.context where start > 0 {
      start = lineStart(before: start - 1)
      number -= 1
    }
    var end = last.range.upperBound
    for _ in 0..<Patch.context where end < bytes.count {
      end = lineEnd(from: end)
    }
    let oldCount = count(bytes.slice(start..<end))
    var lines = ByteBuffer()
    var newCount = oldCount
    for change in changes {
      append(" ", start..<change.range.lowerBound, of: bytes, to: &lines)
      append("-", change.range, of: bytes, to: &lines)
      var new = ByteBuffer()
      new.append(change.range, of: bytes, with: edits(in: change.range))
      append("+", 0..<new.count, of: new.view, to: &lines)
      newCount += count(new.view) - count(bytes.slice(change.range))
      start = change.range.upperBound
    }
    append(" ", start..<end, of: bytes, to: &lines)
    output.append("@@ -\(number),\(oldCount) +\(number + growth),\(newCount) @@\n")
    output.append(lines.view)
    growth += newCount - oldCount
  }

  /// Returns the edits that begin in a range of whole lines.
  private func edits(in range: Range<Int>) -> ArraySlice<TextEdit> {
    func first(from offset: Int) -> Int {
      edits.indices.partitionPoint { edits[$0].range.lowerBound < offset }
    }
    // An insertion at the end of a file without a final line feed belongs to the last line.
    let end = range.upperBound == bytes.count ? edits.count : first(from: range.upperBound)
    return edits[first(from: range.lowerBound)..<end]
  }

  /// Appends the lines of a range of `text`, each after `mark`.
  private func append(
    _ mark: String, _ range: Range<Int>, of text: ByteView, to output: inout ByteBuffer
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let feed = text.firstIndex(of: UInt8(ascii: "\n"), from: start, to: range.upperBound)
      let end = feed.map { $0 + 1 } ?? range.upperBound
      append(mark, text.slice(start..<end), to: &output)
      start = end
    }
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
