import CardJSON
import ContentCardKit

/// A point in time as a user writes it: a date, an epoch time, a day, or a duration from now.
///
/// The formats are:
///
/// - ISO 8601; a date without a time is midnight, and a time without a zone is local
/// - `now`, and `yesterday`, `today` and `tomorrow`, which start at midnight of local time
/// - epoch seconds of 9 to 11 digits, milliseconds of 12 or more digits, and `0`; shorter numbers
///   are likely years or dates that are not ISO 8601 (`2026`, `20261120`)
/// - durations in the units s, m, h, d and w, such as `90m`, `1.5h`, `1d12h` or `-7d`
/// - for an expiry, `never`, which cards write as `-1`
///
/// Its memory is never freed, so create it only from user input.
package struct TimeArgument: BitwiseCopyable, Sendable {
  /// The kind of time, which determines the direction of unsigned durations.
  package enum Subject: Sendable {
    /// A past event: an unsigned duration counts back from now.
    case event
    /// An expiry: an unsigned duration counts from now into the future, and `never` is allowed.
    case expiry
  }

  private enum Moment: BitwiseCopyable, Sendable {
    case instant(CardTime)
    /// A local time, in milliseconds since 1970-01-01T00:00:00 of local time.
    case local(Int64)
    /// Milliseconds after the current time.
    case afterNow(Int64)
    /// Days after the current day.
    case afterToday(Int64)
  }

  private let written: ByteView
  private let moment: Moment

  /// The text that the user wrote.
  package var text: String { written.text }

  /// Parses `text`, or throws `SelectionError.notATime`.
  package init(_ text: String, of subject: Subject = .event) throws(SelectionError) {
    let moment = ByteBuffer(text.utf8).read { TimeArgument.moment(JSONNumber.trimmed($0), subject) }
    guard let moment else { throw .notATime(text) }
    self.init(ByteView(permanent: text), moment)
  }

  private init(_ written: ByteView, _ moment: Moment) {
    (self.written, self.moment) = (written, moment)
  }

  /// The time in epoch milliseconds, given the current time in a zone; `never` is later than all
  /// others.
  package func milliseconds(at now: Int64, in zone: Zone = .utc) -> Int64 {
    instant(at: now, in: zone).milliseconds
  }

  /// Returns the time with all of its digits, given the current time in epoch milliseconds and the
  /// zone of local times.
  func instant(at now: Int64, in zone: Zone) -> CardTime {
    switch moment {
    case .instant(let instant): return instant
    case .local(let time): return CardTime(milliseconds: zone.instant(ofLocal: time))
    case .afterNow(let offset): return CardTime(milliseconds: TimeArgument.sum(now, offset))
    case .afterToday(let days):
      let local = TimeArgument.sum(now, zone.offset(at: now))
      let rest = local % TimeArgument.day
      let midnight = days * TimeArgument.day - (rest < 0 ? rest + TimeArgument.day : rest)
      return CardTime(milliseconds: zone.instant(ofLocal: TimeArgument.sum(local, midnight)))
    }
  }

  /// Returns the same time, which no longer depends on the current time.
  func resolved(at now: Int64, in zone: Zone) -> TimeArgument {
    TimeArgument(written, .instant(instant(at: now, in: zone)))
  }

  private static func sum(_ time: Int64, _ offset: Int64) -> Int64 {
    let (sum, overflow) = time.addingReportingOverflow(offset)
    return overflow ? (offset < 0 ? .min : .max) : sum
  }

  private static let day: Int64 = 86_400_000

  private static func moment(_ text: ByteView, _ subject: Subject) -> Moment? {
    if let (time, isLocal) = ISO8601.time(text) {
      return isLocal ? .local(time) : .instant(CardTime(milliseconds: time))
    }
    if let moment = word(text) ?? epoch(text) { return moment }
    if let offset = duration(text, isAhead: subject == .expiry) { return .afterNow(offset) }
    let isNever = text.equalsIgnoringCase(ByteView("never")) || text == ByteView("-1")
    return isNever && subject == .expiry ? .instant(.never) : nil
  }

  private static func word(_ text: ByteView) -> Moment? {
    let words: [(StaticString, Moment)] = [
      ("now", .afterNow(0)), ("today", .afterToday(0)), ("yesterday", .afterToday(-1)),
      ("tomorrow", .afterToday(1)),
    ]
    return words.first { text.equalsIgnoringCase(ByteView($0.0)) }?.1
  }

  /// Parses epoch seconds, which may have decimals, or whole epoch milliseconds, up to the year
  /// 9999.
  private static func epoch(_ text: ByteView) -> Moment? {
    guard let digits = wholeDigits(text) else { return nil }
    let isSeconds = (9...11).contains(digits)
    let isMilliseconds = digits >= 12 && digits == text.count
    guard isSeconds || isMilliseconds || text == ByteView("0"),
      let time = CardTime(number: text, isMilliseconds: isMilliseconds), time.isInCalendar
    else { return nil }
    return .instant(time.permanent)
  }

  /// The number of digits before the decimal point; nil if `text` has anything else.
  private static func wholeDigits(_ text: ByteView) -> Int? {
    let point = text.firstIndex(of: UInt8(ascii: "."), from: 0, to: text.count) ?? text.count
    let decimals = text.slice(min(point + 1, text.count)..<text.count)
    let isPlain = JSONNumber.isDigits(text.slice(0..<point)) && JSONNumber.isDigits(decimals)
    return isPlain && JSONNumber.isValid(text) ? point : nil
  }

  /// Parses a duration into signed milliseconds: an optional sign, then numbers with units.
  private static func duration(_ text: ByteView, isAhead: Bool) -> Int64? {
    guard text.count > 0 else { return nil }
    let isSigned = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")
    let isPast = isSigned ? text[0] == UInt8(ascii: "-") : !isAhead
    var start = isSigned ? 1 : 0
    guard start < text.count else { return nil }
    var sum: Int64 = 0
    while start < text.count {
      var end = start
      while end < text.count, units[text[end]] == nil { end += 1 }
      let number = text.slice(start..<end)
      guard end < text.count, let unit = units[text[end]],
        wholeDigits(number) != nil, let thousandths = JSONNumber.thousandths(number)
      else { return nil }
      // Units are whole seconds, so a thousandth of a unit is a whole number of milliseconds.
      let (part, isTooLong) = thousandths.multipliedReportingOverflow(by: unit / 1000)
      let (total, overflow) = sum.addingReportingOverflow(part)
      if isTooLong || overflow { return nil }
      sum = total
      start = end + 1
    }
    return isPast ? -sum : sum
  }

  /// The units of durations, in milliseconds.
  private static let units = Dictionary(
    uniqueKeysWithValues: zip("smhdw".utf8, [1000, 60_000, 3_600_000, day, 7 * day]))
}
