import CardJSON
import CardRules

/// Findings for people: one line per finding, optionally with the source line and a marker.
struct TextReport: Report {
  /// The colors, and the maximum width of an excerpt.
  ///
  /// A stream of colored text must pass escape sequences through; those in cards are escaped.
  var style = TextStyle()
  /// Whether source lines are shown.
  var showsExcerpts = false
  /// Whether the counts are printed at the end.
  var showsSummary = true

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    let severity = finding.finding.severity
    let paint: TextStyle.Paint = severity.one(error: .error, warning: .warning, info: .note)
    output.append(style.paint(finding.location, .heading) + " ")
    output.append(style.paint(severity.rawValue, paint) + finding.text + "\n")
    if showsExcerpts, let excerpt = finding.excerpt {
      append(excerpt, line: finding.start.line, &output)
    }
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    if let statistics = summary.statistics { output.append(statistics.table) }
    if showsSummary { output.append(summary.line + "\n") }
  }

  private func append(_ excerpt: LocatedFinding.Excerpt, line: Int, _ output: inout ByteBuffer) {
    let number = " \(line) | "
    let gutter = String(repeating: " ", count: number.utf8.count - 2) + "| "
    let view = ExcerptView(excerpt, width: style.width - number.utf8.count)
    output.append("\(number)\(view.source)\n" + gutter)
    output.append(String(repeating: " ", count: view.indent) + style.paint(view.mark, .mark) + "\n")
  }
}

extension RuleStatistics {
  /// The rules as a table, most findings first.
  ///
  /// Each row ends with a line feed.
  fileprivate var table: String {
    let rows = rows
    let width = rows.map { String($0.count).count }.max() ?? 0
    return rows.map { row in
      let count = DisplayWidth.padded(String(row.count), to: width, alignsRight: true)
      let severity = DisplayWidth.padded(row.severity.rawValue, to: Severity.warning.rawValue.count)
      return "\(count)  \(severity)  \(row.rule.id)\n"
    }.joined()
  }
}
