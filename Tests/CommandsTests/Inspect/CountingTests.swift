import CardJSON
import Testing

@testable import CardCommands

struct CountingTests {
  private func list(_ counts: borrowing NameCounts) -> [String] {
    (0..<counts.count).map { index in
      let entry = counts.entry(index)
      return "\(entry.name.text) \(entry.count)"
    }
  }

  private func add(_ name: String, to counts: inout NameCounts) {
    let bytes = ByteBuffer(name.utf8)
    counts.add(bytes.view)
  }

  @Test func namesAreCountedInTheOrderOfTheirFirst() {
    var counts = NameCounts()
    for name in ["b", "a", "", "b", "c", "a", "b"] { add(name, to: &counts) }
    #expect(list(counts) == ["b 3", "a 2", " 1", "c 1"])
    counts.removeAll()
    #expect(counts.count == 0)
    add("a", to: &counts)
    #expect(list(counts) == ["a 1"])
  }

  @Test func aCardCountsOnceForEachName() {
    var counts = NameCounts()
    for (name, card) in [("a", 1), ("b", 1), ("a", 1), ("a", 2), ("b", 4), ("b", 4)] {
      let bytes = ByteBuffer(name.utf8)
      counts.add(bytes.view, ofCard: card)
    }
    #expect(list(counts) == ["a 2", "b 2"])
  }

  @Test func theMostFrequentNamesAreTold() {
    var counts = NameCounts()
    #expect(counts.text(limit: 2) == nil)
    for name in ["b", "a", "c", "a", "a (1), x", "c", "c", ""] { add(name, to: &counts) }
    #expect(counts.total == 8)
    #expect(counts.text(limit: 2) == "c (3), a (2) and 3 more")
    #expect(counts.text(limit: 5) == "c (3), a (2), b (1), \"a (1), x\" (1), \"\" (1)")
    var long = NameCounts()
    add(String(repeating: "é", count: 1000), to: &long)
    let text = long.text(limit: 1) ?? ""
    #expect(text.count < 100 && text.hasSuffix("…\" (1)") || text.hasSuffix("… (1)"))
  }

  /// The sum of names that arrive in blocks of this size.
  private func sum(_ names: [String], blocks size: Int) -> (list: [String], others: Int) {
    var total = NameCounts()
    var block = NameCounts()
    for start in stride(from: 0, to: names.count, by: size) {
      block.removeAll()
      for name in names[start..<min(start + size, names.count)] { add(name, to: &block) }
      total.add(block)
    }
    return (list(total), total.others)
  }

  /// The sum is that of one sequential count, for any split into blocks.
  @Test(arguments: [1, 7, 1000, 11_000, 100_000]) func blocksAddUpBeyondTheLimit(_ size: Int) {
    // Names beyond the limit first, then all of them in another order.
    let names = (0..<25_000).map { "name \($0 * 7919 % 12_000)" }
    var counts: [String: Int] = [:]
    var expected: [String] = []
    var others = 0
    for name in names {
      if counts[name] == nil, counts.count == NameCounts.limit {
        others += 1
        continue
      }
      if counts[name] == nil { expected.append(name) }
      counts[name, default: 0] += 1
    }
    let found = sum(names, blocks: size)
    #expect(found.list == expected.map { "\($0) \(counts[$0] ?? 0)" })
    #expect(found.others == others && others > 0)
  }

  /// A name that is too long leaves no room for later names only if it got room itself.
  @Test(arguments: [1, 2, 3, 6]) func longNamesAreBounded(_ size: Int) {
    let long = String(repeating: "x", count: NameCounts.textLimit)
    let found = sum(["a", long, "b", long, "c", "a"], blocks: size)
    #expect(found.list == ["a 2", "b 1", "c 1"])
    #expect(found.others == 2)
  }

  private static let now: Int64 = 1_795_165_200_000
  private static let day: Int64 = 86_400_000

  private func days(_ offsets: [Int64]) -> DayCounts {
    var days = DayCounts()
    days.prepare(now: CountingTests.now)
    for offset in offsets { days.add(CountingTests.now + offset * CountingTests.day) }
    return days
  }

  @Test func daysAreBarsWhileTheyFit() {
    let (step, bars) = days([-2, 0, 0]).bars(atMost: 3)
    #expect(step == .day)
    #expect(
      bars == [
        DayCounts.Bar(start: "2026-11-18", count: 1), DayCounts.Bar(start: "2026-11-19", count: 0),
        DayCounts.Bar(start: "2026-11-20", count: 2),
      ])
  }

  /// 2026-11-20 is a Friday; weeks begin on Mondays.
  @Test func weeksBeginOnMondays() {
    let (step, bars) = days([-5, -4, 0]).bars(atMost: 3)
    #expect(step == .week)
    #expect(
      bars == [
        DayCounts.Bar(start: "2026-11-09", count: 1), DayCounts.Bar(start: "2026-11-16", count: 2),
      ])
  }

  @Test(
    arguments: [
      (1, DayCounts.Step.day), (24, .week), (24 * 7, .fourWeeks), (28 * 24, .year), (1460, .year),
    ] as [(Int64, DayCounts.Step)])
  func barsGrowWithTheRange(_ reach: Int64, _ step: DayCounts.Step) {
    let counted = days([-reach, 0])
    let (found, bars) = counted.bars(atMost: 24)
    #expect(found == step)
    #expect(bars.count <= 24)
    #expect(bars.reduce(0) { $0 + $1.count } == 2)
  }

  @Test func timesFarAwayAreCountedApart() {
    var days = days([-1462, -1461, 1461, 1462])
    #expect(days.earlier == 1)
    #expect(days.later == 1)
    days.add(.min)
    days.add(.max)
    #expect(days.earlier == 2)
    #expect(days.later == 2)
    #expect(days.bars(atMost: 24).bars.reduce(0) { $0 + $1.count } == 2)
  }

  @Test func timesBeforeTheEpochHaveTheirDay() {
    var days = DayCounts()
    days.prepare(now: -1)
    days.add(-1)
    #expect(days.bars(atMost: 1).bars == [DayCounts.Bar(start: "1969-12-31", count: 1)])
  }
}
