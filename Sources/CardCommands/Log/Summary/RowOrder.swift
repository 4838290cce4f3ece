import CardJSON
import CardProcessing
import EventJournal

/// The order of the rows of a summary.
///
/// The keys of a row are encoded so that they sort by bytes (`SortKeys`): comparing counts and names
/// took 40 % of `log summary` with many cards.
struct RowOrder {
  /// A property by which rows are sorted.
  enum Key {
    /// A column of numbers.
    case number(SummaryColumn, isDescending: Bool)
    /// The name of the grouping at an index.
    case name(Int, isDescending: Bool, absent: Absent)
  }

  /// The place of rows without a name.
  enum Absent { case first, last }

  private let keys: [Key]
  private let groupingCount: Int

  /// Creates the order by `keys`, then by descending numbers of events, and then by all names.
  init(_ keys: [Key], groupingCount: Int) {
    let events: [CountedEvent] = [.impression, .controlImpression, .click, .dismissal]
    self.keys =
      keys + events.map { .number(.events($0), isDescending: true) }
      + (0..<groupingCount).map { .name($0, isDescending: false, absent: .first) }
    self.groupingCount = groupingCount
  }

  /// Returns the numbers of the rows in this order.
  func sorted(_ rows: [EventTable.Row]) -> [Int] {
    let shared = (0..<groupingCount).map { index in
      commonLength(rows.lazy.map { $0.name.joinedName(at: index) }.filter { $0.count > 0 })
    }
    var sorting = SortKeys()
    var encoded = ByteBuffer()
    for row in rows {
      encoded.removeAll()
      for key in keys {
        switch key {
        case .number(let column, let isDescending):
          // A rate may be -1.
          let number = column.value(row.counts) + 1
          SortKeys.write(count: number, isDescending: isDescending, to: &encoded)
        case .name(let index, let isDescending, let absent):
          let name = row.name.joinedName(at: index)
          if name.count == 0, absent == .last {
            encoded.append(0xFF)
          } else {
            let rest = name.slice(min(shared[index], name.count)..<name.count)
            SortKeys.write(name: rest, isDescending: isDescending, to: &encoded)
          }
        }
      }
      sorting.append(encoded.view)
    }
    return sorting.sorted()
  }

  /// Returns the number of bytes that all names begin with, less than the length of any.
  private func commonLength(_ names: some Sequence<ByteView>) -> Int {
    var common: ByteView?
    for name in names {
      let beginning = common ?? name
      let most = min(beginning.count, name.count - 1)
      if common == nil || beginning.count > most || !beginning.occurs(at: 0, in: name) {
        common = beginning.slice(0..<((0..<most).first { beginning[$0] != name[$0] } ?? most))
      }
    }
    return common?.count ?? 0
  }
}
