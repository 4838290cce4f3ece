@_spi(CardTool) import CardJSON
import EventJournal

/// A summary for people: a table, and on a terminal a bar of impressions for each row.
struct SummaryText {
  private let style: TextStyle

  /// Numbers are never cut; where a terminal is narrow, those go that others tell.
  private static let numbers = EventSummary.Column.all.map { column in
    let (title, leaving) = heading(column)
    return TextTable.Column(title: title, minimum: 20, leaving: leaving, alignsRight: true)
  }
  private static let bar = TextTable.Column(title: "", minimum: TextTable.barWidth, leaving: 5)

  /// A summary in this style.
  init(_ style: TextStyle) { self.style = style }

  /// Appends the table.
  func append(_ summary: EventSummary, to output: inout ByteBuffer) {
    let most = summary.rows.map(\.counts.impressions).max() ?? 0
    var rows = summary.rows.map { row in
      [TextTable.Cell(row.name.map { LineText.leading(style.shown($0)) } ?? "(none)", .name)]
        + SummaryText.cells(row.counts)
        + [TextTable.Cell(style.draws ? TextTable.bar(row.counts.impressions, of: most) : "")]
    }
    if style.draws, summary.grouping == .card { rows.shorten(idsIn: 0) }
    let name = summary.grouping == .all ? "all" : "total"
    rows.append(
      [TextTable.Cell(name, .heading)] + SummaryText.cells(summary.total) + [TextTable.Cell("")])
    let heading = TextTable.Column(title: summary.grouping.heading, minimum: 44)
    let table = TextTable([heading] + SummaryText.numbers + [SummaryText.bar], rows)
    output.append(table.text(style, width: style.draws ? style.width : .max))
  }

  private static func cells(_ counts: EventCounts) -> [TextTable.Cell] {
    EventSummary.Column.all.map { column in
      let text =
        switch column {
        case .count(let event): String(counts[event])
        case .uniqueImpressions: String(counts.uniqueImpressions)
        case .clickRate: counts.clickRate(in: 1000).map { "\($0 / 10).\($0 % 10)%" } ?? "-"
        }
      return TextTable.Cell(text)
    }
  }

  /// The title of a column, and how early it goes.
  private static func heading(_ column: EventSummary.Column) -> (title: String, leaving: Int) {
    switch column {
    case .count(.impression), .count(.click): (column.key, 0)
    case .uniqueImpressions: ("unique", 2)
    case .count(.controlImpression): ("control", 4)
    case .clickRate: ("rate", 3)
    case .count(.dismissal): ("dismissed", 1)
    case .count: (column.key, 1)
    }
  }
}
