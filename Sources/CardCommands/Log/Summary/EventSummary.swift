import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit
import EventJournal

/// The rows of a summary in the order in which they are shown, and their total.
struct EventSummary {
  /// A row: whose counts they are, and the counts.
  struct Row {
    /// Nil for events of which it is not known.
    let name: String?
    let counts: EventCounts
  }

  let grouping: SummaryGrouping
  let rows: [Row]
  let total: EventCounts

  /// A number of each row.
  enum Column: Equatable {
    case count(CountedEvent)
    case uniqueImpressions
    case clickRate

    /// The columns in the order in which all forms have them: a count, then what is worked out from
    /// it.
    static let all = CountedEvent.allCases.flatMap { event -> [Column] in
      switch event {
      case .impression: [.count(event), .uniqueImpressions]
      case .click: [.count(event), .clickRate]
      default: [.count(event)]
      }
    }

    /// The name in JSON and CSV.
    var key: String {
      switch self {
      case .count(let event): event.key
      case .uniqueImpressions: "unique_impressions"
      case .clickRate: "click_rate"
      }
    }
  }

  /// What JSON and CSV call the columns.
  static let names = Column.all.map(\.key)
}

extension EventSummary.Column {
  /// Appends its number in `counts` as JSON and CSV have it; `nothing` for a rate of no
  /// impressions.
  fileprivate func append(
    _ counts: EventCounts, orElse nothing: StaticString, to text: inout ByteBuffer
  ) {
    switch self {
    case .count(let event): text.append(signed: Int64(counts[event]))
    case .uniqueImpressions: text.append(signed: Int64(counts.uniqueImpressions))
    case .clickRate:
      guard let rate = counts.clickRate(in: 10_000) else { return text.append(nothing) }
      text.append(decimal: UInt64(rate / 10_000))
      guard rate % 10_000 > 0 else { return }
      text.append(".")
      text.append(decimal: UInt64(rate % 10_000), digits: 4)
      while text.view[text.count - 1] == UInt8(ascii: "0") {
        text.truncate(to: text.count - 1)
      }
    }
  }
}

extension EventSummary {
  /// What `tally` counted, of its rows the first `limit`.
  init(_ grouping: SummaryGrouping, _ tally: borrowing EventTally, limit: Int?) {
    var rows: [Row] = []
    if grouping != .all {
      for row in tally.sortedRows().prefix(limit ?? .max) {
        rows.append(Row(name: tally.name(row)?.text, counts: tally.counts(row)))
      }
    }
    self.init(grouping: grouping, rows: rows, total: tally.total)
  }

  /// Appends the summary as one JSON object; a row without a name has `null` for it.
  func appendJSON(to output: inout ByteBuffer) {
    output.jsonLine { object in
      object.add("by", grouping.argument)
      object.begin("[", "rows")
      for row in rows {
        object.newLine()
        object.object { members in
          if let key = grouping.key {
            if let name = row.name {
              members.add(key, name)
            } else {
              members.addNull(key)
            }
          }
          EventSummary.add(row.counts, &members)
        }
      }
      object.endLines()
      object.object("total") { EventSummary.add(total, &$0) }
    }
  }

  /// Adds the counts as members.
  private static func add(_ counts: EventCounts, _ json: inout JSONWriter) {
    for (name, column) in zip(names, Column.all) {
      json.key(name)
      json.add { column.append(counts, orElse: "null", to: &$0) }
    }
  }

  /// Appends the rows as a table; of the summary of all events the total.
  func append(_ table: DelimitedText, hasHeader: Bool, to output: inout ByteBuffer) {
    let names = grouping.key.map { [$0.description] } ?? []
    if hasHeader { table.appendHeader(names + EventSummary.names, to: &output) }
    for row in grouping == .all ? [Row(name: nil, counts: total)] : rows {
      var cell = ByteBuffer()
      if !names.isEmpty {
        cell.append(row.name ?? "")
        table.appendCell(cell.view, isFirst: true, to: &output)
      }
      for (index, column) in Column.all.enumerated() {
        cell.removeAll()
        column.append(row.counts, orElse: "", to: &cell)
        table.appendCell(cell.view, isFirst: names.isEmpty && index == 0, to: &output)
      }
      table.endRow(to: &output)
    }
  }
}

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
