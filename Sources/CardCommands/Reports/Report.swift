@_spi(CardTool) import CardJSON
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
  /// Nothing, unless the report tells of inputs in which nothing was found.
  mutating func finish(_ path: String, _ output: inout ByteBuffer) {}
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
    let finding = Finding(
      rule: rule.id, severity: rule.severity, message: message, offset: 0, endOffset: 0)
    return LocatedFinding(path: path, finding: finding, start: TextPosition(), end: TextPosition())
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
