import CardJSON

/// Describes times in words.
enum TimeWords {
  /// Describes `time` relative to `now`: `3 h ago`, `in 12 d`, `now`.
  ///
  /// The difference is rounded down to whole seconds, minutes, hours (up to two days), days (up to
  /// two years) or years. Both times are in epoch milliseconds.
  static func relative(_ time: Int64, now: Int64) -> String {
    let (distance, overflow) = time.subtractingReportingOverflow(now)
    guard !overflow else { return time < now ? "long ago" : "far in the future" }
    let amount = span(distance.magnitude / 1000)
    guard let amount else { return "now" }
    return distance < 0 ? "\(amount) ago" : "in \(amount)"
  }

  /// Describes `time` as a date and relative to `now`; without the date outside the years 1 to
  /// 9999.
  static func dated(_ time: Int64, now: Int64, in zone: Zone = .utc) -> String {
    (ISO8601.text(time, in: zone).map { $0 + ", " } ?? "") + relative(time, now: now)
  }

  /// Describes a number of seconds in its largest whole unit; nil for 0.
  static func span(_ seconds: UInt64) -> String? {
    switch seconds {
    case 0: nil
    case 1..<60: "\(seconds) s"
    case 60..<3600: "\(seconds / 60) min"
    case 3600..<172_800: "\(seconds / 3600) h"
    case 172_800..<2 * meanYear: "\(seconds / 86_400) d"
    default: "\(seconds / meanYear) y"
    }
  }

  /// The mean Gregorian year of 365.2425 days, in seconds.
  private static let meanYear: UInt64 = 31_556_952
}
