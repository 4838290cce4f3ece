import CardJSON
import CardPlatform

/// A file's replacements as a unified diff, as `git apply` reads it.
struct Patch {
  /// A replacement: a range of the file, and the new text.
  struct Replacement: Equatable {
    let range: Range<Int>
    let text: String
  }

  /// The number of unchanged lines before and after changed ones.
  private static let context = 3

  private let path: String
  private let bytes: ByteView
  private let replacements: [Replacement]

  /// Creates the patch of a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file from the root of the repository.
  ///   - bytes: the content of the file.
  ///   - replacements: the replacements, in order and without overlaps.
  init(_ path: String, _ bytes: ByteView, _ replacements: [Replacement]) {
    self.path = path
    self.bytes = bytes
    self.replacements = replacements
  }

  /// Appends the diff; nothing without replacements.
  func append(to output: inout ByteBuffer) {
    guard !replacements.isEmpty else { return }
    // Only after a `diff --git` line, git treats the names as relative to the top of the
    // repository.
    let (old, new) = (Patch.quoted("a/" + path), Patch.quoted("b/" + path))
    let end = path.utf8.contains(UInt8(ascii: " ")) ? "\t\n" : "\n"
    output.append("diff --git \(old) \(new)\n--- \(old)\(end)+++ \(new)\(end)")
    var positions = TextPositions(in: bytes)
    var changes: [(line: Int, range: Range<Int>)] = []
    for replacement in replacements {
      let number = positions.position(of: replacement.range.lowerBound).line
      guard changes.last?.line != number else { continue }
      let start = lineStart(before: replacement.range.lowerBound)
      changes.append((number, start..<lineEnd(from: start)))
    }
    var first = 0
    while first < changes.count {
      var last = first
      while last + 1 < changes.count,
        changes[last + 1].line - changes[last].line <= 2 * Patch.context + 1
      {
        last += 1
      }
      appendHunk(changes[first...last], to: &output)
      first = last + 1
    }
  }

  private func appendHunk(
    _ changes: ArraySlice<(line: Int, range: Range<Int>)>, to output: inout ByteBuffer
  ) {
    guard let first = changes.first, let last = changes.last else { return }
    // The hunk extends from the first line of the context to the last one, if the lines exist.
    var (start, number) = (first.range.lowerBound, first.line)
    for _ in 0..<Patch.context where start > 0 {
      start = lineStart(before: start - 1)
      number -= 1
    }
    var (end, count) = (last.range.upperBound, last.line - number + 1)
    for _ in 0..<Patch.context where end < bytes.count {
      end = lineEnd(from: end)
      count += 1
    }
    output.append("@@ -\(number),\(count) +\(number),\(count) @@\n")
    var position = start
    var index = changes.startIndex
    while position < end {
      let line = position..<lineEnd(from: position)
      position = line.upperBound
      guard index < changes.endIndex, changes[index].range == line else {
        append(" ", bytes.slice(line), to: &output)
        continue
      }
      // Adjacent changed lines form a group, the old ones first.
      var group = index
      while group + 1 < changes.endIndex,
        changes[group + 1].range.lowerBound == changes[group].range.upperBound
      {
        group += 1
      }
      for change in changes[index...group] {
        append("-", bytes.slice(change.range), to: &output)
      }
      for change in changes[index...group] { appendReplaced(change.range, to: &output) }
      position = changes[group].range.upperBound
      index = group + 1
    }
  }

  private func appendReplaced(_ line: Range<Int>, to output: inout ByteBuffer) {
    let own = replacements[firstReplacement(from: line.lowerBound)...]
      .prefix { $0.range.lowerBound < line.upperBound }
    let text = Patch.replaced(line, of: bytes, by: own)
    append("+", text.view, to: &output)
  }

  /// Some bytes of a file with the replacements in them.
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

  /// The number of the first replacement at or after a byte.
  private func firstReplacement(from start: Int) -> Int {
    replacements.indices.partitionPoint { replacements[$0].range.lowerBound < start }
  }

  private func append(_ mark: String, _ line: ByteView, to output: inout ByteBuffer) {
    output.append(mark)
    output.append(line)
    guard line.count == 0 || line[line.count - 1] != UInt8(ascii: "\n") else { return }
    output.append("\n\\ No newline at end of file\n")
  }

  /// The start of the line that contains, or ends at, the byte at `end`.
  private func lineStart(before end: Int) -> Int {
    bytes.lastIndex(of: UInt8(ascii: "\n"), before: end).map { $0 + 1 } ?? 0
  }

  /// The position after the line that begins here, including its line feed.
  private func lineEnd(from start: Int) -> Int {
    bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count).map { $0 + 1 }
      ?? bytes.count
  }

  /// A name in git's format: in double quotes if a byte would otherwise be misinterpreted.
  static func quoted(_ name: String) -> String {
    let bytes = SystemText.bytes(name)
    let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return name }
    var text = "\""
    for byte in bytes {
      switch byte {
      case 0x22, 0x5C: text += "\\" + String(Unicode.Scalar(byte))
      case 0x20..<0x7F: text += String(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      }
    }
    return text + "\""
  }
}
