import CardJSON
import CardRules

/// Findings as annotations of GitHub Actions: workflow commands, which act when they are printed.
///
/// GitHub shows ten annotations of each kind for a step, the first ones, so all are kept back until
/// the end: errors come first, and a last notice says how many are not shown. Source of the form
/// and its escapes: actions/toolkit, packages/core/src/command.ts.
struct GitHubReport: Report {
  /// The number of annotations of a kind that GitHub shows for a step.
  static let mostOfAKind = 10

  /// Makes paths relative to the repository.
  let paths: ReportPaths
  private(set) var kept: [Severity: [String]] = [:]
  private(set) var omitted = ReportSummary()

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    let severity = finding.finding.severity
    guard kept[severity, default: []].count < GitHubReport.mostOfAKind else {
      return omitted.add(severity)
    }
    kept[severity, default: []].append(annotation(finding))
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    // The last notice needs a place among those that are shown.
    if omitted.total > 0, kept[.info]?.count == GitHubReport.mostOfAKind {
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
    // Columns of a place on several lines are refused.
    let isOneLine = start.line == end.line
    properties.append("line=\(start.line)" + (isOneLine ? ",col=\(start.column)" : ""))
    properties.append("endLine=\(end.line)" + (isOneLine ? ",endColumn=\(end.column)" : ""))
    let message = "\(path):\(start.line):\(start.column): \(finding.rule) \(finding.message)"
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
