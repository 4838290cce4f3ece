import CardJSON

/// A point in time as a user gives it: a date, an epoch time, or a duration from now.
///
/// Accepted are ISO 8601 (without a zone UTC is meant), epoch seconds (milliseconds from 10^11 on,
/// as in cards), and durations: a number and one of the units s, m, h, d, w, such as `90m`, `1.5h`
/// or `-7d`.
///
///     let now: Int64 = 1_767_225_600_000
///     try TimeArgument("2026-01-01T01:00:00+01:00", now: now).milliseconds  // now
///     try TimeArgument("7d", now: now).milliseconds                         // a week before
///     try TimeArgument("7d", now: now, bareDuration: .future).milliseconds  // a week after
public struct TimeArgument: Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, rounded half away from zero.
  public let milliseconds: Int64
  /// Epoch seconds as a JSON number, with every digit that was given.
  public let seconds: String

  /// What a duration without a sign means.
  public enum Direction: Sendable {
    /// So long ago: what is asked of the time something was made.
    case past
    /// So long from now: what is asked of the time something ends.
    case future
  }

  /// A time given in epoch milliseconds.
  public init(milliseconds: Int64) {
    self.init(CardTime(milliseconds: milliseconds))
  }

  /// The time that `text` stands for.
  ///
  /// - Parameters:
  ///   - text: what the user typed.
  ///   - now: the time that durations count from, in epoch milliseconds.
  ///   - bareDuration: whether a duration without a sign lies in the past or in the future.
  /// - Throws: `SelectionError.notATime`.
  public init(_ text: String, now: Int64, bareDuration: Direction = .past) throws(SelectionError) {
    let buffer = ByteBuffer(text.utf8)
    let bytes = JSONNumber.trimmed(buffer.view)
    if let time = CardTime(text: bytes) {
      self.init(time)
    } else if let offset = TimeArgument.offset(bytes, bareDuration) {
      let (time, overflow) = now.addingReportingOverflow(offset)
      guard !overflow else { throw .notATime(text) }
      self.init(milliseconds: time)
    } else {
      throw .notATime(text)
    }
  }

  private init(_ time: CardTime) {
    var buffer = ByteBuffer()
    time.appendSeconds(to: &buffer)
    milliseconds = time.milliseconds
    seconds = buffer.view.text
  }

  /// The milliseconds that a duration adds to now; nil when `text` is none.
  private static func offset(_ text: ByteView, _ bareDuration: Direction) -> Int64? {
    guard text.count >= 2, let unit = milliseconds(unit: text[text.count - 1]) else { return nil }
    let isSigned = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")
    let isPast = isSigned ? text[0] == UInt8(ascii: "-") : bareDuration == .past
    let number = text.slice((isSigned ? 1 : 0)..<text.count - 1)
    guard number.count > 0, number[0] != UInt8(ascii: "-"),
      let thousandths = JSONNumber.thousandths(number)
    else { return nil }
    // Units are whole seconds, so that a thousandth of one is a whole number of milliseconds.
    let (offset, overflow) = thousandths.multipliedReportingOverflow(by: unit / 1000)
    return overflow ? nil : isPast ? -offset : offset
  }

  private static func milliseconds(unit: UInt8) -> Int64? {
    switch unit {
    case UInt8(ascii: "s"): 1000
    case UInt8(ascii: "m"): 60_000
    case UInt8(ascii: "h"): 3_600_000
    case UInt8(ascii: "d"): 86_400_000
    case UInt8(ascii: "w"): 604_800_000
    default: nil
    }
  }
}

extension TimeArgument: Comparable {
  /// Whether both are the same instant, whatever its spelling.
  public static func == (left: TimeArgument, right: TimeArgument) -> Bool {
    order(left, right) == 0
  }

  /// Whether `left` is before `right`, to the last digit.
  public static func < (left: TimeArgument, right: TimeArgument) -> Bool {
    order(left, right) < 0
  }

  private static func order(_ left: TimeArgument, _ right: TimeArgument) -> Int {
    let first = ByteBuffer(left.seconds.utf8)
    let second = ByteBuffer(right.seconds.utf8)
    return JSONNumber.compare(first.view, second.view)
  }
}
