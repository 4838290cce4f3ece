import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

/// A key of `inspect --by`: a field, or the hour, day, week, month or year of a time field.
struct CountKey: Equatable, Sendable {
  /// The unit by which times are counted.
  enum Unit: String, CaseIterable { case hour, day, week, month, year }

  let field: FieldPath
  /// The unit of a time field; nil for other fields.
  let unit: Unit?

  /// Parses a key such as `class_type` or `created:week`.
  init(_ text: String) throws(SelectionError) {
    let unit = Unit.allCases.first { text.hasSuffix(":" + $0.rawValue) }
    let name = unit.map { String(text.dropLast($0.rawValue.utf8.count + 1)) } ?? text
    // The key of an extra may contain a colon.
    if unit != nil, let time = FieldPath(name: name), time.content == .time {
      (field, self.unit) = (time, unit)
    } else {
      field = try FieldPath(named: text)
      self.unit = field.content == .time ? .day : nil
    }
  }

  /// The name in headings.
  var name: String { field.name + (unit.map { ":" + $0.rawValue } ?? "") }
}

extension CountKey.Unit {
  /// Appends the unit of local time that contains `time`: a year, a month, the first day of a day or
  /// week, or an hour with its offset from UTC; text for a time outside the years 1 to 9999.
  func append(_ time: Int64, in zone: Zone, to text: inout ByteBuffer) {
    // Of other times, none has a year from 1 to 9999 in any zone.
    guard time.magnitude < 1 << 52 else { return text.append("out of range") }
    let offset = zone.offset(at: time)
    var local = time + offset
    let start = text.count
    switch self {
    case .hour:
      // The clocks of some zones are not set back by whole hours.
      let hour: Int64 = 3_600_000
      let rest = (local % hour + hour) % hour
      let fixed = Zone(offset: offset)
      if ISO8601.append(time - rest, to: &text, withMilliseconds: false, in: fixed) {
        // Without the seconds.
        let suffix = text.take(from: start + 16)
        return text.append(suffix.view.slice(3..<suffix.count))
      }
    case .week: local = Days.start(ofWeekOf: local)
    case .day, .month, .year: break
    }
    let length = self == .year ? 4 : self == .month ? 7 : 10
    if self != .hour, ISO8601.append(local, to: &text, withMilliseconds: false) {
      return text.truncate(to: start + length)
    }
    text.append("out of range")
  }
}

/// The order of the groups of `inspect --by`.
struct GroupOrder: Sendable {
  private enum Value: Sendable {
    case count
    /// The value of the key at this index.
    case key(Int)
  }

  private var parts: [(value: Value, isDescending: Bool)] = []
  private let keys: [CountKey]

  /// Parses sort keys such as `count:asc` or `created:month`.
  ///
  /// By default, groups of time are in the order of time, and others by descending count.
  init(_ texts: [String], of keys: [CountKey]) throws(ValueProblem) {
    self.keys = keys
    let names = keys.map(\.name)
    for text in texts {
      let direction = ["asc", "desc"].first { text.hasSuffix(":" + $0) }
      let name = direction.map { String(text.dropLast($0.utf8.count + 1)) } ?? text
      let isDescending = direction == "desc"
      if let index = keys.firstIndex(where: { $0.name == name || $0.field.name == name }) {
        parts.append((.key(index), isDescending))
      } else if name == "count" {
        parts.append((.count, isDescending))
      } else {
        throw .unknownWord(kind: "value of --by", text: name, known: names + ["count"])
      }
    }
    if parts.isEmpty {
      parts = keys.indices.filter { keys[$0].unit != nil }.map { (.key($0), false) }
    }
  }

  /// Appends the encoded sort keys of a group.
  func append(_ group: GroupName, _ count: Int, to buffer: inout ByteBuffer) {
    for (value, isDescending) in parts {
      switch value {
      case .count:
        let digits = ByteBuffer(String(count).utf8)
        SortKeys.write(digits.view, isDescending: isDescending, to: &buffer)
      case .key(let index):
        // The text of an hour is not in the order of time when clocks are set back.
        let text = group.value(at: index)
        let hour = keys[index].unit == .hour ? text.flatMap { ISO8601.milliseconds($0) } : nil
        let digits = hour.map { ByteBuffer(String($0).utf8) }
        if let digits {
          SortKeys.write(digits.view, isDescending: isDescending, to: &buffer)
        } else {
          SortKeys.write(text, isDescending: isDescending, to: &buffer)
        }
      }
    }
  }
}

/// The values of a group, joined to one name.
struct GroupName {
  let bytes: ByteView

  /// The byte before every value, which distinguishes an empty value from an absent one.
  static let mark = UInt8(ascii: "=")
  /// Returns the value of the key at an index; nil if it is absent.
  func value(at index: Int) -> ByteView? {
    let value = bytes.joinedName(at: index)
    return value.count == 0 ? nil : value.slice(1..<value.count)
  }
}
