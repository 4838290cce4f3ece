import CardJSON

/// Calendar days of local time, numbered from 1970-01-01.
enum Days {
  /// The days from the previous Monday to 1970-01-01, a Thursday.
  private static let sinceMonday = 3
  private static let milliseconds: Int64 = 86_400_000

  /// Returns the number of the day that contains a time in epoch milliseconds.
  static func number(of time: Int64) -> Int { Int(floored(time, by: milliseconds)) }

  /// Returns the number of the unit of `length` days that contains a day; weeks begin on Monday.
  static func unit(_ length: Int, of day: Int) -> Int { floored(day + sinceMonday, by: length) }

  /// Returns the time at which the week of a time begins, both local.
  static func start(ofWeekOf time: Int64) -> Int64 {
    Int64(unit(7, of: number(of: time)) * 7 - sinceMonday) * milliseconds
  }

  /// Returns the name of the first day of a unit.
  static func name(ofUnit number: Int, _ length: Int) -> String {
    name(number * length - sinceMonday)
  }

  /// Returns the name of a day, such as `2026-11-20`.
  static func name(_ day: Int) -> String {
    String((ISO8601.text(Int64(day) * milliseconds) ?? "").prefix { $0 != "T" })
  }

  private static func floored<Number: BinaryInteger>(_ number: Number, by divisor: Number) -> Number
  {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

/// Counts of times by day within a window around the current time, and of earlier and later times.
///
/// The window is fixed, because otherwise one card with a creation time of 0 would squeeze all
/// others into one column of a plot.
struct DayCounts {
  /// The counts by day; earlier and later times are counted by `Int.min` and `Int.max`.
  private var counts: [Int: Int] = [:]

  /// The number of days in the window before and after the current day: four years.
  private static let daysAround = 4 * 365 + 1

  /// The days of the window with times, in order.
  var days: [(day: Int, count: Int)] {
    counts.filter { $0.key != .min && $0.key != .max }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }
  var earlier: Int { counts[.min] ?? 0 }
  var later: Int { counts[.max] ?? 0 }
  /// The number of all times.
  var total: Int { counts.values.reduce(0, +) }

  /// Counts a local time, in milliseconds since 1970-01-01T00:00:00.
  mutating func add(_ time: Int64, today: Int) {
    let day = Days.number(of: time)
    let isInside = (day - today).magnitude <= DayCounts.daysAround
    counts[isInside ? day : day < today ? .min : .max, default: 0] += 1
  }

  /// Adds the counts of another block.
  mutating func add(_ block: DayCounts) { counts.merge(block.counts, uniquingKeysWith: +) }
}

/// The columns of a plot of days, including the empty ones between them.
struct DayPlot {
  /// The possible numbers of days per column, with their names.
  private static let steps = [(1, "day"), (7, "week"), (28, "4 weeks"), (364, "52 weeks")]

  /// The name of the number of days per column: the smallest that needs at most `limit` columns,
  /// otherwise the largest.
  let step: String
  /// The first day of each column, such as `2026-11-16`, and its count.
  let columns: [(start: String, count: Int)]

  /// Creates a plot of consecutive days and their counts.
  init(_ days: [(day: Int, count: Int)], atMost limit: Int) {
    func units(_ length: Int) -> Range<Int> {
      guard let first = days.first, let last = days.last else { return 0..<0 }
      return Days.unit(length, of: first.day)..<Days.unit(length, of: last.day) + 1
    }
    let fitting = DayPlot.steps.first { units($0.0).count <= limit }
    let (length, name) = fitting ?? DayPlot.steps[DayPlot.steps.count - 1]
    let units = units(length)
    var totals = [Int](repeating: 0, count: units.count)
    for (day, count) in days { totals[Days.unit(length, of: day) - units.lowerBound] += count }
    step = name
    columns = zip(units, totals).map { (Days.name(ofUnit: $0, length), $1) }
  }

  /// The plot as text, between its first and its last day; empty without days.
  var words: String {
    guard let first = columns.first, let last = columns.last else { return "" }
    let rest = columns.count > 1 ? " \(DayPlot.bars(columns.map(\.count))) \(last.start)" : ""
    return "\(first.start)\(rest) by \(step)"
  }

  /// Returns a character for each count, whose height in eighths of a line is proportional to the
  /// count.
  static func bars(_ counts: [Int]) -> String {
    let heights = Array(" ▁▂▃▄▅▆▇█")
    let largest = max(counts.max() ?? 1, 1)
    return String(counts.map { heights[($0 * 8 + largest - 1) / largest] })
  }
}
