import CardJSON
import EventJournal

/// A summary as a text table, with a bar of impressions for each row.
struct SummaryText {
  let style: TextStyle

  /// The columns of numbers, which are dropped from a narrow table but never truncated.
  private static func numbers(_ columns: [SummaryColumn]) -> [TextTable.Column] {
    columns.map(\.heading).map { title, dropRank in
      TextTable.Column(title: title, minimum: 20, dropRank: dropRank, alignsRight: true)
    }
  }
  private static let bar = TextTable.Column(title: "", minimum: TextTable.barWidth, dropRank: 5)

  /// Appends the table.
  func append(_ summary: EventSummary, to output: inout ByteBuffer) {
    var ids = ShortIDs()
    let shortened = style.isFitted ? summary.groupings.firstIndex(of: .card) : nil
    if let shortened {
      for row in summary.rows { summary.name(shortened, of: row).map { ids.list($0) } }
      ids.sort()
    }
    let most = summary.rows.reduce(0) { max($0, $1.counts[.impression]) }
    let headings = summary.groupings.map { grouping in
      TextTable.Column(title: grouping.heading, minimum: grouping == .card ? 44 : 10)
    }
    var table = TextTable(headings + SummaryText.numbers(summary.columns) + [SummaryText.bar])
    for row in summary.rows {
      for index in summary.groupings.indices {
        let name = summary.name(index, of: row)
        table.add(.name) { text in
          guard let name else { return text.append("(none)") }
          if index == shortened { return text.append(style.leading(ids.beginning(of: name))) }
          if name.isPlain { text.append(name) } else { text.append(style.leading(name.text)) }
        }
      }
      SummaryText.add(row.counts, summary.columns, to: &table)
      table.add(TextTable.Cell(TextTable.bar(row.counts[.impression], of: most)))
    }
    for index in summary.groupings.indices {
      table.add(TextTable.Cell(index == 0 ? "total" : "", .heading))
    }
    SummaryText.add(summary.total, summary.columns, to: &table)
    table.add(TextTable.Cell(""))
    table.append(style, width: style.width, to: &output)
  }

  private static func add(
    _ counts: EventCounts, _ columns: [SummaryColumn], to table: inout TextTable
  ) {
    for column in columns {
      table.add { text in
        guard column == .clickRate else {
          return text.append(decimal: UInt64(column.value(counts)))
        }
        guard let rate = counts.clickRate(in: 1000) else { return text.append("-") }
        text.append(decimal: UInt64(rate / 10))
        text.append(".")
        text.append(decimal: UInt64(rate % 10))
        text.append("%")
      }
    }
  }
}

extension ByteView {
  /// Whether the text needs no escapes, even at the start of a line.
  fileprivate var isPlain: Bool {
    !containsAny(of: .unusualInLine) && firstIndex(of: ByteView("::")) == nil
  }
}
