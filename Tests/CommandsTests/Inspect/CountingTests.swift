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

  /// A plot of days that are some days from now.
  private func plot(_ offsets: [Int64], atMost limit: Int) -> (step: String, columns: [String]) {
    let days = offsets.map { (Days.number(of: CountingTests.now + $0 * CountingTests.day), 1) }
    let counts = Dictionary(days, uniquingKeysWith: +).sorted { $0.key < $1.key }
    let plot = DayPlot(counts.map { ($0.key, $0.value) }, atMost: limit)
    return (plot.step, plot.columns.map { "\($0.start) \($0.count)" })
  }

  @Test func daysAreColumnsWhileTheyFit() {
    let (step, columns) = plot([-2, 0, 0], atMost: 3)
    #expect(step == "day")
    #expect(columns == ["2026-11-18 1", "2026-11-19 0", "2026-11-20 2"])
    #expect(plot([], atMost: 3).columns.isEmpty)
  }

  /// 2026-11-20 is a Friday; weeks begin on Mondays.
  @Test func weeksBeginOnMondays() {
    let (step, columns) = plot([-5, -4, 0], atMost: 3)
    #expect(step == "week")
    #expect(columns == ["2026-11-09 1", "2026-11-16 2"])
  }

  @Test(
    arguments: [
      (1, "day"), (24, "week"), (24 * 7, "4 weeks"), (28 * 24, "52 weeks"), (1460, "52 weeks"),
    ] as [(Int64, String)])
  func columnsGrowWithTheRange(_ reach: Int64, _ step: String) {
    let (found, columns) = plot([-reach, 0], atMost: 24)
    #expect(found == step)
    #expect(columns.count <= 24)
    #expect(columns.count { $0.hasSuffix(" 1") } == 2)
  }

  /// The name of the day that a time is counted for, or of the counter of times far away.
  private func name(_ time: Int64, around now: Int64 = CountingTests.now) -> String {
    var counts = DayCounts()
    counts.add(time, today: Days.number(of: now))
    return counts.days.first.map { Days.name($0.day) }
      ?? (counts.earlier > 0 ? "earlier" : "later")
  }

  @Test func timesFarAwayAreCountedApart() {
    let (now, day) = (CountingTests.now, CountingTests.day)
    #expect(name(now) == "2026-11-20")
    #expect(name(now - 1461 * day) == "2022-11-20")
    #expect(name(now + 1461 * day) == "2030-11-20")
    for time in [now - 1462 * day, -62_135_596_800_001, .min] { #expect(name(time) == "earlier") }
    for time in [now + 1462 * day, 253_402_300_800_000, .max] { #expect(name(time) == "later") }
  }

  @Test func timesBeforeTheEpochHaveTheirDay() { #expect(name(-1, around: -1) == "1969-12-31") }

  @Test func unitsOfAKeyBeginWithTheirFirstDay() {
    #expect(CountKey.date(CountingTests.now, .day) == "2026-11-20")
    #expect(CountKey.date(CountingTests.now, .week) == "2026-11-16")
    #expect(CountKey.date(CountingTests.now, .month) == "2026-11")
    #expect(CountKey.date(-1, .week) == "1969-12-29")
    for time in [-Int64.max, .max] { #expect(CountKey.date(time, .week) == nil) }
  }
}
