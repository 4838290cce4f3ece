import CardJSON

/// A point in time: epoch milliseconds, with the spelling it had when it was written in seconds.
package struct CardTime: Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
  package let milliseconds: Int64
  /// The JSON number of epoch seconds that the time was written as; nil for any other form.
  package let spelling: ByteView?

  /// A time given in milliseconds.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
    spelling = nil
  }

  private init(milliseconds: Int64, spelling: ByteView) {
    self.milliseconds = milliseconds
    self.spelling = spelling
  }

  /// The smallest number that counts milliseconds: the first of 12 digits.
  ///
  /// The command line has the same rule. In seconds the number would be after the year 5138. Later
  /// times, such as 9999-12-31 for "never", are written in milliseconds (`appendNumber`), so that
  /// they are read as the same time.
  package static let firstMilliseconds: Int64 = 100_000_000_000

  /// The time that a JSON number stands for: seconds, or milliseconds when it is too large for that
  /// or `isMilliseconds`; nil when no clock shows it.
  package init?(number: ByteView, isMilliseconds: Bool = false) {
    let integer = JSONNumber.smallInteger(number)
    guard let whole = integer ?? JSONNumber.rounded(number) else { return nil }
    if isMilliseconds || abs(whole) >= CardTime.firstMilliseconds {
      self.init(milliseconds: whole)
      return
    }
    if let integer {
      self.init(milliseconds: integer * 1000, spelling: number)
      return
    }
    guard let milliseconds = JSONNumber.thousandths(number) else { return nil }
    self.init(milliseconds: milliseconds, spelling: number)
  }

  /// The time that text, the inside of a JSON string, stands for: ISO 8601, or a number as above
  /// with white space round it; nil when it is neither.
  package init?(text: ByteView, isMilliseconds: Bool = false) {
    if let date = ISO8601.milliseconds(text) {
      self.init(milliseconds: date)
    } else {
      let number = JSONText.trimmed(text)
      guard JSONNumber.isValid(number) else { return nil }
      self.init(number: number, isMilliseconds: isMilliseconds)
    }
  }

  /// Appends epoch seconds: the spelling they were written with, else up to three decimals.
  package func appendSeconds(to buffer: inout ByteBuffer) {
    if let spelling { return buffer.append(spelling) }
    if milliseconds < 0 { buffer.append(UInt8(ascii: "-")) }
    let magnitude = milliseconds.magnitude
    buffer.append(decimal: magnitude / 1000)
    var fraction = magnitude % 1000
    guard fraction > 0 else { return }
    buffer.append(UInt8(ascii: "."))
    var digits = 3
    while fraction % 10 == 0 {
      fraction /= 10
      digits -= 1
    }
    buffer.append(decimal: fraction, digits: digits)
  }

  /// Appends a number that shapes which count seconds are read with: seconds, but milliseconds
  /// where so many seconds would be taken for them.
  package func appendNumber(to buffer: inout ByteBuffer) {
    let seconds = (milliseconds.magnitude + 500) / 1000
    if spelling == nil, seconds >= CardTime.firstMilliseconds.magnitude {
      buffer.append(signed: milliseconds)
    } else {
      appendSeconds(to: &buffer)
    }
  }

  /// Appends the time as ISO 8601 in UTC, with milliseconds when there are any or `always`; false
  /// when the year has no four digits, and then nothing is appended.
  package func appendISO8601(to buffer: inout ByteBuffer, milliseconds always: Bool = false) -> Bool
  {
    ISO8601.append(milliseconds, to: &buffer, withMilliseconds: always)
  }
}

/// How times are printed where a form of output leaves the choice (`--time`).
package enum CardTimeFormat: Sendable {
  /// Epoch seconds, in the spelling they were written with.
  case seconds
  /// ISO 8601 in UTC, with milliseconds when there are any.
  case iso8601

  /// Appends `time` as it stands in a cell; nothing when the format has no way to write it, which
  /// is ISO 8601 outside the years 1 to 9999.
  package func appendText(_ time: CardTime, to buffer: inout ByteBuffer) {
    switch self {
    case .seconds: time.appendSeconds(to: &buffer)
    case .iso8601: _ = time.appendISO8601(to: &buffer)
    }
  }

  /// Appends `time` as JSON: a number of seconds, or a string; false when the format has no way to
  /// write it, and then nothing is appended.
  package func appendJSON(_ time: CardTime, to buffer: inout ByteBuffer) -> Bool {
    switch self {
    case .seconds:
      time.appendSeconds(to: &buffer)
      return true
    case .iso8601:
      return time.appendQuotedISO8601(to: &buffer, milliseconds: false)
    }
  }
}

extension CardTime {
  /// Appends the time as ISO 8601 in quotes; false when the year has no four digits, and then
  /// nothing is appended.
  package func appendQuotedISO8601(to buffer: inout ByteBuffer, milliseconds: Bool) -> Bool {
    let start = buffer.count
    buffer.append(UInt8(ascii: "\""))
    guard appendISO8601(to: &buffer, milliseconds: milliseconds) else {
      buffer.truncate(to: start)
      return false
    }
    buffer.append(UInt8(ascii: "\""))
    return true
  }
}

extension CardTime {
  /// Whether the time lies in the years 1 to 9999, which is what the date forms can write.
  package var isInCalendar: Bool {
    milliseconds >= -62_135_596_800_000 && milliseconds < 253_402_300_800_000
  }

  /// Whether the time was written with more than three decimals of a second.
  package var isFinerThanMilliseconds: Bool {
    guard let spelling else { return false }
    var seconds = ByteBuffer()
    CardTime(milliseconds: milliseconds).appendSeconds(to: &seconds)
    return seconds.read { JSONNumber.compare(spelling, $0) != 0 }
  }
}
