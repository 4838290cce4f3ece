import CardJSON
import CardRules

/// A way to write findings: what comes before them, each of them as it comes, what comes after.
///
/// A report only appends bytes; who uses it writes them out and empties the buffer whenever it
/// likes. What a report has to keep back until the end is bounded, whatever the input holds. No
/// text of a card can act in a report: not as a terminal's escape, a tag or a command to a CI.
protocol Report {
  /// Appends what comes before the first finding; called once.
  mutating func begin(_ output: inout ByteBuffer)
  /// Appends a finding, or keeps what it needs of it for the end.
  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer)
  /// Notes that an input was read to its end: what was found in it has been added.
  mutating func finish(_ path: String, _ output: inout ByteBuffer)
  /// Appends what comes after the last finding; called once, also when reading was cut short.
  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer)
}

extension Report {
  /// Nothing, unless the report says so.
  mutating func begin(_ output: inout ByteBuffer) {}
  /// Nothing, unless the report tells of inputs in which nothing was found.
  mutating func finish(_ path: String, _ output: inout ByteBuffer) {}
  /// Nothing, unless the report says so.
  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {}
}

/// An input that could not be read, which every report calls an error.
enum UnreadableInput {
  static let rule = ReportRule(
    id: "input/unreadable", severity: .error,
    summary: "every input can be read",
    explanation: "Of an input that cannot be read nobody knows whether its cards are right, so a "
      + "run without it is no success.",
    source: "cardctl-validate(1)")

  /// The finding that says so of the input called `path`.
  static func finding(_ path: String, _ message: String) -> LocatedFinding {
    LocatedFinding(path, rule.id, rule.severity, message)
  }
}

/// A run that found nothing to check, which must not look like a success.
enum NothingChecked {
  static let rule = ReportRule(
    id: "input/nothing-checked", severity: .error,
    summary: "every run checks something",
    explanation: "An empty file, an empty directory or the output of a download that failed has no "
      + "errors, but nothing in it was checked. An empty array, envelope or sync response counts "
      + "as checked.",
    source: "cardctl-validate(1)")

  /// The finding of a run over the input called `path`.
  static func finding(_ path: String, _ message: String) -> LocatedFinding {
    LocatedFinding(path, rule.id, rule.severity, "nothing was checked: " + message)
  }
}

/// What reports say about a rule, whatever it finds.
struct ReportRule: Equatable, Sendable {
  /// The rule's id, such as `card/id-missing`.
  var id: String
  /// How much its findings matter unless somebody says otherwise.
  var severity: Severity
  /// What it looks for, in a few words: lower case, no full stop.
  var summary: String
  /// Why it matters, in sentences.
  var explanation: String
  /// Where it is written down: an address, or a reference in words; empty without one.
  var source: String
}

/// A finding as people and other programs are shown it: in which file, at which place.
struct LocatedFinding: Equatable, Sendable {
  /// The input as it was named; `-` for standard input.
  var path: String
  var finding: Finding
  /// Where it begins.
  var start: TextPosition
  /// Where it ends, after its last scalar.
  var end: TextPosition
  /// The bytes it is about in a file that is not plain JSON; nil for plain JSON.
  var source: Range<Int>?
  /// The digest of the bytes it is about, by which a finding without a card's id is known again;
  /// nil where there is an id, and for what is about a whole array or envelope.
  var subject: Digest?
  /// The line in which it begins, cut round the place when it is long; nil where nobody shows it.
  var excerpt: Excerpt?

  /// A piece of the input with the place in it.
  struct Excerpt: Equatable, Sendable {
    /// The text of the line, or a part of it.
    var text: String
    /// How many scalars of `text` come before the place.
    var offset: Int
    /// How many scalars of the place are in `text`, at least 1.
    var length: Int
    /// Whether the line begins before `text`.
    var isCutBefore = false
    /// Whether the line goes on after `text`.
    var isCutBehind = false
  }
}

extension LocatedFinding {
  /// The bytes of the file that it is about.
  var bytes: Range<Int> { source ?? finding.offset..<finding.endOffset }

  /// A finding about all of the file called `path`.
  init(_ path: String, _ rule: String, _ severity: Severity, _ message: String) {
    let finding = Finding(rule: rule, severity: severity, message: message, offset: 0, endOffset: 0)
    self.init(path: path, finding: finding, start: TextPosition(), end: TextPosition())
  }

  /// Appends the finding on one line, as `line` has it.
  func appendLine(to output: inout ByteBuffer) {
    // A path that begins with a letter or a digit begins no command.
    let isUsual = path.utf8.first.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x2F }
    if isUsual == true {
      LineText.append(path, to: &output)
    } else {
      output.append(LineText.leadingPath(path))
    }
    output.append(":")
    output.append(decimal: UInt64(start.line))
    output.append(":")
    output.append(decimal: UInt64(start.column))
    output.append(": ")
    output.append(finding.severity.rawValue)
    output.append("[")
    LineText.append(finding.rule, to: &output)
    output.append("] ")
    LineText.append(finding.message, to: &output)
  }

  /// The finding on one line, `path:line:col: severity[rule] message`, without the line's end.
  var line: String {
    var text = ByteBuffer()
    appendLine(to: &text)
    return text.view.text
  }
}
