import CardJSON

/// A point in time in epoch milliseconds, with the original number if it was written in seconds.
package struct CardTime: BitwiseCopyable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative for earlier times.
  package let milliseconds: Int64
  /// The JSON number of epoch seconds as written; nil if the time had another format.
  package let spelling: ByteView?

  /// Creates a time from epoch milliseconds.
  package init(milliseconds: Int64) { self.init(milliseconds: milliseconds, spelling: nil) }

  private init(milliseconds: Int64, spelling: ByteView?) {
    (self.milliseconds, self.spelling) = (milliseconds, spelling)
  }

  /// The smallest number that is treated as milliseconds, with 12 digits, here and on the command
  /// line.
  ///
  /// As seconds, it would be a time in the year 5138. Later times, such as 9999-12-31 for "never",
  /// are written in milliseconds, so that they are read back as the same time.
  package static let firstMilliseconds: Int64 = 100_000_000_000

  /// Parses a JSON number of epoch seconds, or of milliseconds if it is large or `isMilliseconds`;
  /// fails if it is out of range.
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

  /// Parses the content of a JSON string: ISO 8601, or a number with optional whitespace.
  package init?(text: ByteView, isMilliseconds: Bool = false) {
    if let date = ISO8601.milliseconds(text) {
      self.init(milliseconds: date)
    } else {
      let number = JSONText.trimmed(text)
      guard JSONNumber.isValid(number) else { return nil }
      self.init(number: number, isMilliseconds: isMilliseconds)
    }
  }

  /// Appends epoch seconds as written, or with up to three decimals.
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

  /// Appends a number for shapes that use epoch seconds; in milliseconds if the seconds would be
  /// read as milliseconds.
  package func appendNumber(to buffer: inout ByteBuffer) {
    let seconds = (milliseconds.magnitude + 500) / 1000
    if spelling == nil, seconds >= CardTime.firstMilliseconds.magnitude {
      buffer.append(signed: milliseconds)
    } else {
      appendSeconds(to: &buffer)
    }
  }

  /// Appends the time as ISO 8601 in a zone, with milliseconds even if zero if `always`; appends
  /// nothing and returns false outside the years 1 to 9999.
  package func appendISO8601(
    to buffer: inout ByteBuffer, milliseconds always: Bool = false, quoted: Bool = false,
    in zone: Zone = .utc
  ) -> Bool {
    let start = buffer.count
    if quoted { buffer.append(UInt8(ascii: "\"")) }
    guard ISO8601.append(milliseconds, to: &buffer, withMilliseconds: always, in: zone) else {
      buffer.truncate(to: start)
      return false
    }
    if quoted { buffer.append(UInt8(ascii: "\"")) }
    return true
  }
}

/// The format of times in output.
package struct CardTimeFormat: BitwiseCopyable, Sendable {
  /// A kind of format.
  package enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// Epoch seconds, as written if possible.
    case seconds
    /// The same, but in milliseconds if the seconds would be read as milliseconds.
    case number
    /// Epoch milliseconds.
    case milliseconds
    /// ISO 8601, with milliseconds if they are not zero.
    case date
    /// ISO 8601 with milliseconds, as `JSON.stringify` writes dates.
    case dateWithMilliseconds

    /// Whether times are written as ISO 8601.
    package var isDate: Bool { self == .date || self == .dateWithMilliseconds }

    /// Whether the format is limited to the years 1 to 9999.
    package var isCalendar: Bool { isDate || self == .milliseconds }
  }

  /// The kind.
  package let kind: Kind
  /// The zone of dates.
  let zone: Zone

  /// Creates a format.
  package init(_ kind: Kind, in zone: Zone = .utc) { (self.kind, self.zone) = (kind, zone) }

  /// Epoch seconds, as written if possible.
  package static let seconds = CardTimeFormat(.seconds)

  /// Appends `time`, whose date is `quoted` in JSON; appends nothing and returns false if the format
  /// cannot represent it.
  @discardableResult
  package func append(_ time: CardTime, quoted: Bool = false, to buffer: inout ByteBuffer) -> Bool {
    switch kind {
    case .seconds: time.appendSeconds(to: &buffer)
    case .number: time.appendNumber(to: &buffer)
    case .milliseconds:
      guard time.isInCalendar else { return false }
      buffer.append(signed: time.milliseconds)
    case .date, .dateWithMilliseconds:
      let isLong = kind == .dateWithMilliseconds
      return time.appendISO8601(to: &buffer, milliseconds: isLong, quoted: quoted, in: zone)
    }
    return true
  }
}

extension CardTime {
  /// Whether the time is in the years 1 to 9999, which date formats can represent.
  package var isInCalendar: Bool {
    milliseconds >= -62_135_596_800_000 && milliseconds < 253_402_300_800_000
  }

  /// Whether the time was written with more than three decimals of a second.
  package var isFinerThanMilliseconds: Bool {
    spelling != nil && order(CardTime(milliseconds: milliseconds)) != 0
  }

  /// The expiry time of a card that never expires, later than any other.
  package static let never = CardTime(milliseconds: .max)

  /// The same time, with a copy of its digits that is never freed.
  package var permanent: CardTime {
    guard let spelling else { return self }
    return CardTime(milliseconds: milliseconds, spelling: ByteView(permanent: spelling))
  }

  /// -1, 0 or 1 if the time is before, equal to or after `other`; compares all digits as written.
  package func order(_ other: CardTime) -> Int {
    // Rounding preserves the order, so the digits matter only if the milliseconds are equal.
    if milliseconds != other.milliseconds { return milliseconds < other.milliseconds ? -1 : 1 }
    guard spelling != nil || other.spelling != nil else { return 0 }
    var left = ByteBuffer()
    var right = ByteBuffer()
    appendSeconds(to: &left)
    other.appendSeconds(to: &right)
    return JSONNumber.compare(left.view, right.view)
  }
}
