@_spi(CardTool) import CardJSON
import CardRules

/// Findings for people: a line each, and where wanted the source line with a mark below the place.
struct TextReport: Report {
  /// How findings are shown.
  struct Style: Equatable, Sendable {
    /// Whether the source line is shown.
    var showsExcerpt = false
    /// Whether there is colour; the stream must then let escapes pass, and a card's are replaced.
    var isColored = false
    /// The columns that an excerpt may take.
    var width = 80
    /// Whether the counts stand at the end.
    var showsSummary = true
  }

  private let style: Style

  /// A report in `style`.
  init(_ style: Style = Style()) {
    self.style = style
  }

  mutating func begin(_ output: inout ByteBuffer) {}

  mutating func add(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    if style.isColored {
      appendColored(finding, &output)
    } else {
      finding.appendLine(to: &output)
    }
    output.append(UInt8(ascii: "\n"))
    if style.showsExcerpt, let excerpt = finding.excerpt {
      append(excerpt, line: finding.start.line, &output)
    }
  }

  mutating func end(_ summary: ReportSummary, _ output: inout ByteBuffer) {
    if let statistics = summary.statistics {
      output.append(statistics.table)
    }
    if style.showsSummary { output.append(summary.line + "\n") }
  }

  private func appendColored(_ finding: LocatedFinding, _ output: inout ByteBuffer) {
    let (path, start) = (LineText.leadingPath(finding.path), finding.start)
    let severity = finding.finding.severity
    output.append(TextReport.colored("\(path):\(start.line):\(start.column):", .bold))
    output.append(UInt8(ascii: " "))
    output.append(TextReport.colored(severity.rawValue, TextReport.color(severity)))
    output.append("[\(LineText.escaped(finding.finding.rule))] ")
    LineText.append(finding.finding.message, to: &output)
  }

  private func append(
    _ excerpt: LocatedFinding.Excerpt, line: Int, _ output: inout ByteBuffer
  ) {
    let number = " \(line) | "
    let gutter = String(repeating: " ", count: number.utf8.count - 2) + "| "
    let view = ExcerptView(excerpt, width: style.width - number.utf8.count)
    let mark = style.isColored ? TextReport.colored(view.mark, .mark) : view.mark
    output.append("\(number)\(view.source)\n")
    output.append(gutter + String(repeating: " ", count: view.indent) + mark + "\n")
  }

  /// What is coloured, by the parameters of the terminal's sequence.
  private enum Color: String {
    case bold = "1"
    case error = "1;31"
    case warning = "1;33"
    case info = "1;36"
    case mark = "1;32"
  }

  private static func color(_ severity: Severity) -> Color {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }

  private static func colored(_ text: String, _ color: Color) -> String {
    "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }
}

extension RuleStatistics {
  /// The rules as a table, most findings first, each row with its line end.
  fileprivate var table: String {
    let rows = rows
    let width = rows.map { String($0.count).count }.max() ?? 0
    return rows.map { row in
      let count = String(row.count)
      let severity = row.severity.rawValue
      let left = String(repeating: " ", count: width - count.count)
      let gap = String(repeating: " ", count: "warning".count - severity.count)
      return "\(left)\(count)  \(severity)\(gap)  \(LineText.escaped(row.rule))\n"
    }.joined()
  }
}
