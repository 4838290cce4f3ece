import CardJSON

/// Days of the calendar, UTC, numbered from 1970-01-01.
enum Days {
  /// 1970-01-01 was a Thursday, three days after a Monday.
  private static let sinceMonday = 3
  private static let milliseconds: Int64 = 86_400_000

  /// The day that contains a time in epoch milliseconds.
  static func number(of time: Int64) -> Int { Int(floored(time, by: milliseconds)) }

  /// The day with this name, as in `2026-11-20`.
  static func number(of name: String) -> Int {
    ByteBuffer(name.utf8).read { number(of: ISO8601.milliseconds($0) ?? 0) }
  }

  /// The number of the unit of `length` days that contains a day; weeks begin on Mondays.
  static func unit(_ length: Int, of day: Int) -> Int {
    floored(day + sinceMonday, by: length)
  }

  /// The name of the first day of a unit.
  static func name(ofUnit number: Int, _ length: Int) -> String {
    let day = number * length - sinceMonday
    return String((ISO8601.text(Int64(day) * milliseconds) ?? "").prefix { $0 != "T" })
  }

  private static func floored<Number: BinaryInteger>(_ number: Number, by divisor: Number) -> Number
  {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

/// The names under which an overview counts times: days near the current time, and two names for
/// other times.
///
/// The window is fixed instead of following the times, because one card with a creation time of 0
/// would move all others into one bar.
struct DayWindow {
  /// The days of the window.
  private let days: ClosedRange<Int>

  /// The names of times before and after the window.
  static let earlier = "earlier"
  static let later = "later"

  /// The extent of the window before and after the current time, in days: four years.
  private static let reach = 4 * 365 + 1

  /// The window around a time in epoch milliseconds.
  init(around now: Int64) {
    let day = Days.number(of: now)
    days = day - DayWindow.reach...day + DayWindow.reach
  }

  /// The name of a time in epoch milliseconds, valid until `scratch` changes.
  func name(of time: Int64, using scratch: inout ByteBuffer) -> ByteView {
    let day = Days.number(of: time)
    scratch.removeAll()
    if day > days.upperBound {
      scratch.append(DayWindow.later)
    } else if day < days.lowerBound
      || !ISO8601.append(time, to: &scratch, withMilliseconds: false)
    {
      scratch.append(DayWindow.earlier)
    }
    return scratch.view.prefix("2026-11-20".utf8.count)
  }
}

extension NameCounts {
  /// The days of a `DayWindow`.
  var days: [(name: String, count: Int)] {
    sorted.filter { $0.name != DayWindow.earlier && $0.name != DayWindow.later }
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
  init(_ counts: [(day: Int, count: Int)], atMost limit: Int) {
    let days = counts.map(\.day)
    guard let first = days.min(), let last = days.max() else {
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
