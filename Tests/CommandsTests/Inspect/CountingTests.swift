import CardJSON
import Testing

@testable import CardCommands

struct CountingTests {
  private static let console = CommandRun.console(sorted: 1 << 12)

  /// The names of a block or sum with their counts, in the order of `rank`.
  private func list(_ counts: inout NameCounts) throws -> [String] {
    var list: [String] = []
    try counts.rank(CountingTests.console) { list.append("\($0.text) \($1)") }
    return list
  }

  private func add(_ name: String, to counts: inout NameCounts) {
    let bytes = ByteBuffer(name.utf8)
    counts.add(bytes.view)
  }

  @Test func theMostFrequentNamesAreFirst() throws {
    var counts = NameCounts()
    for name in ["b", "a", "", "b", "c", "a", "b"] { add(name, to: &counts) }
    #expect(counts.total == 7)
    #expect(try list(&counts) == ["b 3", "a 2", " 1", "c 1"])
    counts.removeAll()
    add("a", to: &counts)
    #expect(try list(&counts) == ["a 1"])
  }

  @Test func aCardCountsOnceForEachName() throws {
    var counts = NameCounts()
    for (name, card) in [("a", 1), ("b", 1), ("a", 1), ("a", 2), ("b", 4), ("b", 4)] {
      let bytes = ByteBuffer(name.utf8)
      counts.add(bytes.view, ofCard: card)
    }
    #expect(try list(&counts) == ["a 2", "b 2"])
  }

  @Test func theMostFrequentNamesAreTold() throws {
    func text(_ names: [String], limit: Int) throws -> String? {
      var counts = NameCounts()
      for name in names { add(name, to: &counts) }
      return try counts.ranking(limit: limit, CountingTests.console).text
    }
    let names = ["b", "a", "c", "a", "a (1), x", "c", "c", ""]
    #expect(try text([], limit: 2) == nil)
    #expect(try text(names, limit: 2) == "c (3), a (2) and 3 more")
    #expect(try text(names, limit: 5) == "c (3), a (2), \"\" (1), \"a (1), x\" (1), b (1)")
    let long = try text([String(repeating: "é", count: 1000)], limit: 1) ?? ""
    #expect(long.count < 100 && long.hasSuffix("…\" (1)") || long.hasSuffix("… (1)"))
  }

  /// The sum is exact for any split into blocks and any memory.
  @Test(arguments: [1, 7, 1000, 11_000, 100_000], [1 << 10, 1 << 12, 1 << 24])
  func sumsAreExact(_ size: Int, _ memory: Int) throws {
    let names = (0..<25_000).map { "name \($0 * $0 % 12_007)" }
    var expected: [String: Int] = [:]
    for name in names { expected[name, default: 0] += 1 }
    let console = CommandRun.console(sorted: memory)
    var total = NameCounts(sumWith: console)
    var block = NameCounts()
    for start in stride(from: 0, to: names.count, by: size) {
      block.removeAll()
      for name in names[start..<min(start + size, names.count)] { add(name, to: &block) }
      try total.add(block)
    }
    #expect(total.total == names.count)
    let ranking = try total.ranking(limit: 100, console)
    let sorted = expected.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    #expect(ranking.listed.map(\.name) == sorted.prefix(100).map(\.key))
    #expect(ranking.listed.map(\.count) == sorted.prefix(100).map(\.value))
    #expect(ranking.unlisted == sorted.count - 100)
    #expect(ranking.unlistedTotal == sorted.dropFirst(100).reduce(0) { $0 + $1.value })
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

  private func name(_ time: Int64, _ unit: CountKey.Unit, in zone: Zone = .utc) -> String {
    var text = ByteBuffer()
    unit.append(time, in: zone, to: &text)
    return text.view.text
  }

  @Test func unitsAreNamedByTheirBeginning() {
    let (now, half) = (CountingTests.now, Zone(offset: 19_800_000))
    #expect(name(now, .hour) == "2026-11-20T09:00Z")
    #expect(name(now, .hour, in: half) == "2026-11-20T14:00+05:30")
    #expect(name(now, .day) == "2026-11-20")
    #expect(name(now + 15 * 3_600_000, .day, in: Zone(offset: 3_600_000)) == "2026-11-21")
    #expect(name(now, .week) == "2026-11-16")
    #expect(name(now, .month) == "2026-11")
    #expect(name(now, .year) == "2026")
    #expect(name(-1, .week) == "1969-12-29")
    #expect(name(-1, .hour) == "1969-12-31T23:00Z")
    for unit in CountKey.Unit.allCases {
      for time in [Int64.min, -Int64.max, .max, 1 << 60, -62_135_596_800_001] {
        #expect(name(time, unit) == "out of range")
        #expect(name(time, unit, in: half) == "out of range" || time == -62_135_596_800_001)
      }
    }
  }
}
