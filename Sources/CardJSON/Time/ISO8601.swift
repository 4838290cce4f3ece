/// Dates and times as ISO 8601 writes them, in the proleptic Gregorian calendar.
public enum ISO8601 {
  /// Epoch milliseconds of a date, alone (midnight) or with a time of day and a zone; nil when
  /// `text` is no such thing.
  ///
  /// Without a zone the time is UTC. Digits of a second beyond the third are cut off.
  public static func milliseconds(_ text: ByteView) -> Int64? {
    if let usual = usual(text) { return usual }
    var reader = Reader(text: text)
    guard let year = reader.digits(4), reader.skip(UInt8(ascii: "-")),
      let month = reader.digits(2), reader.skip(UInt8(ascii: "-")),
      let day = reader.digits(2), let midnight = midnight(year: year, month: month, day: day)
    else { return nil }
    if reader.isAtEnd { return midnight }
    guard reader.skipSeparator(), let time = reader.timeOfDay(), let zone = reader.zone(),
      reader.isAtEnd
    else { return nil }
    return midnight + time - zone
  }

  /// The same of `2026-11-20T00:00:00.000Z`, the form that most programs write; nil for any other.
  private static func usual(_ text: ByteView) -> Int64? {
    // Each form from its last byte to its first: `0000-00-`, `00T00:00` and `:00.000Z`.
    guard text.count == 24,
      let date = DigitPairs(text.word(at: 0), form: 0x2D30_302D_3030_3030),
      let minutes = DigitPairs(text.word(at: 8), form: 0x3030_3A30_3054_3030),
      let seconds = DigitPairs(text.word(at: 16), form: 0x5A30_3030_2E30_303A),
      let midnight = midnight(year: date[0] * 100 + date[2], month: date[5], day: minutes[0]),
      minutes[3] < 24, minutes[6] < 60, seconds[1] < 60
    else { return nil }
    let time = ((minutes[3] * 60 + minutes[6]) * 60 + seconds[1]) * 1000
    return midnight + Int64(time + seconds[4] * 10 + seconds[6] / 10)
  }

  /// Numbers of two digits in eight bytes of text.
  private struct DigitPairs {
    private let pairs: UInt64

    /// Nil unless there are digits where `form` has zeros, and else the bytes of `form`.
    init?(_ word: UInt64, form: UInt64) {
      let digits = word ^ form
      // Of the bytes of a form zero is the only one with bit 5 and bit 4, but not bit 1.
      let zeros = form >> 5 & form >> 4 & ~(form >> 1) & 0x0101_0101_0101_0101
      // Added to these limits, only digits stay below 128 where the form has a zero.
      let limits = 0x7F7F_7F7F_7F7F_7F7F - zeros &* 9
      guard (digits | (digits &+ limits)) & 0x8080_8080_8080_8080 == 0 else { return nil }
      pairs = digits &* 10 &+ digits >> 8
    }

    /// The number whose first digit is the byte at `index`.
    subscript(index: Int) -> Int { Int(pairs >> UInt64(8 * index) & 0xFF) }
  }

  /// A regular expression for what `milliseconds` reads, as far as one can say it; in the dialect
  /// that validators of JSON Schema share.
  ///
  /// - Parameter fractionMark: the expression for what comes before the decimals of a second.
  public static func pattern(fractionMark: String = "\\.") -> String {
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\(fractionMark)[0-9]+)?)?"
      + "( UTC| ?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?))?)?$"
  }

  /// A time in UTC, with three digits of a second when it has any or `withMilliseconds`; nil
  /// outside the years 1 to 9999.
  public static func text(_ milliseconds: Int64, withMilliseconds: Bool = false) -> String? {
    var text = ByteBuffer()
    let isWritten = append(milliseconds, to: &text, withMilliseconds: withMilliseconds)
    return isWritten ? text.view.text : nil
  }

  /// Appends a time in UTC, with three digits of a second when it has any or `withMilliseconds`;
  /// false outside the years 1 to 9999.
  public static func append(
    _ milliseconds: Int64, to buffer: inout ByteBuffer, withMilliseconds: Bool
  ) -> Bool {
    let day = Int((Double(milliseconds) / 86_400_000).rounded(.down))
    guard abs(milliseconds) < 1_000_000_000_000_000 else { return false }
    let time = Int(milliseconds - Int64(day) * 86_400_000)
    let (year, month, dayOfMonth) = date(day)
    guard year >= 1, year <= 9999 else { return false }
    func add(_ number: Int, digits: Int = 2, _ mark: StaticString) {
      buffer.append(decimal: UInt64(number), digits: digits)
      buffer.append(mark)
    }
    add(year, digits: 4, "-")
    add(month, "-")
    add(dayOfMonth, "T")
    add(time / 3_600_000, ":")
    add(time / 60_000 % 60, ":")
    let hasFraction = withMilliseconds || time % 1000 != 0
    add(time / 1000 % 60, hasFraction ? "." : "Z")
    if hasFraction { add(time % 1000, digits: 3, "Z") }
    return true
  }

  /// Epoch milliseconds of the beginning of a day; nil when there is no such day.
  private static func midnight(year: Int, month: Int, day: Int) -> Int64? {
    guard year >= 1, month >= 1, month <= 12, day >= 1, day <= daysIn(month: month, of: year)
    else { return nil }
    return Int64(days(year: year, month: month, day: day)) * 86_400_000
  }

  private static func daysIn(month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// Days since 1970-01-01, for years from 1 on.
  ///
  /// Years begin in March here, so that a leap day is the last of its year.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let month = month <= 2 ? month + 9 : month - 3
    let century = year / 100
    let leapDays = year / 4 - century + century / 4
    return 365 * year + leapDays + (153 * month + 2) / 5 + day - 719_469
  }

  /// The date of a day counted from 1970-01-01: the inverse of `days`.
  package static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// A position in the text that moves on over what was recognised.
  private struct Reader {
    let text: ByteView
    var position = 0

    var isAtEnd: Bool { position == text.count }
    var next: UInt8? { position < text.count ? text[position] : nil }

    mutating func digits(_ count: Int) -> Int? {
      guard position + count <= text.count else { return nil }
      var value = 0
      for offset in position..<position + count {
        let digit = text[offset] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      position += count
      return value
    }

    mutating func skip(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      position += 1
      return true
    }

    mutating func skipSeparator() -> Bool {
      skip(UInt8(ascii: "T")) || skip(UInt8(ascii: "t")) || skip(UInt8(ascii: " "))
    }

    /// `HH:MM`, `HH:MM:SS` or `HH:MM:SS.f`, in milliseconds.
    mutating func timeOfDay() -> Int64? {
      guard let hour = digits(2), skip(UInt8(ascii: ":")), let minute = digits(2), hour < 24,
        minute < 60
      else { return nil }
      var milliseconds = Int64(hour * 60 + minute) * 60_000
      guard skip(UInt8(ascii: ":")) else { return milliseconds }
      guard let second = digits(2), second < 60 else { return nil }
      milliseconds += Int64(second) * 1000
      guard skip(UInt8(ascii: ".")) else { return milliseconds }
      var unit: Int64 = 100
      let start = position
      while let digit = digits(1) {
        milliseconds += Int64(digit) * unit
        unit /= 10
      }
      return position > start ? milliseconds : nil
    }

    /// `Z`, `+hh:mm`, `+hhmm`, `+hh` or nothing, in milliseconds east of UTC.
    ///
    /// A zone may stand apart, as Swift and Ruby print dates: `2026-11-20 00:00:00 +0000`.
    mutating func zone() -> Int64? {
      if isAtEnd { return 0 }
      let isApart = skip(UInt8(ascii: " "))
      if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
      if isApart, text.slice(position..<text.count) == ByteView("UTC") {
        position = text.count
        return 0
      }
      let isWest = next == UInt8(ascii: "-")
      guard isWest || next == UInt8(ascii: "+") else { return nil }
      position += 1
      guard let hours = digits(2), hours < 24 else { return nil }
      var minutes = 0
      if !isAtEnd {
        _ = skip(UInt8(ascii: ":"))
        guard let given = digits(2), given < 60 else { return nil }
        minutes = given
      }
      let offset = Int64(hours * 60 + minutes) * 60_000
      return isWest ? -offset : offset
    }
  }
}
