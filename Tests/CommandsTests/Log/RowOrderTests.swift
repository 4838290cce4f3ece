import CardJSON
import EventJournal
import Testing

@testable import CardCommands

/// The order of rows by packed keys, compared with a sort by the keys themselves.
struct RowOrderTests {
  private static let names = [
    "", "a", "a\0", "a\0b", "ab", "abcdefgh", "abcdefghi", "abd", "é", "日本",
  ]

  /// Pseudorandom rows with two names, the same in each run, by the generator of Knuth's MMIX.
  private func rows(_ count: Int, _ names: [String], below limit: Int) -> [EventTable.Row] {
    var state: UInt64 = 7
    func number(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    return (0..<count).map { _ in
      var counts = EventCounts()
      for event in CountedEvent.allCases { counts[event] = number(below: 3) * limit / 3 }
      var key = ByteBuffer(names[number(below: names.count)].utf8)
      key.append(0xFF)
      key.append(names[number(below: names.count)])
      return (counts, ByteView(permanent: key.view))
    }
  }

  /// The values of a row by which rows without sort keys are compared.
  private func values(_ row: EventTable.Row) -> [Int] {
    let counts = [CountedEvent.impression, .controlImpression, .click, .dismissal].map {
      -row.counts[$0]
    }
    // The end of a name sorts before every byte.
    return counts + row.name.array.map { $0 == 0xFF ? -1 : Int($0) } + [-1]
  }

  @Test("rows are sorted by counts and names", arguments: [3, 1 << 20, 1 << 40])
  func sortsByDefault(_ limit: Int) {
    for names in [RowOrderTests.names, RowOrderTests.names.map { "card-" + $0 }] {
      let rows = rows(2000, names, below: limit)
      let order = RowOrder([], groupingCount: 2).sorted(rows).map {
        values(rows[$0])
      }
      #expect(order == rows.map(values).sorted { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test("rows without a name come last in both directions", arguments: [false, true])
  func absentNamesAreLast(isDescending: Bool) {
    let rows = rows(2000, RowOrderTests.names, below: 3)
    let key = RowOrder.Key.name(1, isDescending: isDescending, absent: .last)
    let names = RowOrder([key], groupingCount: 2).sorted(rows).map {
      rows[$0].name.joinedName(at: 1)
    }
    let given = names.filter { $0.count > 0 }
    #expect(names.suffix(names.count - given.count).allSatisfy { $0.count == 0 })
    for (one, other) in zip(given, given.dropFirst()) where one != other {
      #expect(one.precedes(other) != isDescending)
    }
  }

  @Test("a column is sorted in both directions", arguments: SummaryColumn.all)
  func sortsByColumn(_ column: SummaryColumn) {
    let rows = rows(500, RowOrderTests.names, below: 7)
    for isDescending in [false, true] {
      let key = RowOrder.Key.number(column, isDescending: isDescending)
      let values = RowOrder([key], groupingCount: 2).sorted(rows).map {
        column.value(rows[$0].counts)
      }
      #expect(values == values.sorted { isDescending ? $0 > $1 : $0 < $1 })
    }
  }
}
