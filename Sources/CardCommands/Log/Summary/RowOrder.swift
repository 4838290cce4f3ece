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
    let columns: [SummaryColumn] = [.impressions, .controlImpressions, .clicks, .dismissals]
    self.keys =
      keys + columns.map { .number($0, isDescending: true) }
      + (0..<groupingCount).map { .name($0, isDescending: false, absent: .first) }
    self.groupingCount = groupingCount
  }

  /// Returns the numbers of the rows in this order.
  func sorted(_ rows: [EventTable.Row]) -> [Int] {
    let shared = (0..<groupingCount).map { index in
      commonLength(rows.lazy.compactMap { name(index, of: $0) })
    }
    var sorting = SortKeys()
    var encoded = ByteBuffer()
    for row in rows {
      encoded.removeAll()
      for key in keys {
        let start = encoded.count
        switch key {
        case .number(let column, let isDescending):
          RowOrder.append(column.value(row.counts), to: &encoded)
          if isDescending { encoded.invert(from: start) }
        case .name(let index, let isDescending, let absent):
          let name = name(index, of: row)
          if name == nil, absent == .last {
            encoded.append(0xFF)
            continue
          }
          // UTF-8 has no 0xFF, so every byte plus one is above the zero at the end.
          if let name {
            for place in shared[index]..<name.count { encoded.append(name[place] + 1) }
          }
          encoded.append(0)
          if isDescending { encoded.invert(from: start) }
        }
      }
      sorting.append(encoded.view)
    }
    return sorting.sorted()
  }

  /// Appends a number from -1, as one byte if it is small.
  private static func append(_ number: Int, to keys: inout ByteBuffer) {
    let value = UInt64(number + 1)
    if value < 0xF0 { return keys.append(UInt8(value)) }
    let length = 8 - value.leadingZeroBitCount / 8
    keys.append(0xF0 + UInt8(length))
    keys.append(word: (value << UInt64(64 - 8 * length)).byteSwapped, count: length)
  }

  private func name(_ index: Int, of row: EventTable.Row) -> ByteView? {
    RowKeys.name(index, of: groupingCount, in: row.name)
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
