import CardJSON

/// A way to write findings: what stands before them, each of them as it comes, what stands behind.
///
/// A report only appends bytes; who uses it writes them out and empties the buffer whenever it
/// likes. What a report has to keep back until the end is bounded, whatever the input holds. No
/// text of a card can act in a report: not as a terminal's escape, a tag or a command to a CI.
protocol Report {
  /// Appends what stands before the first finding; called once.
  mutating func begin(_ output: inout ByteBuffer)
  /// Appends a finding, or keeps what it needs of it for the end.
  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer)
  /// Appends what stands behind the last finding; called once, also when reading was cut short.
  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer)
}

/// Two reports one behind the other in one output.
struct SeriesReport<First: Report, Second: Report>: Report {
  /// The one that comes first.
  var first: First
  /// The one behind it; while findings come it must append nothing.
  var second: Second

  mutating func begin(_ output: inout ByteBuffer) {
    first.begin(&output)
  }

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    first.add(finding, &output)
    second.add(finding, &output)
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    first.end(summary, &output)
    second.begin(&output)
    second.end(summary, &output)
  }
}
