import CardProcessing
import CardJSON
import ContentCardKit

/// The values of one field in a block, and how many cards have each.
struct FieldValues: ~Copyable {
  /// By value; class types in lower case.
  var counts = NameCounts()
  /// Cards without a value.
  var without = 0

  /// Makes room for the next block.
  mutating func removeAll() {
    counts.removeAll()
    without = 0
  }
}

/// Notes the value that each card has of one field.
struct FieldCountProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var values: HeldContent<FieldValues> { batch.content() }
  private let field: FieldPath
  private let now: Int64
  private var text = ByteBuffer()
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent { HeldContent(FieldValues()) { $0.removeAll() } }

  /// A processor that counts by `field` at a time in epoch milliseconds.
  init(_ field: FieldPath, now: Int64) {
    self.field = field
    self.now = now
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    let values = values
    if case .canonical(.type) = field, let type = card.type {
      // A type that no SDK knows counts as unknown, as everywhere.
      return values.value.counts.add(ByteView(type.name))
    }
    switch card.value(at: field, now: now, using: &scratch) {
    case .absent: values.value.without += 1
    case .text(let value):
      if case .canonical(.classType) = field {
        values.value.counts.add(classType: value, using: &text)
      } else if value.isEscaped {
        count(.text(value))
      } else {
        values.value.counts.add(value.content)
      }
    case .time(let time): count(.time(CardTime(milliseconds: time.milliseconds)))
    case let value: count(value)
    }
  }

  private mutating func count(_ value: CardValue) {
    text.removeAll()
    value.appendText(to: &text)
    values.value.counts.add(text.view)
  }
}

/// Adds up how many cards have which value of a field, block by block in their order.
final class FieldCounts: BatchObserver {
  private let field: FieldPath
  private var values = FieldValues()

  /// No cards yet.
  init(_ field: FieldPath) { self.field = field }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part: HeldContent<FieldValues> = batch.content()
    values.counts.add(part.value.counts)
    values.without += part.value.without
  }

  /// The values as lines, the most frequent first; at most `limit` of them.
  func text(limit: Int, _ style: TextStyle) -> String {
    let sorted = values.counts.sorted
    var rows = sorted.prefix(limit).map { ViewSections.Row($0.name, count: $0.count) }
    rows += values.counts.rest(of: sorted.dropFirst(limit), "value")
    if values.without > 0 {
      rows.append(ViewSections.Row("(none)", count: values.without))
    }
    var view = ViewSections()
    view.add(field.name, list: rows)
    return view.text(style)
  }

  /// Appends the values as one JSON object, indented; at most `limit` of them.
  func appendJSON(cards: Int, limit: Int, to output: inout ByteBuffer) {
    let sorted = values.counts.sorted
    output.jsonLine(.indented) { object in
      object.add("field", field.name)
      object.add("cards", cards)
      object.objects("values", sorted.prefix(limit)) { row, item in
        row.add("value", item.name)
        row.add("count", item.count)
      }
      object.add("values_not_listed", max(0, sorted.count - limit))
      object.add("not_told_apart", values.counts.others)
      object.add("without", values.without)
    }
  }
}
