import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit
import EventJournal

/// A number of each row of a summary.
enum SummaryColumn: Equatable {
  case count(CountedEvent)
  case uniqueImpressions
  case clickRate

  /// The columns in their order: a count, then what is derived from it.
  static let all = CountedEvent.allCases.flatMap { event -> [SummaryColumn] in
    switch event {
    case .impression: [.count(event), .uniqueImpressions]
    case .click: [.count(event), .clickRate]
    default: [.count(event)]
    }
  }

  /// The name in JSON and CSV.
  var key: StaticString {
    switch self {
    case .count(let event): event.key
    case .uniqueImpressions: "unique_impressions"
    case .clickRate: "click_rate"
    }
  }

  /// The number to sort by; -1 for a rate of no impressions.
  func value(_ counts: EventCounts) -> Int {
    switch self {
    case .count(let event): counts[event]
    case .uniqueImpressions: counts.uniqueImpressions
    case .clickRate: counts.clickRate(in: SummaryColumn.rateUnit) ?? -1
    }
  }

  /// Appends the number as JSON and CSV have it; `nothing` for a rate of no impressions.
  func append(_ counts: EventCounts, orElse nothing: StaticString, to text: inout ByteBuffer) {
    guard self == .clickRate else { return text.append(signed: Int64(value(counts))) }
    guard let rate = counts.clickRate(in: SummaryColumn.rateUnit) else {
      return text.append(nothing)
    }
    text.append(decimal: UInt64(rate / SummaryColumn.rateUnit))
    guard rate % SummaryColumn.rateUnit > 0 else { return }
    text.append(".")
    text.append(decimal: UInt64(rate % SummaryColumn.rateUnit), digits: 4)
    while text.view[text.count - 1] == UInt8(ascii: "0") { text.truncate(to: text.count - 1) }
  }

  private static let rateUnit = 10_000
}

/// A sort key of the rows of a summary.
struct SummarySortKey: Sendable {
  fileprivate enum Field {
    case name(SummaryGrouping)
    case number(SummaryColumn)
  }

  fileprivate let field: Field
  private let isDescending: Bool

  /// The names of the fields.
  static let names =
    SummaryGrouping.allCases.map(\.argument) + SummaryColumn.all.map(\.key.description)

  /// The key in `text`, such as `clicks:desc`.
  init(_ text: String) throws(ValueProblem) {
    var name = text
    isDescending = name.hasSuffix(":desc")
    if isDescending { name.removeLast(":desc".count) }
    if let grouping = SummaryGrouping.allCases.first(where: { $0.argument == name }) {
      field = .name(grouping)
    } else if let column = SummaryColumn.all.first(where: { $0.key.description == name }) {
      field = .number(column)
    } else {
      throw .unknownWord(kind: "field", text: name, known: SummarySortKey.names)
    }
  }

  /// The grouping that the key needs; nil for a number.
  var grouping: SummaryGrouping? {
    if case .name(let grouping) = field { grouping } else { nil }
  }

  /// Whether one row comes before another; nil if they are equal.
  fileprivate func isBefore(_ one: Int, _ other: Int, of summary: EventSummary) -> Bool? {
    switch field {
    case .name(let grouping):
      guard let index = summary.groupings.firstIndex(of: grouping) else { return nil }
      // Rows without a name come last in both directions.
      switch (summary.name(index, of: one), summary.name(index, of: other)) {
      case (nil, nil): return nil
      case (nil, _): return false
      case (_, nil): return true
      case (let one?, let other?):
        return one == other ? nil : one.precedes(other) != isDescending
      }
    case .number(let column):
      let (one, other) = (
        column.value(summary.counts(of: one)), column.value(summary.counts(of: other))
      )
      return one == other ? nil : (one < other) != isDescending
    }
  }
}

/// The counts of a journal: its rows in the order in which they are shown, and their total.
final class EventSummary {
  let groupings: [SummaryGrouping]
  private let tally: EventTally
  /// The rows of the tally to show.
  private(set) var rows: [Int] = []

  /// The counts of `tally`, the first `limit` rows.
  ///
  /// - Parameter sort: the order; then rows with more events come first, then names.
  init(
    _ groupings: [SummaryGrouping], _ tally: consuming EventTally, sort: [SummarySortKey],
    limit: Int?
  ) {
    self.groupings = groupings
    self.tally = tally
    let order = (0..<self.tally.rowCount).sorted { isBefore($0, $1, by: sort) }
    rows = Array(order.prefix(limit ?? .max))
  }

  private func isBefore(_ one: Int, _ other: Int, by sort: [SummarySortKey]) -> Bool {
    for key in sort {
      if let isBefore = key.isBefore(one, other, of: self) { return isBefore }
    }
    if let isBefore = counts(of: one).precedes(counts(of: other)) { return isBefore }
    for index in groupings.indices {
      let (one, other) = (name(index, of: one), name(index, of: other))
      guard let one, let other else {
        if one == nil, other == nil { continue }
        return one == nil
      }
      if !(one == other) { return one.precedes(other) }
    }
    return false
  }

  /// The counts of a row.
  func counts(of row: Int) -> EventCounts { tally.counts(row) }

  /// The counts of all events.
  var total: EventCounts { tally.total }

  /// The name of a row in a grouping; nil if its events do not have it.
  func name(_ index: Int, of row: Int) -> ByteView? { RowKeys.name(index, in: tally.name(row)) }

  /// Appends the summary as one JSON object; a row without a name has `null` for it.
  func appendJSON(to output: inout ByteBuffer) {
    output.jsonLine { object in
      object.add("by", groupings.map(\.argument))
      object.begin("[", "rows")
      for row in rows {
        object.newLine()
        object.object { members in
          for (index, grouping) in groupings.enumerated() {
            if let name = name(index, of: row) {
              members.add(grouping.key, text: name)
            } else {
              members.addNull(grouping.key)
            }
          }
          EventSummary.add(counts(of: row), &members)
        }
      }
      object.endLines()
      object.object("total") { EventSummary.add(total, &$0) }
    }
  }

  private static func add(_ counts: EventCounts, _ json: inout JSONWriter) {
    for column in SummaryColumn.all {
      json.add(column.key) { column.append(counts, orElse: "null", to: &$0) }
    }
  }

  /// Appends the rows as a table.
  func append(_ table: DelimitedText, hasHeader: Bool, to output: inout ByteBuffer) {
    if hasHeader {
      let names = groupings.map(\.key) + SummaryColumn.all.map(\.key)
      table.appendHeader(names.map(\.description), to: &output)
    }
    for row in rows {
      for index in groupings.indices {
        table.appendCell(
          name(index, of: row) ?? ByteView(""), isFirst: index == 0, to: &output)
      }
      var cell = ByteBuffer()
      let counts = counts(of: row)
      for column in SummaryColumn.all {
        cell.removeAll()
        column.append(counts, orElse: "", to: &cell)
        table.appendCell(cell.view, isFirst: false, to: &output)
      }
      table.endRow(to: &output)
    }
  }
}
