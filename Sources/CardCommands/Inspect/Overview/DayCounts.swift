import CardJSON

/// Counts times by the day, UTC, in a window around now; those outside of it are counted together.
///
/// A fixed window and not the range of what is found, because one card with a creation time of 0
/// would leave all others in one bar.
struct DayCounts {
  /// How far the window reaches from today into the past and the future, in days: four years.
  static let reach = 4 * 365 + 1

  private var counts: [UInt32] = []
  private var firstDay = 0
  /// Times before the window.
  private(set) var earlier = 0
  /// Times after the window.
  private(set) var later = 0

  /// Gets ready for counting round `now`, in epoch milliseconds; does nothing a second time.
  mutating func prepare(now: Int64) {
    guard counts.isEmpty else { return }
    firstDay = DayCounts.day(of: now) - DayCounts.reach
    counts = [UInt32](repeating: 0, count: 2 * DayCounts.reach + 1)
  }

  /// Counts a time in epoch milliseconds.
  mutating func add(_ milliseconds: Int64) {
    let index = DayCounts.day(of: milliseconds) - firstDay
    if index < 0 {
      earlier += 1
    } else if index >= counts.count {
      later += 1
    } else {
      counts[index] += 1
    }
  }

  /// Adds all that `part`, whose window is the same, counted; both are prepared.
  mutating func add(_ part: DayCounts) {
    for index in counts.indices { counts[index] += part.counts[index] }
    earlier += part.earlier
    later += part.later
  }

  /// Forgets all times.
  mutating func removeAll() {
    for index in counts.indices { counts[index] = 0 }
    (earlier, later) = (0, 0)
  }

  private static func day(of milliseconds: Int64) -> Int {
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    return Int(rest < 0 ? day - 1 : day)
  }
}

extension DayCounts {
  /// The number of days that one bar represents.
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

  /// Some days and how many times fell into them.
  struct Bar: Equatable {
    /// The first day, as in `2026-11-16`; a Monday unless a bar is one day.
    let start: String
    let count: Int
  }

  /// The times as bars, from the first day with a time to the last one, empty bars between them
  /// included: of the shortest step with which there are no more than `limit`.
  func bars(atMost limit: Int) -> (step: Step, bars: [Bar]) {
    guard let first = counts.firstIndex(where: { $0 > 0 }),
      let last = counts.lastIndex(where: { $0 > 0 })
    else { return (.day, []) }
    let step = Step.allCases.first { number(last, $0) - number(first, $0) < limit } ?? .year
    var totals = [Int](repeating: 0, count: number(last, step) - number(first, step) + 1)
    for index in first...last {
      totals[number(index, step) - number(first, step)] += Int(counts[index])
    }
    let bars = totals.enumerated().map { index, count in
      Bar(start: start(ofBar: index + number(first, step), step), count: count)
    }
    return (step, bars)
  }

  /// 1970-01-01 was a Thursday, three days after a Monday.
  private static let daysSinceMonday = 3

  /// The number of the bar that takes the day at `index` in.
  private func number(_ index: Int, _ step: Step) -> Int {
    let day = firstDay + index + DayCounts.daysSinceMonday
    return day >= 0 ? day / step.rawValue : (day - step.rawValue + 1) / step.rawValue
  }

  private func start(ofBar number: Int, _ step: Step) -> String {
    let day = number * step.rawValue - DayCounts.daysSinceMonday
    return String((ISO8601.text(Int64(day) * 86_400_000) ?? "").prefix(while: { $0 != "T" }))
  }
}
