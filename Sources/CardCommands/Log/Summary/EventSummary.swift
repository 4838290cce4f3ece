import CardArguments
import CardJSON
import CardProcessing
import EventJournal

/// A column of numbers in a summary.
struct SummaryColumn: Sendable {
  /// The name in JSON and CSV.
  let name: String
  /// The title in a text table, and the priority for dropping the column from a narrow one.
  let title: String
  var dropRank = 0
  var isRate = false
  /// Returns the number of a row; -1 for a rate without impressions.
  let value: @Sendable (EventCounts) -> Int

  /// The columns in order.
  static let all = [
    SummaryColumn(name: "impressions", title: "impressions") { $0[.impression] },
    SummaryColumn(name: "unique_impressions", title: "unique", dropRank: 2) {
      $0.uniqueImpressions
    },
    SummaryColumn(name: "control_impressions", title: "control", dropRank: 4) {
      $0[.controlImpression]
    },
    SummaryColumn(name: "clicks", title: "clicks") { $0[.click] },
    SummaryColumn(name: "click_rate", title: "rate", dropRank: 3, isRate: true) {
      $0.clickRate(in: rateUnit) ?? -1
    },
    SummaryColumn(name: "dismissals", title: "dismissed", dropRank: 1) { $0[.dismissal] },
  ]

  /// Appends the number for JSON and CSV; `nothing` for a rate without impressions.
  func append(_ counts: EventCounts, orElse nothing: StaticString, to text: inout ByteBuffer) {
    let value = value(counts)
    guard isRate else { return text.append(signed: Int64(value)) }
    guard value >= 0 else { return text.append(nothing) }
    text.append(decimal: UInt64(value / SummaryColumn.rateUnit))
    guard value % SummaryColumn.rateUnit > 0 else { return }
    text.append(".")
    text.append(decimal: UInt64(value % SummaryColumn.rateUnit), digits: 4)
    while text.view[text.count - 1] == UInt8(ascii: "0") { text.truncate(to: text.count - 1) }
  }

  private static let rateUnit = 10_000
}

/// A sort key for the rows of a summary.
struct SummarySortKey: Sendable {
  /// The grouping to sort by; nil for a column of numbers.
  let grouping: SummaryGrouping?
  private let column: SummaryColumn?
  private let isDescending: Bool

  /// The names of the fields.
  private static let names =
    SummaryGrouping.allCases.map(\.argument) + SummaryColumn.all.map(\.name)
  /// The fields as values of an option.
  static let choices = names.map { Choice(name: $0, summary: "the rows by \($0)") }

  /// Parses a key such as `clicks:desc`.
  init(_ text: String) throws(ValueProblem) {
    isDescending = text.hasSuffix(":desc")
    let name = isDescending ? String(text.dropLast(":desc".count)) : text
    grouping = SummaryGrouping.allCases.first { $0.argument == name }
    column = SummaryColumn.all.first { $0.name == name }
    if grouping == nil, column == nil {
      throw .unknownWord(kind: "field", text: name, known: SummarySortKey.names)
    }
  }

  /// Whether one row comes before another; nil if they are equal.
  fileprivate func isBefore(
    _ one: EventTally.Row, _ other: EventTally.Row, in groupings: [SummaryGrouping]
  ) -> Bool? {
    if let column {
      let (left, right) = (column.value(one.counts), column.value(other.counts))
      return left == right ? nil : (left < right) != isDescending
    }
    guard let index = groupings.firstIndex(where: { $0 == grouping }) else { return nil }
    // Rows without a name come last in both directions.
    switch (RowKeys.name(index, in: one.name), RowKeys.name(index, in: other.name)) {
    case (let one?, let other?): return one == other ? nil : one.precedes(other) != isDescending
    case (nil, nil): return nil
    case (let one, _): return one != nil
    }
  }
}

/// The sorted rows of counts of a journal, and their total.
///
/// It takes about 60 bytes per row in addition to the memory of the tally.
final class EventSummary {
  let groupings: [SummaryGrouping]
  let rows: [EventTally.Row]
  /// The counts of all events.
  let total: EventCounts
  /// The owner of the memory of the keys.
  private let tally: EventTally

  /// Creates the summary of `tally` with the first `limit` rows.
  ///
  /// - Parameter sort: the sort keys. Equal rows are sorted by descending numbers of events and
  ///   then by name.
  init(
    _ groupings: [SummaryGrouping], _ tally: consuming EventTally, sort: [SummarySortKey],
    limit: Int?
  ) {
    let rows = tally.allRows
    // Sort indices, which move faster than rows.
    let order = rows.indices.sorted { one, other in
      let (one, other) = (rows[one], rows[other])
      for key in sort {
        if let isBefore = key.isBefore(one, other, in: groupings) { return isBefore }
      }
      return one.counts.precedes(other.counts) ?? RowKeys.precedes(one.name, other.name)
    }
    self.rows = order.prefix(limit ?? .max).map { rows[$0] }
    (self.groupings, total) = (groupings, tally.total)
    self.tally = tally
  }

  /// Appends the summary as one JSON object; an absent name is `null`.
  func appendJSON(to output: inout ByteBuffer) {
    output.jsonLine { object in
      object.add("by", groupings.map(\.argument))
      object.begin("[", "rows")
      for row in rows {
        object.newLine()
        object.object { members in
          for (index, grouping) in groupings.enumerated() {
            if let name = RowKeys.name(index, in: row.name) {
              members.add(grouping.key, text: name)
            } else {
              members.addNull(grouping.key)
            }
          }
          EventSummary.add(row.counts, &members)
        }
      }
      object.endLines()
      object.object("total") { EventSummary.add(total, &$0) }
    }
  }

  private static func add(_ counts: EventCounts, _ json: inout JSONWriter) {
    for column in SummaryColumn.all {
      json.key(column.name)
      json.add { column.append(counts, orElse: "null", to: &$0) }
    }
  }

  /// Appends the rows as a delimited table.
  func append(_ table: DelimitedText, hasHeader: Bool, to output: inout ByteBuffer) {
    if hasHeader {
      let names = groupings.map(\.key.description) + SummaryColumn.all.map(\.name)
      table.appendRow(names, to: &output)
    }
    for row in rows {
      for index in groupings.indices {
        let name = RowKeys.name(index, in: row.name) ?? ByteView("")
        table.appendCell(name, isFirst: index == 0, to: &output)
      }
      for column in SummaryColumn.all {
        table.beginCell(isFirst: false, in: &output)
        column.append(row.counts, orElse: "", to: &output)
      }
      table.endRow(to: &output)
    }
  }
}
