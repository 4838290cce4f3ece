import CardJSON
import EventJournal

/// A summary for people: a table, and on a terminal a bar of impressions for each row.
struct SummaryText {
  private let style: TextStyle

  /// Numbers are never cut; on a narrow terminal columns go in this order.
  private static let numbers = SummaryColumn.all.map { column in
    let (title, leaving) = heading(column)
    return TextTable.Column(title: title, minimum: 20, leaving: leaving, alignsRight: true)
  }
  private static let bar = TextTable.Column(title: "", minimum: TextTable.barWidth, leaving: 5)

  /// A summary in this style.
  init(_ style: TextStyle) { self.style = style }

  /// Appends the table.
  func append(_ summary: EventSummary, to output: inout ByteBuffer) {
    var ids = ShortIDs()
    let shortened = style.draws ? summary.groupings.firstIndex(of: .card) : nil
    if let shortened {
      for row in summary.rows { if let id = summary.name(shortened, of: row) { ids.list(id) } }
    }
    let most = summary.rows.reduce(0) { max($0, summary.counts(of: $1).impressions) }
    let headings = summary.groupings.map { grouping in
      TextTable.Column(title: grouping.heading, minimum: grouping == .card ? 44 : 10)
    }
    let bars = style.draws ? [SummaryText.bar] : []
    // Rows are built when they are printed: there may be as many as events.
    let table = TextTable(
      headings + SummaryText.numbers + bars, rowCount: summary.rows.count + 1
    ) { index in
      guard index < summary.rows.count else {
        let names = summary.groupings.indices.map { $0 == 0 ? "total" : "" }
        return names.map { TextTable.Cell($0, .heading) } + SummaryText.cells(summary.total)
          + bars.map { _ in TextTable.Cell("") }
      }
      let row = summary.rows[index]
      var cells: [TextTable.Cell] = []
      for index in summary.groupings.indices {
        let name = summary.name(index, of: row)
        let text = name.map { index == shortened ? ids.beginning(of: $0) : $0.text }
        cells.append(
          TextTable.Cell(text.map { LineText.leading(style.shown($0)) } ?? "(none)", .name))
      }
      let counts = summary.counts(of: row)
      cells += SummaryText.cells(counts)
      if style.draws { cells.append(TextTable.Cell(TextTable.bar(counts.impressions, of: most))) }
      return cells
    }
    table.append(style, width: style.draws ? style.width : .max, to: &output)
  }

  private static func cells(_ counts: EventCounts) -> [TextTable.Cell] {
    SummaryColumn.all.map { column in
      guard column == .clickRate else { return TextTable.Cell(String(column.value(counts))) }
      let rate = counts.clickRate(in: 1000)
      return TextTable.Cell(rate.map { "\($0 / 10).\($0 % 10)%" } ?? "-")
    }
  }

  /// The title of a column, and how early it goes.
  private static func heading(_ column: SummaryColumn) -> (title: String, leaving: Int) {
    switch column {
    case .count(.impression), .count(.click): (column.key.description, 0)
    case .uniqueImpressions: ("unique", 2)
    case .count(.controlImpression): ("control", 4)
    case .clickRate: ("rate", 3)
    case .count(.dismissal): ("dismissed", 1)
    }
  }
}
