import CardJSON
import CardRules

/// A writer of findings in one format.
///
/// A report only appends to a buffer, which the caller may write and clear at any time. Its memory
/// use is bounded for any input. It escapes text from cards, so that the text cannot act as a
/// terminal escape sequence, a markup tag or a workflow command.
protocol Report {
  /// Appends the text before the first finding. Called once.
  mutating func begin(_ output: inout ByteBuffer)
  /// Appends a finding, or buffers it until the end.
  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer)
  /// Called when an input was read to its end, after its findings.
  mutating func finish(_ path: String, _ output: inout ByteBuffer)
  /// Appends the text after the last finding. Called once, even if reading was aborted.
  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer)
}

extension Report {
  /// By default, appends nothing.
  mutating func begin(_ output: inout ByteBuffer) {}
  /// By default, appends nothing.
  mutating func finish(_ path: String, _ output: inout ByteBuffer) {}
  /// By default, appends nothing.
  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {}
}

/// A JSON array whose objects are written as they arrive, one per line.
struct JSONObjectLines {
  private var isContinued = false

  /// Adds an object with the members that `body` adds.
  mutating func add(to output: inout ByteBuffer, _ body: (inout JSONWriter) -> Void) {
    output.json(.log, isContinued: isContinued) { json in
      json.newLine()
      json.object(nil, body)
    }
    isContinued = true
  }

  /// Ends the array, calls `body` to add what follows, and ends the text.
  func end(_ output: inout ByteBuffer, _ body: (inout JSONWriter) -> Void = { _ in }) {
    output.json(.log, isContinued: isContinued) { json in
      json.endLines()
      body(&json)
      json.endText()
    }
  }
}

extension JSONWriter {
  /// Adds an array of one object with the members that `body` adds.
  mutating func oneObject(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
    array(key) { $0.object(nil, body) }
  }

  /// Adds a position.
  mutating func add(_ key: StaticString, line: Int, column: Int) {
    object(key) { object in
      object.add("line", line)
      object.add("column", column)
    }
  }
}

/// A finding with its file and position.
struct LocatedFinding: Equatable, Sendable {
  /// The path of the input as the user typed it; `-` for standard input.
  var path: String
  var finding: Finding
  /// The position where it starts.
  var start: TextPosition
  /// The position after its last scalar.
  var end: TextPosition
  /// Its byte range in a file that is not plain JSON; nil for plain JSON.
  var source: Range<Int>?
  /// The locations of the edits of its fix; empty if findings are only counted.
  var edits: [LocatedEdit] = []
  /// The digest of the bytes it is about, which identifies a finding without a card id; nil if there
  /// is an id, or if the finding is about a whole array or envelope.
  var subject: Digest?
  /// The line in which it starts, truncated around the finding if long; nil if not shown.
  var excerpt: Excerpt?
}

/// An edit of a file, with the positions of its start and end.
struct LocatedEdit: Equatable, Sendable {
  var start: TextPosition
  var end: TextPosition
  var edit: TextEdit
  /// The text between the previous edit of the fix and this one; nil if it is long.
  var gap: String?
}

extension LocatedFinding {
  /// The edits of its fix as one edit; nil without edits, or if they are far apart.
  var wholeFix: LocatedEdit? {
    guard var whole = edits.first else { return nil }
    for next in edits.dropFirst() {
      guard let gap = next.gap else { return nil }
      (whole.end, whole.edit.text) = (next.end, whole.edit.text + gap + next.edit.text)
    }
    return whole
  }

  /// Creates a finding about the whole input at `path`.
  init(of finding: Finding, in path: String) {
    self.init(path: path, finding: finding, start: TextPosition(), end: TextPosition())
  }

  /// Creates a finding of `rule` about the whole input at `path`.
  init(of rule: Rule, in path: String, _ message: String) {
    self.init(of: Finding(of: rule, message: message, at: 0..<0), in: path)
  }

  /// Whether it is about a whole array or envelope, which may start in an earlier block.
  var isOfContainer: Bool { finding.rule.traits.contains(.container) }

  /// Sets the digest of the bytes it is about, unless its card has an id.
  ///
  /// - Parameter offset: the offset of `bytes` in the input.
  mutating func setSubject(in bytes: ByteView, at offset: Int = 0) {
    let (start, end) = (finding.offset - offset, finding.endOffset - offset)
    guard finding.cardID == nil, !isOfContainer, start >= 0, end <= bytes.count else { return }
    // Do not hash a whole object or array: any edit inside it would change the fingerprint.
    let containers: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "[")]
    if start < bytes.count, containers.contains(bytes[start]) { return }
    subject = Digest(of: bytes.slice(start..<end))
  }

  /// Its byte range in the file.
  var bytes: Range<Int> { source ?? finding.offset..<finding.endOffset }

  /// The location, `path:line:col:`.
  var location: String { start.location(in: LineText.leadingPath(path)) }

  /// The rule and the message, `[rule] message`.
  var text: String { "[\(finding.rule.id)] \(LineText.escaped(finding.message))" }

  /// The finding on one line, `path:line:col: severity[rule] message`, without the line's end.
  var line: String { "\(location) \(finding.severity.rawValue)\(text)" }
}
