import CardArguments
import CardJSON
import CardProcessing
import EventJournal

/// A column of numbers in a summary; the raw value is its name in JSON and CSV.
enum SummaryColumn: String, CaseIterable {
  case impressions
  case uniqueImpressions = "unique_impressions"
  case controlImpressions = "control_impressions"
  case clicks
  case clickRate = "click_rate"
  case dismissals

  /// The title in a text table, and the priority for dropping the column from a narrow one.
  var heading: (title: String, dropRank: Int) {
    switch self {
    case .impressions: ("impressions", 0)
    case .uniqueImpressions: ("unique", 2)
    case .controlImpressions: ("control", 4)
    case .clicks: ("clicks", 0)
    case .clickRate: ("rate", 3)
    case .dismissals: ("dismissed", 1)
    }
  }

  /// Returns the number of a row; -1 for a rate without impressions.
  func value(_ counts: EventCounts) -> Int {
    switch self {
    case .impressions: counts.impressions
    case .uniqueImpressions: counts.uniqueImpressions
    case .controlImpressions: counts.controlImpressions
    case .clicks: counts.clicks
    case .clickRate: counts.clickRate(in: SummaryColumn.rateUnit) ?? -1
    case .dismissals: counts.dismissals
    }
  }

  /// Appends the number for JSON and CSV; `nothing` for a rate without impressions.
  func append(_ counts: EventCounts, orElse nothing: StaticString, to text: inout ByteBuffer) {
    let value = value(counts)
    guard self == .clickRate else { return text.append(decimal: UInt64(value)) }
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

  private static let names =
    SummaryGrouping.allCases.map(\.argument) + SummaryColumn.allCases.map(\.rawValue)
  /// The fields as values of an option.
  static let choices = names.map { Choice(name: $0, summary: "the rows by \($0)") }

  /// Parses a key such as `clicks:desc`.
  init(_ text: String) throws(ValueProblem) {
    isDescending = text.hasSuffix(":desc")
    let name = isDescending ? String(text.dropLast(":desc".count)) : text
    grouping = SummaryGrouping.allCases.first { $0.argument == name }
    column = SummaryColumn(rawValue: name)
    if grouping == nil, column == nil {
      throw .unknownWord(kind: "field", text: name, known: SummarySortKey.names)
    }
  }

  /// The key of the rows of `groupings`; rows without a name come last in both directions.
  fileprivate func key(in groupings: [SummaryGrouping]) -> RowOrder.Key? {
    if let column { return .number(column, isDescending: isDescending) }
    return groupings.firstIndex { $0 == grouping }.map {
      .name($0, isDescending: isDescending, absent: .last)
    }
  }
}

/// The sorted rows of counts of a journal, and their total.
///
/// It takes about 60 bytes per row in addition to the memory of the tally, and 110 while it sorts.
final class EventSummary {
  let groupings: [SummaryGrouping]
  /// The counts of all events.
  let total: EventCounts
  /// The rows of the tally, which owns the memory of their names, and their order.
  private let tally: EventTally
  private let unsorted: [EventTally.Row]
  private let order: [Int32]

  /// Creates the summary of `tally` with the first `limit` rows.
  ///
  /// Rows with equal sort keys are sorted by descending numbers of events and then by name.
  init(
    _ groupings: [SummaryGrouping], _ tally: consuming EventTally, sort: [SummarySortKey],
    limit: Int?
  ) {
    var tally = tally
    let order = RowOrder(sort.compactMap { $0.key(in: groupings) }, groupingCount: groupings.count)
    unsorted = tally.allRows
    self.order = Array(order.sorted(unsorted).prefix(limit ?? .max))
    (self.groupings, total) = (groupings, tally.total)
    self.tally = tally
  }

  /// The sorted rows.
  var rows: some RandomAccessCollection<EventTally.Row> {
    order.lazy.map { [unsorted] in unsorted[Int($0)] }
  }

  /// The name of a row in the grouping at an index; nil if it is absent.
  func name(_ index: Int, of row: EventTally.Row) -> ByteView? {
    RowKeys.name(index, of: groupings.count, in: row.name)
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
            if let name = name(index, of: row) {
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
    for column in SummaryColumn.allCases {
      json.key(column.rawValue)
      json.add { column.append(counts, orElse: "null", to: &$0) }
    }
  }

  /// Appends the rows as a delimited table.
  func append(_ table: DelimitedText, hasHeader: Bool, to output: inout ByteBuffer) {
    if hasHeader {
      let names = groupings.map(\.key.description) + SummaryColumn.allCases.map(\.rawValue)
      table.appendRow(names, to: &output)
    }
    for row in rows {
      for index in groupings.indices {
        let name = name(index, of: row) ?? ByteView("")
        table.appendCell(name, isFirst: index == 0, to: &output)
      }
      for column in SummaryColumn.allCases {
        table.beginCell(isFirst: false, in: &output)
        column.append(row.counts, orElse: "", to: &output)
      }
      table.endRow(to: &output)
    }
  }
}
