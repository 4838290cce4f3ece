import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

/// Counts the cards of a block by the combination of their values in some fields.
struct FieldCountProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var counts: HeldContent<NameCounts> { batch.content() }
  private let keys: [CountKey]
  private let now: Int64
  private var text = ByteBuffer()
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent { HeldContent(NameCounts()) { $0.removeAll() } }

  /// A processor that counts by `keys`.
  ///
  /// - Parameter now: the current time, in epoch milliseconds.
  init(_ keys: [CountKey], now: Int64) {
    self.keys = keys
    self.now = now
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    text.removeAll()
    for index in keys.indices {
      if index > 0 { text.append(FieldCounts.separator) }
      appendValue(keys[index], of: card)
    }
    counts.value.add(text.view)
  }

  /// Appends a value with a mark before it; nothing if the card has none.
  private mutating func appendValue(_ key: CountKey, of card: Card) {
    if case .canonical(.type) = key.field, let type = card.type {
      // As everywhere, a type that no SDK supports counts as unknown.
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

/// Adds up the counts of cards by the combination of their values, block by block in their order.
final class FieldCounts: BatchObserver {
  private let keys: [CountKey]
  private var counts = NameCounts()

  /// The byte before every value, which a card without a value does not have.
  fileprivate static let mark = UInt8(ascii: "=")
  /// The byte between values, which does not occur in UTF-8.
  fileprivate static let separator: UInt8 = 0xFF

  /// Creates an empty count.
  init(_ keys: [CountKey]) { self.keys = keys }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<NameCounts> = batch.content()
    counts.add(part.value)
  }

  /// The combinations of values, the most frequent first; nil for a field that the cards do not
  /// have.
  private func rows() -> [(values: [String?], count: Int)] {
    let indices = (0..<counts.count).sorted { left, right in
      let (left, right) = (counts.entry(left), counts.entry(right))
      return left.count == right.count
        ? left.name.precedes(right.name) : left.count > right.count
    }
    return indices.map { index in
      let (name, count) = counts.entry(index)
      let values = name.array.split(
        separator: FieldCounts.separator, omittingEmptySubsequences: false
      ).map { $0.isEmpty ? nil : String(decoding: $0.dropFirst(), as: UTF8.self) }
      return (values, count)
    }
  }

  /// The rows as lines; at most `limit` of them.
  func text(limit: Int, _ style: TextStyle) -> String {
    let rows = rows()
    var lines = rows.prefix(limit).map { row in
      ViewSections.Row(
        row.values.map { $0 ?? "(none)" }.joined(separator: ", "), count: row.count)
    }
    lines += counts.rest(
      of: rows.dropFirst(limit).map { (name: "", count: $0.count) }[...],
      keys.count == 1 ? "value" : "combination")
    var view = ViewSections()
    view.add(keys.map(\.name).joined(separator: ", "), list: lines)
    return view.text(style)
  }

  /// Appends the rows as one JSON object, indented; at most `limit` of them.
  func appendJSON(cards: Int, limit: Int, to output: inout ByteBuffer) {
    let rows = rows()
    output.jsonLine(.indented) { object in
      object.add("by", keys.map(\.name))
      object.add("cards", cards)
      object.objects("counts", rows.prefix(limit)) { item, row in
        item.array("values") { array in
          for value in row.values {
            if let value { array.add(nil, value) } else { array.addNull() }
          }
        }
        item.add("count", row.count)
      }
      object.add("counts_not_listed", max(0, rows.count - limit))
      object.add("uncounted", counts.others)
    }
  }

  /// Appends the rows as a table; at most `limit` of them.
  func append(_ table: DelimitedText, limit: Int, to output: inout ByteBuffer) {
    table.appendHeader(keys.map(\.name) + ["count"], to: &output)
    for row in rows().prefix(limit) {
      for (index, value) in row.values.enumerated() {
        ByteBuffer((value ?? "").utf8).read {
          table.appendCell($0, isFirst: index == 0, to: &output)
        }
      }
      ByteBuffer(String(row.count).utf8).read {
        table.appendCell($0, isFirst: false, to: &output)
      }
      table.endRow(to: &output)
    }
  }
}
