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
      let isName = text.allSatisfy { $0.isWordPart(or: "/_+-") }
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
    var file = ZoneFile(rest: bytes[...])
    var (times, types, offsets): ([Int64], ArraySlice<UInt8>, [Int64]) = ([], [], [])
    // The first block, with times of 4 bytes, is for old readers.
    for size in [4, 8] {
      let start = file.take(20)
      guard start.starts(with: "TZif".utf8), start.dropFirst(4).first ?? 0 >= UInt8(ascii: "2")
      else { return nil }
      let counts = file.numbers(6, size: 4).map { Int($0) }
      guard file.isWhole, counts.allSatisfy({ (0...1 << 16).contains($0) }) else { return nil }
      times = file.numbers(counts[3], size: size)
      types = file.take(counts[3])
      // An offset of 4 bytes, and two other bytes.
      offsets = file.numbers(counts[4], size: 6).map { $0 >> 16 }
      // The names, the leap seconds, and flags.
      _ = file.take(counts[5] + (size + 4) * counts[2] + counts[1] + counts[0])
    }
    guard file.isWhole, let first = offsets.first,
      types.allSatisfy({ Int($0) < offsets.count }),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    initialOffset = first
    transitions = zip(times, types).map { ($0, offsets[Int($1)]) }
    let footer = file.rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    guard !footer.isEmpty else { return }
    guard let rule = SeasonRule(String(decoding: footer, as: UTF8.self)) else { return nil }
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

/// The remaining bytes of a TZif file.
private struct ZoneFile {
  var rest: ArraySlice<UInt8>
  /// Whether the file had all bytes that were taken.
  private(set) var isWhole = true

  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    isWhole = isWhole && count <= rest.count
    defer { rest = rest.dropFirst(count) }
    return isWhole ? rest.prefix(count) : []
  }

  /// Takes signed big-endian numbers of `size` bytes.
  mutating func numbers(_ count: Int, size: Int) -> [Int64] {
    let bytes = take(count * size)
    return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
      bytes[start..<start + size].reduce(bytes[start] < 0x80 ? 0 : -1) { $0 << 8 | Int64($1) }
    }
  }
}

/// A rule of POSIX for the offset, such as `CET-1CEST,M3.5.0,M10.5.0/3`; offsets are in seconds
/// east of UTC.
private struct SeasonRule: Sendable {
  private let standard: Int64
  /// The offset of the other season, and when it begins and ends.
  private var summer: (offset: Int64, start: YearDay, end: YearDay)?

  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var names = parts[0]
    guard names.skipZoneName(), let offset = names.takeTime() else { return nil }
    standard = -offset
    if names.isEmpty, parts.count == 1 { return }
    guard names.skipZoneName(), parts.count == 3, let start = YearDay(parts[1]),
      let end = YearDay(parts[2]),
      let offset = names.isEmpty ? standard + 3600 : names.takeTime().map({ -$0 }), names.isEmpty
    else { return nil }
    summer = (offset, start, end)
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

/// A weekday of a month and a time on it, such as `M3.5.0/3`; the other forms of POSIX do not occur
/// in the files of systems.
private struct YearDay: Sendable {
  private let month: Int, week: Int, weekday: Int
  private let time: Int64

  init?(_ text: Substring) {
    var rest = text.drop { $0 != "/" }.dropFirst()
    let numbers = text.prefix { $0 != "/" }.dropFirst().split(separator: ".").compactMap { Int($0) }
    guard text.hasPrefix("M"), numbers.count == 3, (1...12).contains(numbers[0]),
      (1...5).contains(numbers[1]), (0...6).contains(numbers[2]),
      let time = rest.isEmpty ? 7200 : rest.takeTime(), rest.isEmpty
    else { return nil }
    (month, week, weekday) = (numbers[0], numbers[1], numbers[2])
    self.time = time
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

// Parts of a rule, each taken from its start.
extension Substring {
  /// Skips the name of a season: letters, or anything between angle brackets.
  fileprivate mutating func skipZoneName() -> Bool {
    let rest = first == "<" ? drop { $0 != ">" }.dropFirst() : drop(while: \.isLetter)
    defer { self = rest }
    return rest.count < count
  }

  /// Takes `[+-]HH[:MM[:SS]]`, in seconds; nil if absent.
  fileprivate mutating func takeTime() -> Int64? {
    let text = prefix { $0.isNumber || "+-:".contains($0) }
    self = dropFirst(text.count)
    let numbers = text.drop { "+-".contains($0) }
      .split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.count <= 3 ? Int64($0) : nil }
    guard numbers.count <= 3, numbers.allSatisfy({ $0 != nil }) else { return nil }
    let seconds = zip(numbers, [3600, 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
    return text.hasPrefix("-") ? -seconds : seconds
  }
}
