import CardJSON

/// Days of the calendar, UTC, numbered from 1970-01-01.
enum Days {
  /// 1970-01-01 was a Thursday, three days after a Monday.
  private static let sinceMonday = 3
  private static let milliseconds: Int64 = 86_400_000

  /// The day that contains a time in epoch milliseconds.
  static func number(of time: Int64) -> Int { Int(floored(time, by: milliseconds)) }

  /// The number of the unit of `length` days that contains a day; weeks begin on Mondays.
  static func unit(_ length: Int, of day: Int) -> Int {
    floored(day + sinceMonday, by: length)
  }

  /// The name of the first day of a unit.
  static func name(ofUnit number: Int, _ length: Int) -> String {
    name(number * length - sinceMonday)
  }

  /// The name of a day, as in `2026-11-20`.
  static func name(_ day: Int) -> String {
    String((ISO8601.text(Int64(day) * milliseconds) ?? "").prefix { $0 != "T" })
  }

  private static func floored<Number: BinaryInteger>(_ number: Number, by divisor: Number) -> Number
  {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

/// Counts of times by day, with earlier and later times than those near the current time together.
///
/// The days are those of a fixed window, because one card with a creation time of 0 would move all
/// others into one bar of a plot.
struct DayCounts {
  /// The counts by the numbers of the days.
  private(set) var days: [Int: Int] = [:]
  private(set) var earlier = 0
  private(set) var later = 0

  /// The extent of the window before and after the current day, in days: four years.
  private static let reach = 4 * 365 + 1

  /// The number of all times.
  var total: Int { days.values.reduce(earlier + later, +) }

  /// Counts a time in epoch milliseconds.
  mutating func add(_ time: Int64, today: Int) {
    let day = Days.number(of: time)
    if day < today - DayCounts.reach {
      earlier += 1
    } else if day > today + DayCounts.reach {
      later += 1
    } else {
      days[day, default: 0] += 1
    }
  }

  /// Adds the counts of the next block.
  mutating func add(_ block: DayCounts) {
    days.merge(block.days, uniquingKeysWith: +)
    earlier += block.earlier
    later += block.later
  }
}

/// The columns of a plot of days, with empty ones between them.
struct DayPlot {
  /// The number of days that one column represents.
  enum Step: Int, CaseIterable {
    case day = 1
    case week = 7
    case fourWeeks = 28
    case year = 364

    /// The step in words.
    var name: String {
      switch self {
      case .day: "day"
      case .week: "week"
      case .fourWeeks: "4 weeks"
      case .year: "52 weeks"
      }
    }
  }

  /// The shortest step with at most `limit` columns.
  let step: Step
  /// The first day of each column, as in `2026-11-16`, and its count.
  let columns: [(start: String, count: Int)]

  /// A plot of days with their counts.
  init(_ counts: [Int: Int], atMost limit: Int) {
    guard let first = counts.keys.min(), let last = counts.keys.max() else {
      (step, columns) = (.day, [])
      return
    }
    func units(_ step: Step) -> ClosedRange<Int> {
      Days.unit(step.rawValue, of: first)...Days.unit(step.rawValue, of: last)
    }
    let step = Step.allCases.first { units($0).count <= limit } ?? .year
    var totals = [Int](repeating: 0, count: units(step).count)
    for (day, count) in counts {
      totals[Days.unit(step.rawValue, of: day) - units(step).lowerBound] += count
    }
    self.step = step
    columns = zip(units(step), totals).map { unit, total in
      (Days.name(ofUnit: unit, step.rawValue), total)
    }
  }
}
