import CardJSON
import CardRules

/// Findings for people: one line per finding, optionally with the source line and a marker.
struct TextReport: Report {
  /// The display options of a text report.
  struct Style: Equatable, Sendable {
    /// Whether the source line is shown.
    var showsExcerpt = false
    /// Whether to use color.
    ///
    /// The stream must then pass escape sequences through; those in cards are escaped.
    var isColored = false
    /// The maximum width of an excerpt in columns.
    var width = 80
    /// Whether the counts are printed at the end.
    var showsSummary = true
  }

  var style = Style()

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    let severity = finding.finding.severity
    if style.isColored {
      let paint: TextStyle.Paint = severity.one(error: .error, warning: .warning, info: .note)
      output.append(TextStyle.Paint.heading.on(finding.location) + " ")
      output.append(paint.on(severity.rawValue) + finding.text + "\n")
    } else {
      output.append(finding.line + "\n")
    }
    if style.showsExcerpt, let excerpt = finding.excerpt {
      append(excerpt, line: finding.start.line, &output)
    }
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    if let statistics = summary.statistics { output.append(statistics.table) }
    if style.showsSummary { output.append(summary.line + "\n") }
  }

  private func append(_ excerpt: LocatedFinding.Excerpt, line: Int, _ output: inout ByteBuffer) {
    let number = " \(line) | "
    let gutter = String(repeating: " ", count: number.utf8.count - 2) + "| "
    let view = ExcerptView(excerpt, width: style.width - number.utf8.count)
    let mark = style.isColored ? TextStyle.Paint.mark.on(view.mark) : view.mark
    output.append("\(number)\(view.source)\n")
    output.append(gutter + String(repeating: " ", count: view.indent) + mark + "\n")
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
