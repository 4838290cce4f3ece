import CardJSON
import EventJournal

/// The order of the rows of a summary.
///
/// The keys of each row are packed into one number as far as they fit, which mostly decides a
/// comparison: comparing counts and names took 40 % of `log summary` with many cards. Keys that are
/// encoded as bytes, with the whole names (`SortKeys`), took 25 % more time than packed ones.
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

  private typealias Row = EventTable.Row

  private let keys: [Key]

  /// Creates the order by `keys`, then by descending numbers of events, and then by all names.
  init(_ keys: [Key], groupingCount: Int) {
    let events: [CountedEvent] = [.impression, .controlImpression, .click, .dismissal]
    self.keys =
      keys + events.map { .number(.events($0), isDescending: true) }
      + (0..<groupingCount).map { .name($0, isDescending: false, absent: .first) }
  }

  /// Returns the numbers of the rows in this order.
  func sorted(_ rows: [EventTable.Row]) -> [Int] {
    var entries = zip(packedKeys(of: rows), rows.indices).map { (keys: $0, row: Int32($1)) }
    entries.sort { one, other in
      one.keys == other.keys
        ? precedes(rows[Int(one.row)], rows[Int(other.row)]) : one.keys < other.keys
    }
    return entries.map { Int($0.row) }
  }

  /// Whether one row comes before another.
  private func precedes(_ one: Row, _ other: Row) -> Bool {
    for key in keys {
      switch key {
      case .number(let column, let isDescending):
        let (left, right) = (column.value(one.counts), column.value(other.counts))
        if left != right { return (left < right) != isDescending }
      case .name(let index, let isDescending, let absent):
        switch (name(index, of: one), name(index, of: other)) {
        case (let one?, let other?):
          if one != other { return one.precedes(other) != isDescending }
        case (nil, nil): break
        case (let one, _): return (one == nil) == (absent == .first)
        }
      }
    }
    return false
  }

  private func name(_ index: Int, of row: Row) -> ByteView? {
    let name = row.name.joinedName(at: index)
    return name.count > 0 ? name : nil
  }

  /// Returns a number for each row; unless they are equal, rows are in the order of their numbers.
  ///
  /// The first key has the highest bits. A column takes as many as its largest number, and the
  /// first name takes the rest.
  private func packedKeys(of rows: [Row]) -> [UInt64] {
    var packed = [UInt64](repeating: 0, count: rows.count)
    var free = UInt64.bitWidth
    for key in keys {
      switch key {
      case .number(let column, let isDescending):
        var most = 0
        // A rate may be -1.
        for row in rows { most = max(most, column.value(row.counts) + 1) }
        let width = Int.bitWidth - most.leadingZeroBitCount
        guard width <= free else { return packed }
        free -= width
        for (number, row) in rows.enumerated() {
          let value = column.value(row.counts) + 1
          packed[number] |= UInt64(isDescending ? most - value : value) << UInt64(free)
        }
      case .name(let index, let isDescending, let absent):
        guard free > 1 else { return packed }
        free -= 1
        let rest = UInt64(1) << UInt64(free) - 1
        let start = commonLength(rows.lazy.compactMap { name(index, of: $0) })
        for (number, row) in rows.enumerated() {
          let name = name(index, of: row)
          if (name == nil) == (absent == .last) { packed[number] |= rest + 1 }
          guard let name else { continue }
          let beginning = name.beginning(from: start) >> UInt64(UInt64.bitWidth - free)
          packed[number] |= isDescending ? rest - beginning : beginning
        }
        return packed
      }
    }
    return packed
  }

  /// The number of bytes that all names begin with.
  private func commonLength(_ names: some Sequence<ByteView>) -> Int {
    var common: ByteView?
    for name in names {
      let beginning = common ?? name
      let most = min(beginning.count, name.count)
      if common == nil || !beginning.occurs(at: 0, in: name) {
        common = beginning.slice(0..<((0..<most).first { beginning[$0] != name[$0] } ?? most))
      }
    }
    return common?.count ?? 0
  }
}

extension ByteView {
  /// The eight bytes from `start`, the first one in the highest bits; 0 for bytes after the end.
  fileprivate func beginning(from start: Int) -> UInt64 {
    guard start < count else { return 0 }
    let word = self.word(at: start).byteSwapped
    let missing = start + 8 - count
    return missing > 0 ? word & ~0 << UInt64(8 * missing) : word
  }
}
