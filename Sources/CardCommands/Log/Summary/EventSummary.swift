import CardArguments
import CardJSON
import CardProcessing
import EventJournal

/// A number of each row of a summary, in their order; the raw value is the name in JSON and CSV.
enum SummaryColumn: String, CaseIterable, Sendable {
  case impressions
  case uniqueImpressions = "unique_impressions"
  case controlImpressions = "control_impressions"
  case clicks
  case clickRate = "click_rate"
  case dismissals

  /// The title in text, and how early the column goes when space is short.
  var heading: (title: String, leaving: Int) {
    switch self {
    case .impressions: ("impressions", 0)
    case .uniqueImpressions: ("unique", 2)
    case .controlImpressions: ("control", 4)
    case .clicks: ("clicks", 0)
    case .clickRate: ("rate", 3)
    case .dismissals: ("dismissed", 1)
    }
  }

  /// The number to sort by; -1 for a rate of no impressions.
  func value(_ counts: EventCounts) -> Int {
    switch self {
    case .impressions: counts[.impression]
    case .uniqueImpressions: counts.uniqueImpressions
    case .controlImpressions: counts[.controlImpression]
    case .clicks: counts[.click]
    case .clickRate: counts.clickRate(in: SummaryColumn.rateUnit) ?? -1
    case .dismissals: counts[.dismissal]
    }
  }

  /// Appends the number as JSON and CSV have it; `nothing` for a rate of no impressions.
  func append(_ counts: EventCounts, orElse nothing: StaticString, to text: inout ByteBuffer) {
    let value = value(counts)
    guard self == .clickRate else { return text.append(signed: Int64(value)) }
    guard value >= 0 else { return text.append(nothing) }
    text.append(decimal: UInt64(value / SummaryColumn.rateUnit))
    guard value % SummaryColumn.rateUnit > 0 else { return }
    text.append(".")
    text.append(decimal: UInt64(value % SummaryColumn.rateUnit), digits: 4)
    while text.view[text.count - 1] == UInt8(ascii: "0") { text.truncate(to: text.count - 1) }
  }

  private static let rateUnit = 10_000
}

/// A sort key of the rows of a summary.
struct SummarySortKey: Sendable {
  /// The grouping that the key needs; nil for a number.
  let grouping: SummaryGrouping?
  private let column: SummaryColumn?
  private let isDescending: Bool

  /// The names of the fields.
  private static let names =
    SummaryGrouping.allCases.map(\.argument) + SummaryColumn.allCases.map(\.rawValue)
  /// The fields as values of an option.
  static let choices = names.map { Choice(name: $0, summary: "the rows by \($0)") }

  /// The key in `text`, such as `clicks:desc`.
  init(_ text: String) throws(ValueProblem) {
    isDescending = text.hasSuffix(":desc")
    let name = isDescending ? String(text.dropLast(":desc".count)) : text
    grouping = SummaryGrouping.allCases.first { $0.argument == name }
    column = SummaryColumn(rawValue: name)
    if grouping == nil, column == nil {
      throw .unknownWord(kind: "field", text: name, known: SummarySortKey.names)
    }
  }

  /// Whether one row comes before another; nil if they are equal.
  fileprivate func isBefore(_ one: Int, _ other: Int, of summary: EventSummary) -> Bool? {
    if let column {
      let (one, other) = (summary.counts(of: one), summary.counts(of: other))
      let (left, right) = (column.value(one), column.value(other))
      return left == right ? nil : (left < right) != isDescending
    }
    guard let index = summary.groupings.firstIndex(where: { $0 == grouping }) else { return nil }
    // Rows without a name come last in both directions.
    switch (summary.name(index, of: one), summary.name(index, of: other)) {
    case (let one?, let other?): return one == other ? nil : one.precedes(other) != isDescending
    case (nil, nil): return nil
    case (let one, _): return one != nil
    }
  }
}

/// The counts of a journal: its rows in the order in which they are shown, and their total.
///
/// Memory: about 100 bytes for each row, in addition to the tally's.
final class EventSummary {
  let groupings: [SummaryGrouping]
  /// Holds the memory of the keys.
  private let tally: EventTally
  /// The counts and keys of all rows, read once: the tally, which cannot be copied, would be moved
  /// for each row that is read.
  private let all: [(counts: EventCounts, key: ByteView)]
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
    var all: [(counts: EventCounts, key: ByteView)] = []
    all.reserveCapacity(tally.rowCount)
    for row in 0..<tally.rowCount { all.append((tally.counts(row), tally.name(row))) }
    self.all = all
    self.tally = tally
    let order = all.indices.sorted { isBefore($0, $1, by: sort) }
    rows = Array(order.prefix(limit ?? .max))
  }

  private func isBefore(_ one: Int, _ other: Int, by sort: [SummarySortKey]) -> Bool {
    for key in sort { if let isBefore = key.isBefore(one, other, of: self) { return isBefore } }
    if let isBefore = counts(of: one).precedes(counts(of: other)) { return isBefore }
    return RowKeys.precedes(all[one].key, all[other].key)
  }

  /// The counts of a row.
  func counts(of row: Int) -> EventCounts { all[row].counts }

  /// The counts of all events.
  var total: EventCounts { tally.total }

  /// The name of a row in a grouping; nil if its events do not have it.
  func name(_ index: Int, of row: Int) -> ByteView? { RowKeys.name(index, in: all[row].key) }

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
    for column in SummaryColumn.allCases {
      json.key(column.rawValue)
      json.add { column.append(counts, orElse: "null", to: &$0) }
    }
  }

  /// Appends the rows as a table.
  func append(_ table: DelimitedText, hasHeader: Bool, to output: inout ByteBuffer) {
    if hasHeader {
      let names = groupings.map(\.key.description) + SummaryColumn.allCases.map(\.rawValue)
      table.appendHeader(names, to: &output)
    }
    var cell = ByteBuffer()
    for row in rows {
      for index in groupings.indices {
        let name = name(index, of: row) ?? ByteView("")
        table.appendCell(name, isFirst: index == 0, to: &output)
      }
      for column in SummaryColumn.allCases {
        cell.removeAll()
        column.append(counts(of: row), orElse: "", to: &cell)
        table.appendCell(cell.view, isFirst: false, to: &output)
      }
      table.endRow(to: &output)
    }
  }
}
