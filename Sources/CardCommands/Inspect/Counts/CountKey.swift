import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

/// A key of `inspect --by`: a field, or the day, week or month of a time.
struct CountKey: Equatable, Sendable {
  /// The part of a time that is counted.
  enum Unit: String, CaseIterable {
    case day, week, month
  }

  let field: FieldPath
  /// The unit of a time; nil for other fields.
  let unit: Unit?

  /// The key in `text`, such as `class_type` or `created:week`.
  init(_ text: String) throws(ValueProblem) {
    let unit = Unit.allCases.first { text.hasSuffix(":" + $0.rawValue) }
    let name = unit.map { String(text.dropLast($0.rawValue.utf8.count + 1)) } ?? text
    // An extra may have a colon in its key.
    if unit != nil, let time = FieldPath(name: name), time.content == .time {
      (field, self.unit) = (time, unit)
    } else {
      field = try selector(text, FieldPath.init(named:))
      self.unit = field.content == .time ? .day : nil
    }
  }

  /// The name in headings.
  var name: String { field.name + (unit.map { ":" + $0.rawValue } ?? "") }

  /// The first day of the unit that contains `time`, or the month; nil outside the years 1 to 9999.
  static func date(_ time: Int64, _ unit: Unit) -> String? {
    guard let text = ISO8601.text(time) else { return nil }
    if unit == .month { return String(text.prefix(7)) }
    let days = unit == .week ? 7 : 1
    return Days.name(ofUnit: Days.unit(days, of: Days.number(of: time)), days)
  }
}
