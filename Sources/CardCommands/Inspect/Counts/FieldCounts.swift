import CardJSON
import CardProcessing
import ContentCardKit

/// A key of `inspect --by`: a field, or the day, week or month of a time field.
struct CountKey: Equatable, Sendable {
  /// The unit by which times are counted.
  enum Unit: String, CaseIterable { case day, week, month }

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

  /// Returns the month, or the first day of the day or week, that contains `time`; nil outside the
  /// years 1 to 9999.
  static func date(_ time: Int64, _ unit: Unit) -> String? {
    guard let text = ISO8601.text(time) else { return nil }
    if unit == .month { return String(text.prefix(7)) }
    let days = unit == .week ? 7 : 1
    return Days.name(ofUnit: Days.unit(days, of: Days.number(of: time)), days)
  }
}

/// Counts the cards of a block by the combination of their values of some fields.
struct FieldCountProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var counts: HeldContent<NameCounts> { batch.content() }
  let keys: [CountKey]
  /// The current time, in epoch milliseconds.
  let now: Int64
  private(set) var text = ByteBuffer()
  private(set) var scratch = ByteBuffer()

  static func makeContent() -> BatchContent { HeldContent(NameCounts()) { $0.removeAll() } }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    text.removeAll()
    for index in keys.indices {
      if index > 0 { text.append(FieldCounts.separator) }
      appendValue(keys[index], of: card)
    }
    counts.value.add(text.view)
  }

  /// Appends a mark and the value; nothing if the card has no value.
  private mutating func appendValue(_ key: CountKey, of card: Card) {
    if case .canonical(.type) = key.field, let type = card.type {
      // `card.type` maps types that no SDK supports to `unknown`, as in all other output.
      text.append(FieldCounts.mark)
      return text.append(type.name)
    }
    let value = card.value(at: key.field, now: now, using: &scratch)
    if value.isAbsent { return }
    text.append(FieldCounts.mark)
    switch value {
    case .text(let name) where key.field == FieldPath.canonical(.classType):
      name.withText { text.append(lowercased: $0) }
    case .time(let time):
      text.append(CountKey.date(time.milliseconds, key.unit ?? .day) ?? "out of range")
    default: value.appendText(to: &text)
    }
  }
}

/// Adds up the counts of the blocks.
final class FieldCounts: RunObserver {
  private let keys: [CountKey]
  private var counts = NameCounts()

  /// The byte before every value, which distinguishes an empty value from an absent one.
  fileprivate static let mark = UInt8(ascii: "=")
  /// The byte between values, which cannot occur in UTF-8.
  fileprivate static let separator: UInt8 = 0xFF

  /// Creates empty counts.
  init(_ keys: [CountKey]) { self.keys = keys }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<NameCounts> = batch.content()
    counts.add(part.value)
  }

  /// The combinations of values, most frequent first; nil means that a value is absent.
  private func rows() -> [(values: [String?], count: Int)] {
    let entries = (0..<counts.count).map { counts.entry($0) }.sorted { one, other in
      one.count == other.count ? one.name.precedes(other.name) : one.count > other.count
    }
    return entries.map { name, count in
      let values = name.array.split(
        separator: FieldCounts.separator, omittingEmptySubsequences: false)
      let texts = values.map { $0.isEmpty ? nil : String(decoding: $0.dropFirst(), as: UTF8.self) }
      return (texts, count)
    }
  }

  /// Returns at most `limit` rows as lines.
  func text(limit: Int, _ style: TextStyle) -> String {
    let rows = rows().map { (name: $0.map { $0 ?? "(none)" }.joined(separator: ", "), count: $1) }
    let rest = counts.rest(of: rows.dropFirst(limit), keys.count == 1 ? "value" : "combination")
    var view = ViewSections()
    view.add(
      keys.map(\.name).joined(separator: ", "),
      list: rows.prefix(limit).map { ViewSections.Row($0.name, count: $0.count) } + rest)
    return view.text(style)
  }

  /// Adds at most `limit` rows as members of a JSON object.
  func add(cards: Int, limit: Int, to json: inout JSONWriter) {
    let rows = rows()
    json.add("by", keys.map(\.name))
    json.add("cards", cards)
    json.objects("counts", rows.prefix(limit)) { item, row in
      item.array("values") { array in
        for value in row.values { if let value { array.add(nil, value) } else { array.addNull() } }
      }
      item.add("count", row.count)
    }
    json.add("counts_not_listed", max(0, rows.count - limit))
    json.add("uncounted", counts.others)
  }

  /// Appends at most `limit` rows as a table.
  func append(_ table: DelimitedText, limit: Int, to output: inout ByteBuffer) {
    table.appendRow(keys.map(\.name) + ["count"], to: &output)
    for (values, count) in rows().prefix(limit) {
      table.appendRow(values.map { $0 ?? "" } + [String(count)], to: &output)
    }
  }
}
