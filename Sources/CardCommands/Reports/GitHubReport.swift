import CardJSON
import CardRules

/// Findings as GitHub Actions annotations, which are workflow commands in the job's output.
///
/// GitHub shows only the first ten annotations of each level per step. The report therefore buffers
/// them until the end, prints errors first, and ends with a notice about the omitted ones.
/// The format and its escapes are from actions/toolkit, packages/core/src/command.ts.
struct GitHubReport: Report {
  /// The number of annotations of each level that GitHub shows per step.
  static let annotationLimit = 10

  /// Makes paths relative to the repository.
  let paths: ReportPaths
  private(set) var kept: [Severity: [String]] = [:]
  private(set) var omitted = ReportSummary()

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    let severity = finding.finding.severity
    guard kept[severity, default: []].count < GitHubReport.annotationLimit else {
      return omitted.add(severity)
    }
    kept[severity, default: []].append(annotation(finding))
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    // The final notice counts toward the limit.
    if omitted.total > 0, kept[.info]?.count == GitHubReport.annotationLimit {
      kept[.info]?.removeLast()
      omitted.add(.info)
    }
    for severity in Severity.allCases.sorted(by: >) {
      for line in kept[severity] ?? [] { output.append(line + "\n") }
    }
    if omitted.total > 0 {
      output.append("::notice title=cardctl::not shown as annotations: \(omitted.foundText)\n")
    }
  }

  private func annotation(_ located: LocatedFinding) -> String {
    let finding = located.finding
    let path = paths.fromRoot(located.path)
    var properties = ["title=" + GitHubReport.property("cardctl (\(finding.rule))")]
    if path != "-" { properties.append("file=" + GitHubReport.property(path)) }
    let (start, end) = (located.start, located.end)
    // GitHub rejects columns for a range that spans several lines.
    let isOneLine = start.line == end.line
    properties.append("line=\(start.line)" + (isOneLine ? ",col=\(start.column)" : ""))
    properties.append("endLine=\(end.line)" + (isOneLine ? ",endColumn=\(end.column)" : ""))
    let message = "\(start.location(in: path)) \(finding.rule) \(finding.message)"
    let command = finding.severity.one(error: "error", warning: "warning", info: "notice")
    // Anything that could end the line is already escaped.
    return "::\(command) \(properties.joined(separator: ","))::"
      + LineText.escaped(message).replacing { $0 == "%" ? "%25" : nil }
  }

  private static func property(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["%": "%25", ":": "%3A", ",": "%2C"]
    return LineText.escaped(text).replacing { escapes[$0] }
  }
}
