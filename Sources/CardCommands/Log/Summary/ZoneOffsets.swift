import CardArguments
import CardJSON
import CardPlatform

/// A time zone as the user gives it: `UTC`, an offset such as `+02:00`, or a name such as
/// `Europe/Berlin`.
enum ZoneName: Sendable {
  /// Seconds east of UTC.
  case offset(Int64)
  case name(String)

  /// The directories in which systems have their time zones.
  private static let directories = ["/usr/share/zoneinfo/", "/usr/lib/zoneinfo/"]
  private static let maximumSize = 1 << 20

  /// The zone in `text`.
  init(_ text: String) throws(ValueProblem) {
    if text.uppercased() == "UTC" || text == "Z" {
      self = .offset(0)
    } else if text.hasPrefix("+") || text.hasPrefix("-") {
      let time = ByteBuffer("1970-01-02T00:00:00\(text)".utf8)
      guard let milliseconds = ISO8601.milliseconds(time.view) else {
        throw .reason("expected an offset such as +02:00")
      }
      self = .offset((86_400_000 - milliseconds) / 1000)
    } else {
      let isName = text.utf8.allSatisfy { byte in
        isLetter(byte) || isDigit(byte) || "/_+-".utf8.contains(byte)
      }
      guard isName, !text.isEmpty, !text.hasPrefix("/") else {
        throw .reason("expected UTC, an offset such as +02:00, or a name such as Europe/Berlin")
      }
      self = .name(text)
    }
  }

  /// The offsets of the zone; those of a name are in a file of the system.
  ///
  /// The library of the system could tell them too, but only for the one zone of the process.
  func offsets(_ console: Console) throws -> ZoneOffsets {
    switch self {
    case .offset(let seconds): return ZoneOffsets(offset: seconds)
    case .name(let name):
      for path in ZoneName.directories.map({ $0 + name })
      where try console.fileStatus(path)?.kind == .regular {
        let file = try SmallFile(path, console, limit: ZoneName.maximumSize)
        if let zone = ZoneOffsets(file: file.bytes) { return zone }
      }
      throw ArgumentMistake.other(
        "invalid value '\(name)' for '--tz': this system has no such time zone")
    }
  }
}

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
    var rest = bytes[...]
    // The first block, with times of 32 bits, is for old readers.
    guard let old = rest.takeBlockSizes(),
      rest.take(5 * old.times + 6 * old.types + old.others) != nil,
      let sizes = rest.takeBlockSizes(), let times = rest.takeNumbers(sizes.times, size: 8),
      let types = rest.take(sizes.times),
      let offsets = rest.takeNumbers(sizes.types, size: 4, stride: 6), let first = offsets.first,
      rest.take(sizes.others + 4 * sizes.leaps) != nil,
      types.allSatisfy({ Int($0) < offsets.count }),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    initialOffset = first
    transitions = zip(times, types).map { ($0, offsets[Int($1)]) }
    let footer = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
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

/// A rule of POSIX for the offset, such as `CET-1CEST,M3.5.0,M10.5.0/3`; offsets are in seconds
/// east of UTC.
private struct SeasonRule: Sendable {
  private let standard: Int64
  /// The offset of the other season, and when it begins and ends.
  private var summer: (offset: Int64, start: YearDay, end: YearDay)?

  init?(_ text: ArraySlice<UInt8>) {
    var text = text
    guard text.skipName(), let offset = text.takeTime() else { return nil }
    standard = -offset
    if text.isEmpty { return }
    guard text.skipName() else { return nil }
    let summerOffset = text.takeTime().map { -$0 } ?? standard + 3600
    guard let start = YearDay(&text), let end = YearDay(&text), text.isEmpty else { return nil }
    summer = (summerOffset, start, end)
  }

  func offset(at time: Int64) -> Int64 {
    guard let summer else { return standard }
    let year = ISO8601.date(Int((Double(time + standard) / 86_400).rounded(.down))).year
    let start = summer.start.seconds(year) - standard
    let end = summer.end.seconds(year) - summer.offset
    let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
    return isSummer ? summer.offset : standard
  }
}

/// A weekday of a month and a time on it, such as `,M3.5.0/3`; the other forms of POSIX do not occur
/// in the files of systems.
private struct YearDay: Sendable {
  private let month: Int, week: Int, weekday: Int
  private let time: Int64

  init?(_ text: inout ArraySlice<UInt8>) {
    guard text.skip(","), text.skip("M"), let month = text.takeNumber(), (1...12).contains(month),
      text.skip("."), let week = text.takeNumber(), (1...5).contains(week), text.skip("."),
      let weekday = text.takeNumber(), (0...6).contains(weekday),
      let time = text.skip("/") ? text.takeTime() : 7200
    else { return nil }
    (self.month, self.week, self.weekday, self.time) = (month, week, weekday, time)
  }

  /// The local time in seconds since 1970; week 5 is the last one.
  func seconds(_ year: Int) -> Int64 {
    let first = ISO8601.days(year: year, month: month, day: 1)
    let next = ISO8601.days(year: year + month / 12, month: month % 12 + 1, day: 1)
    // Day 0 was a Thursday.
    let day = first + (weekday - (first + 4) % 7 + 14) % 7 + 7 * (week - 1)
    return Int64(day < next ? day : day - 7) * 86_400 + time
  }
}

// Parts of a file, each taken from its start; nil if it does not have them.
extension ArraySlice<UInt8> {
  fileprivate mutating func take(_ count: Int) -> ArraySlice? {
    guard count <= self.count else { return nil }
    defer { removeFirst(count) }
    return prefix(count)
  }

  /// Takes signed big-endian numbers of 4 or 8 bytes, one every `stride` bytes.
  fileprivate mutating func takeNumbers(_ count: Int, size: Int, stride: Int? = nil) -> [Int64]? {
    let stride = stride ?? size
    guard let bytes = take(count * stride) else { return nil }
    return (0..<count).map { index in
      let number = bytes.dropFirst(index * stride).prefix(size)
      let bits = number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(truncatingIfNeeded: bits)
    }
  }

  /// Takes the header of a block: the numbers of transitions, of types of local time and of leap
  /// seconds, and the bytes that follow them where times have 4 bytes.
  fileprivate mutating func takeBlockSizes() -> (times: Int, types: Int, leaps: Int, others: Int)? {
    guard let start = take(20), start.starts(with: "TZif".utf8),
      start.dropFirst(4).first ?? 0 >= UInt8(ascii: "2"),
      let counts = takeNumbers(6, size: 4)?.map({ Int($0) }),
      counts.allSatisfy({ (0...1 << 16).contains($0) })
    else { return nil }
    let others = counts[0] + counts[1] + 8 * counts[2] + counts[5]
    return (counts[3], counts[4], counts[2], others)
  }

  fileprivate mutating func skip(_ text: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: text) else { return false }
    removeFirst()
    return true
  }

  /// Skips the name of a season: letters, or anything between angle brackets.
  fileprivate mutating func skipName() -> Bool {
    let count = count
    if first == UInt8(ascii: "<") {
      self = drop { $0 != UInt8(ascii: ">") }.dropFirst()
    } else {
      self = drop(while: isLetter)
    }
    return self.count < count
  }

  /// Takes a number of at most three digits.
  fileprivate mutating func takeNumber() -> Int? {
    let digits = prefix(while: isDigit)
    removeFirst(digits.count)
    return digits.count <= 3 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  /// Takes `[+-]HH[:MM[:SS]]`, in seconds.
  fileprivate mutating func takeTime() -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = takeNumber().map({ 3600 * $0 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let number = takeNumber() else { return nil }
      seconds += unit * number
    }
    return Int64(isNegative ? -seconds : seconds)
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
