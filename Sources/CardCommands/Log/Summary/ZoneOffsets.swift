import CardJSON

/// The offset of a time zone from UTC at each time.
///
/// Made from an offset, or from a TZif file (RFC 9636, version 2 or later) of the system: its
/// transitions, and the rule in its footer for times after the last one.
struct ZoneOffsets: Sendable {
  private var transitions: [(time: Int64, offset: Int64)] = []
  private var initialOffset: Int64
  private var rule: SeasonRule?

  /// A zone that is always this number of seconds east of UTC.
  init(offset: Int64) { initialOffset = offset }

  /// The zone in the bytes of a TZif file; nil if they are not one.
  init?(file bytes: [UInt8]) {
    // The first block, with times of 32 bits, is for old readers.
    guard let old = TimeZoneBlock(bytes, at: 0, timeSize: 4),
      let block = TimeZoneBlock(bytes, at: old.end, timeSize: 8),
      let first = block.offset(ofType: 0)
    else { return nil }
    initialOffset = first
    for index in 0..<block.timeCount {
      let time = block.time(index)
      guard let offset = block.offset(ofType: block.type(index)),
        transitions.last.map({ $0.time < time }) ?? true
      else { return nil }
      transitions.append((time, offset))
    }
    let footer = bytes[block.end...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    guard !footer.isEmpty else { return }
    guard let rule = SeasonRule(footer) else { return nil }
    self.rule = rule
  }

  /// The number of milliseconds that local time is ahead of UTC.
  ///
  /// - Parameter time: milliseconds since 1970-01-01T00:00:00Z.
  func offset(at time: Int64) -> Int64 {
    let seconds = Int64((Double(time) / 1000).rounded(.down))
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= seconds { low = middle + 1 } else { high = middle }
    }
    if low == transitions.count, let rule { return 1000 * rule.offset(at: seconds) }
    return 1000 * (low == 0 ? initialOffset : transitions[low - 1].offset)
  }
}

/// A header of a TZif file and the data after it.
private struct TimeZoneBlock {
  let timeCount: Int
  /// Where the block ends.
  let end: Int
  private let typeCount: Int
  private let bytes: [UInt8]
  private let start: Int
  private let timeSize: Int

  private static let headerSize = 44

  init?(_ bytes: [UInt8], at offset: Int, timeSize: Int) {
    (self.bytes, self.timeSize, start) = (bytes, timeSize, offset + TimeZoneBlock.headerSize)
    guard start <= bytes.count, bytes[offset..<offset + 4].elementsEqual("TZif".utf8),
      bytes[offset + 4] >= UInt8(ascii: "2")
    else { return nil }
    let counts = (0..<6).map {
      TimeZoneBlock.number(bytes[offset + 20 + 4 * $0..<offset + 24 + 4 * $0])
    }
    guard counts.allSatisfy({ (0...1 << 16).contains($0) }) else { return nil }
    (timeCount, typeCount) = (Int(counts[3]), Int(counts[4]))
    let others = Int(counts[0] + counts[1] + counts[5]) + Int(counts[2]) * (timeSize + 4)
    end = start + timeCount * (timeSize + 1) + 6 * typeCount + others
    guard end <= bytes.count else { return nil }
  }

  func time(_ index: Int) -> Int64 {
    TimeZoneBlock.number(bytes[start + index * timeSize..<start + (index + 1) * timeSize])
  }

  func type(_ index: Int) -> Int { Int(bytes[start + timeCount * timeSize + index]) }

  /// The offset of a type of local time; nil if there is no such type.
  func offset(ofType type: Int) -> Int64? {
    guard type < typeCount else { return nil }
    let place = start + timeCount * (timeSize + 1) + 6 * type
    return TimeZoneBlock.number(bytes[place..<place + 4])
  }

  /// A signed big-endian number of 4 or 8 bytes.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return bytes.count == 4
      ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(truncatingIfNeeded: bits)
  }
}

/// A rule of POSIX for the offset, such as `CET-1CEST,M3.5.0,M10.5.0/3`; offsets are in seconds
/// east of UTC.
private struct SeasonRule: Sendable {
  private let standard: Int64
  /// The offset of the other season, and when it begins and ends.
  private var summer: (offset: Int64, start: YearDay, end: YearDay)?

  init?(_ text: ArraySlice<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: ","))
    guard var names = parts.first, SeasonRule.skipName(&names),
      let offset = SeasonRule.seconds(&names)
    else { return nil }
    standard = -offset
    if names.isEmpty, parts.count == 1 { return }
    guard SeasonRule.skipName(&names), parts.count == 3, let start = YearDay(parts[1]),
      let end = YearDay(parts[2])
    else { return nil }
    summer = (SeasonRule.seconds(&names).map { -$0 } ?? standard + 3600, start, end)
  }

  func offset(at time: Int64) -> Int64 {
    guard let summer else { return standard }
    let year = ISO8601.date(Int((Double(time + standard) / 86_400).rounded(.down))).year
    let start = summer.start.seconds(year) - standard
    let end = summer.end.seconds(year) - summer.offset
    let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
    return isSummer ? summer.offset : standard
  }

  /// Skips the name of a season: letters, or anything between angle brackets.
  private static func skipName(_ text: inout ArraySlice<UInt8>) -> Bool {
    let count = text.count
    if text.first == UInt8(ascii: "<") {
      text = text.drop { $0 != UInt8(ascii: ">") }.dropFirst()
    } else {
      text = text.drop { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }
    return text.count < count
  }

  /// Takes `[+-]HH[:MM[:SS]]` from the start of `text`; nil if absent.
  static func seconds(_ text: inout ArraySlice<UInt8>) -> Int64? {
    let time = text.prefix { (UInt8(ascii: "+")...UInt8(ascii: ":")).contains($0) }
    text = text.dropFirst(time.count)
    let isNegative = time.first == UInt8(ascii: "-")
    let numbers = time.drop { $0 < UInt8(ascii: "0") }.split(separator: UInt8(ascii: ":"))
    guard (1...3).contains(numbers.count) else { return nil }
    var seconds: Int64 = 0
    for (number, unit) in zip(numbers, [Int64(3600), 60, 1]) {
      guard number.count <= 3, let value = Int64(String(decoding: number, as: UTF8.self)) else {
        return nil
      }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }
}

/// A weekday of a month and a time on it, such as `M3.5.0/3`; the other forms of POSIX do not occur
/// in the files of systems.
private struct YearDay: Sendable {
  private let month: Int, week: Int, weekday: Int
  private let time: Int64

  init?(_ text: ArraySlice<UInt8>) {
    let day = text.prefix { $0 != UInt8(ascii: "/") }
    var rest = text.dropFirst(day.count + 1)
    let numbers = day.dropFirst().split(separator: UInt8(ascii: ".")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    guard day.first == UInt8(ascii: "M"), numbers.count == 3, (1...12).contains(numbers[0]),
      (1...5).contains(numbers[1]), (0...6).contains(numbers[2])
    else { return nil }
    (month, week, weekday) = (numbers[0], numbers[1], numbers[2])
    if day.count == text.count {
      time = 7200
    } else {
      guard let seconds = SeasonRule.seconds(&rest) else { return nil }
      time = seconds
    }
  }

  /// The local time in seconds since 1970; week 5 is the last one.
  func seconds(_ year: Int) -> Int64 {
    let first = ISO8601.days(year: year, month: month, day: 1)
    let next =
      month == 12
      ? ISO8601.days(year: year + 1, month: 1, day: 1)
      : ISO8601.days(year: year, month: month + 1, day: 1)
    // Day 0 was a Thursday.
    let day = first + (weekday - (first + 4) % 7 + 14) % 7 + 7 * (week - 1)
    return Int64(day < next ? day : day - 7) * 86_400 + time
  }
}
