/// A time zone: the offsets of its local time from UTC.
public struct Zone: BitwiseCopyable, Sendable {
  /// UTC.
  public static let utc = Zone(offset: 0)

  /// The changes of the offset, in order; empty for a fixed offset.
  private let changes: PermanentTable<Change>
  /// The offset before the first change, in seconds, positive to the east.
  private let first: Int64
  /// The rule after the last change; nil if the last offset stays.
  private let rule: Rule?

  private struct Change: BitwiseCopyable {
    /// The time of the change and the new offset, in seconds.
    let time: Int64
    let offset: Int64
  }

  /// Creates a zone with a fixed offset from UTC, in milliseconds, positive to the east.
  public init(offset: Int64) {
    (changes, first, rule) = (PermanentTable([]), offset / 1000, nil)
  }

  /// Creates the zone of a TZif file (RFC 9636) of version 2 or later; fails for another file.
  ///
  /// Its memory is never freed, so create a zone only for the command line or a configuration.
  public init?(tzif file: ByteView) {
    var reader = Reader(bytes: file)
    // The block of version 1, which has 32 bits per time, is followed by one with 64 bits.
    guard let old = reader.header(), reader.skip(old.size(timeSize: 4)),
      let counts = reader.header()
    else { return nil }
    let start = reader.position
    guard reader.skip(counts.size(timeSize: 8)) else { return nil }
    let types = start + counts.times * 9
    func offset(ofType type: Int) -> Int64? {
      guard type < counts.types else { return nil }
      return Int64(Int32(truncatingIfNeeded: file.bigEndian(at: types + 6 * type, 4)))
    }
    var changes: [Change] = []
    for index in 0..<counts.times {
      let type = Int(file[start + counts.times * 8 + index])
      guard let offset = offset(ofType: type) else { return nil }
      changes.append(Change(time: file.bigEndian(at: start + 8 * index, 8), offset: offset))
    }
    guard let first = offset(ofType: 0), reader.skip("\n") else { return nil }
    self.first = first
    self.changes = PermanentTable(changes)
    rule = reader.byte == UInt8(ascii: "\n") ? nil : reader.rule()
  }

  /// Returns the offset of local time from UTC at a time in epoch milliseconds, in milliseconds.
  public func offset(at milliseconds: Int64) -> Int64 {
    let time = Zone.floored(milliseconds, by: 1000)
    if changes.count == 0 { return (rule?.offset(at: time) ?? first) * 1000 }
    let index = (0..<changes.count).partitionPoint { changes[$0].time <= time }
    if index == 0 { return first * 1000 }
    if index == changes.count, let rule { return rule.offset(at: time) * 1000 }
    return changes[index - 1].offset * 1000
  }

  /// Returns the first time, in epoch milliseconds, at which clocks show a local time, in
  /// milliseconds since 1970-01-01T00:00:00 of local time.
  ///
  /// If clocks skip the local time, returns the time as if they were not set forward yet: for
  /// midnight, the first time of the day.
  public func instant(ofLocal time: Int64) -> Int64 {
    guard time.magnitude < 1 << 60 else { return time }
    // An offset is less than a day, and two changes are never so close.
    let before = time - offset(at: time - Zone.day)
    let after = time - offset(at: time + Zone.day)
    let isAfter = before != after && before + offset(at: before) != time
    return isAfter && after + offset(at: after) == time ? after : before
  }

  fileprivate static let day: Int64 = 86_400_000

  /// Returns the quotient rounded down.
  fileprivate static func floored(_ number: Int64, by divisor: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

/// A rule that repeats every year, in seconds: the end of a TZif file, such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
private struct Rule: BitwiseCopyable {
  let standard: Int64
  var summer: (offset: Int64, start: Day, end: Day)?

  /// A day of a year, and the local time of the change on it.
  struct Day: BitwiseCopyable {
    enum Form: BitwiseCopyable {
      /// The day with this weekday, from 0 for Sunday, in a week of a month, of which 5 is the
      /// last.
      case weekday(month: Int, week: Int, day: Int)
      /// The day from 0; or from 1, without February 29.
      case ofYear(Int, skipsLeapDay: Bool)
    }

    let form: Form
    let time: Int64

    /// Returns the local time of the change in a year, in seconds since 1970.
    func time(in year: Int) -> Int64 {
      let day: Int
      switch form {
      case .weekday(let month, let week, let weekday):
        let first = ISO8601.days(year: year, month: month, day: 1)
        let next = ISO8601.days(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
        // 1970-01-01 was a Thursday.
        let shift = ((weekday - first - 4) % 7 + 7) % 7
        let wanted = first + shift + 7 * (week - 1)
        day = wanted < next ? wanted : wanted - 7
      case .ofYear(let number, let skipsLeapDay):
        let first = ISO8601.days(year: year, month: 1, day: 1)
        let march = ISO8601.days(year: year, month: 3, day: 1)
        let isLater = skipsLeapDay && number > 59
        day = isLater ? march + number - 60 : first + number - (skipsLeapDay ? 1 : 0)
      }
      return Int64(day) * 86_400 + time
    }
  }

  func offset(at time: Int64) -> Int64 {
    // Beyond these years, dates are not computed.
    guard let summer, time.magnitude < 1 << 40 else { return standard }
    let year = ISO8601.date(Int(Zone.floored(time + standard, by: 86_400))).year
    let start = summer.start.time(in: year) - standard
    let end = summer.end.time(in: year) - summer.offset
    let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
    return isSummer ? summer.offset : standard
  }
}

/// A position in a TZif file.
private struct Reader {
  let bytes: ByteView
  var position = 0

  /// The numbers of items in a block.
  struct Counts {
    let times, types, abbreviations, leapSeconds, standards, universals: Int

    /// The size of the block after the header, in bytes.
    func size(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + abbreviations + leapSeconds * (timeSize + 4) + standards
        + universals
    }
  }

  var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= bytes.count - position else { return false }
    position += count
    return true
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads a header; nil if there is none, or for version 1.
  mutating func header() -> Counts? {
    let start = position
    guard skip(44), bytes.slice(start..<start + 4) == ByteView("TZif"), bytes[start + 4] != 0
    else { return nil }
    func count(_ index: Int) -> Int { Int(bytes.bigEndian(at: start + 20 + 4 * index, 4)) }
    return Counts(
      times: count(3), types: count(4), abbreviations: count(5), leapSeconds: count(2),
      standards: count(1), universals: count(0))
  }

  /// Reads the rule at the end of the file, in the form of the variable TZ in POSIX.
  mutating func rule() -> Rule? {
    guard name(), let west = time() else { return nil }
    var rule = Rule(standard: -west)
    guard name() else { return rule }
    let summer = byte == UInt8(ascii: ",") ? rule.standard + 3600 : time().map { -$0 }
    guard let summer, skip(","), let start = day(), skip(","), let end = day() else { return nil }
    rule.summer = (summer, start, end)
    return rule
  }

  /// Skips a name such as `CET` or `<+03>`.
  private mutating func name() -> Bool {
    let start = position
    let isQuoted = skip("<")
    while byte > UInt8(ascii: "?") || isQuoted && byte != 0 && byte != UInt8(ascii: ">") {
      position += 1
    }
    return isQuoted ? skip(">") : position > start
  }

  private mutating func number() -> Int? {
    let start = position
    var number = 0
    while case let digit = byte &- UInt8(ascii: "0"), digit < 10, position - start < 4 {
      number = number * 10 + Int(digit)
      position += 1
    }
    return position > start ? number : nil
  }

  /// Reads a time such as `2`, `-1:30` or `167:00:00`, in seconds.
  private mutating func time() -> Int64? {
    let isNegative = skip("-")
    _ = !isNegative && skip("+")
    guard var seconds = number().map({ Int64($0) * 3600 }) else { return nil }
    for unit: Int64 in [60, 1] where skip(":") {
      guard let number = number() else { return nil }
      seconds += Int64(number) * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads a day such as `M3.5.0`, `J60` or `59`, with an optional time after a slash.
  private mutating func day() -> Rule.Day? {
    let form: Rule.Day.Form
    if skip("M") {
      guard let month = number(), skip("."), let week = number(), skip("."), let day = number(),
        (1...12).contains(month), (1...5).contains(week), day < 7
      else { return nil }
      form = .weekday(month: month, week: week, day: day)
    } else {
      let skipsLeapDay = skip("J")
      guard let number = number(), number < 366 else { return nil }
      form = .ofYear(number, skipsLeapDay: skipsLeapDay)
    }
    guard skip("/") else { return Rule.Day(form: form, time: 7200) }
    return time().map { Rule.Day(form: form, time: $0) }
  }
}

extension ByteView {
  /// The signed number in `count` bytes from `start`, the most significant first.
  fileprivate func bigEndian(at start: Int, _ count: Int) -> Int64 {
    (start..<start + count).reduce(0) { $0 << 8 | Int64(self[$1]) }
  }
}
