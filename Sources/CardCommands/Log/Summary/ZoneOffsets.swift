import CardJSON

/// A time zone: the offset from UTC at each time.
///
/// Made from an offset, or from a TZif file (RFC 9636) of the system: its transitions, and the rule
/// in its footer for times after the last one.
struct ZoneOffsets: Sendable {
  private var transitions: [(time: Int64, offset: Int64)] = []
  private var initialOffset: Int64
  private var rule: SeasonRule?

  /// A zone that is always this number of seconds east of UTC.
  init(offset: Int64) { initialOffset = offset }

  /// The zone in the bytes of a TZif file; nil if they are not one.
  init?(file bytes: [UInt8]) {
    var reader = BigEndianReader(bytes)
    guard var header = TimeZoneHeader(&reader) else { return nil }
    var timeSize = 4
    if header.version >= UInt8(ascii: "2") {
      // The first block, with times of 32 bits, is for old readers.
      guard reader.skip(header.size(timeSize: 4)), let next = TimeZoneHeader(&reader) else {
        return nil
      }
      (header, timeSize) = (next, 8)
    }
    let start = reader.position
    guard header.types > 0, reader.skip(header.size(timeSize: timeSize)) else { return nil }
    let footer = reader.position
    func offset(_ type: Int) -> Int64? {
      let types = start + header.times * (timeSize + 1)
      return type < header.types ? reader.number(at: types + 6 * type, size: 4) : nil
    }
    guard let first = offset(0) else { return nil }
    initialOffset = first
    for index in 0..<header.times {
      let type = bytes[start + header.times * timeSize + index]
      guard let time = reader.number(at: start + index * timeSize, size: timeSize),
        let offset = offset(Int(type)), transitions.last.map({ $0.time < time }) ?? true
      else { return nil }
      transitions.append((time, offset))
    }
    if timeSize == 8, footer + 2 < bytes.count {
      let text = bytes[(footer + 1)...].prefix { $0 != UInt8(ascii: "\n") }
      guard let rule = SeasonRule(Array(text)) else { return nil }
      self.rule = rule
    }
  }

  /// The number of milliseconds that local time is ahead of UTC.
  ///
  /// - Parameter time: milliseconds since 1970-01-01T00:00:00Z.
  func offset(at time: Int64) -> Int64 {
    // Times are within ±10^15, and before 1970 round down.
    let seconds = (time - (time % 1000 + 1000) % 1000) / 1000
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= seconds { low = middle + 1 } else { high = middle }
    }
    if low == transitions.count, let rule { return 1000 * rule.offset(at: seconds) }
    return 1000 * (low == 0 ? initialOffset : transitions[low - 1].offset)
  }
}

private struct BigEndianReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A signed number; nil beyond the end.
  func number(at start: Int, size: Int) -> Int64? {
    guard start >= 0, start + size <= bytes.count else { return nil }
    let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(truncatingIfNeeded: bits)
  }

  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, position + count <= bytes.count else { return false }
    position += count
    return true
  }
}

private struct TimeZoneHeader {
  let version: UInt8
  let times: Int, types: Int
  private let others: (utc: Int, standard: Int, leaps: Int, characters: Int)

  private static let size = 44
  private static let magic: Int64 = 0x545A_6966

  init?(_ reader: inout BigEndianReader) {
    let start = reader.position
    guard reader.skip(TimeZoneHeader.size), reader.number(at: start, size: 4) == Self.magic,
      let word = reader.number(at: start + 4, size: 4)
    else { return nil }
    version = UInt8(truncatingIfNeeded: word >> 24)
    let counts = (0..<6).map { Int(reader.number(at: start + 20 + 4 * $0, size: 4) ?? -1) }
    guard counts.allSatisfy({ (0...1 << 16).contains($0) }) else { return nil }
    others = (counts[0], counts[1], counts[2], counts[5])
    (times, types) = (counts[3], counts[4])
  }

  /// The size of the data after the header.
  func size(timeSize: Int) -> Int {
    times * (timeSize + 1) + 6 * types + others.characters + others.leaps * (timeSize + 4)
      + others.standard + others.utc
  }
}

/// A rule of POSIX for the offset, such as `CET-1CEST,M3.5.0,M10.5.0/3`; offsets are in seconds
/// east of UTC.
private struct SeasonRule: Sendable {
  private var standard: Int64
  /// The offset of the other season, and when it begins and ends.
  private var summer: (offset: Int64, start: YearDay, end: YearDay)?

  init?(_ text: [UInt8]) {
    var reader = RuleReader(text)
    guard reader.skipName(), let standard = reader.seconds() else { return nil }
    self.standard = -standard
    if reader.isAtEnd { return }
    guard reader.skipName() else { return nil }
    var offset = self.standard + 3600
    if reader.next != UInt8(ascii: ",") {
      guard let seconds = reader.seconds() else { return nil }
      offset = -seconds
    }
    guard reader.skip(","), let start = YearDay(&reader), reader.skip(","),
      let end = YearDay(&reader), reader.isAtEnd
    else { return nil }
    summer = (offset, start, end)
  }

  func offset(at time: Int64) -> Int64 {
    guard let summer else { return standard }
    let local = time + standard
    let year = ISO8601.date((Int(local) - (Int(local) % 86_400 + 86_400) % 86_400) / 86_400).year
    let start = summer.start.seconds(year) - standard
    let end = summer.end.seconds(year) - summer.offset
    let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
    return isSummer ? summer.offset : standard
  }
}

/// A day of the year and a time on it.
private struct YearDay: Sendable {
  private enum Day {
    /// The day from 0, with leap days.
    case number(Int)
    /// The day from 1, without leap days.
    case julian(Int)
    case week(month: Int, week: Int, weekday: Int)
  }

  private let day: Day
  private var time: Int64 = 7200

  init?(_ reader: inout RuleReader) {
    if reader.skip("M") {
      guard let month = reader.number(1...12), reader.skip("."), let week = reader.number(1...5),
        reader.skip("."), let weekday = reader.number(0...6)
      else { return nil }
      day = .week(month: month, week: week, weekday: weekday)
    } else if reader.skip("J") {
      guard let number = reader.number(1...365) else { return nil }
      day = .julian(number)
    } else {
      guard let number = reader.number(0...365) else { return nil }
      day = .number(number)
    }
    if reader.skip("/") {
      guard let seconds = reader.seconds() else { return nil }
      time = seconds
    }
  }

  /// The local time in seconds since 1970.
  func seconds(_ year: Int) -> Int64 {
    let days: Int
    switch day {
    case .number(let number): days = ISO8601.days(year, 1, 1) + number
    case .julian(let number):
      // 2026 is not a leap year.
      let (_, month, day) = ISO8601.date(ISO8601.days(2026, 1, 1) + number - 1)
      days = ISO8601.days(year, month, day)
    case .week(let month, let week, let weekday):
      let first = ISO8601.days(year, month, 1)
      let next = month == 12 ? ISO8601.days(year + 1, 1, 1) : ISO8601.days(year, month + 1, 1)
      // Day 0 was a Thursday.
      let toWeekday = (weekday - (first + 4) % 7 + 14) % 7
      let day = first + toWeekday + 7 * (week - 1)
      days = day < next ? day : day - 7
    }
    return Int64(days) * 86_400 + time
  }
}

private struct RuleReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips the name of a season: letters, or anything between angle brackets.
  mutating func skipName() -> Bool {
    if skip("<") {
      rest = rest.drop { $0 != UInt8(ascii: ">") }
      return skip(">")
    }
    let count = rest.count
    rest = rest.drop { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    return rest.count < count
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.prefix(4)
    rest = rest.dropFirst(digits.count)
    let number = digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    return !digits.isEmpty && range.contains(number) ? number : nil
  }

  /// `[+-]HH[:MM[:SS]]` in seconds.
  mutating func seconds() -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...167) else { return nil }
    var seconds = Int64(hours) * 3600
    for unit in [Int64(60), 1] where skip(":") {
      guard let number = number(0...59) else { return nil }
      seconds += Int64(number) * unit
    }
    return isNegative ? -seconds : seconds
  }
}
