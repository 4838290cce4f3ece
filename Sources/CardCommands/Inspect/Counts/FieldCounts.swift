import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// Counts the selected cards of a block by the combination of their values of some fields.
struct FieldCountProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var counts: HeldContent<NameCounts> { mutating get { batch.content() } }
  private let keys: [CountKey]
  private var matcher: CardMatcher
  /// The current time, in epoch milliseconds, and the zone of units of time.
  private let now: Int64
  private let zone: Zone
  private var text = ByteBuffer()
  private var scratch = ByteBuffer()

  init(_ keys: [CountKey], _ selection: CardSelection, in stream: StreamOptions) {
    self.keys = keys
    (now, zone) = (stream.now, stream.zone)
    matcher = CardMatcher(selection, now: now, in: zone)
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard matcher.matches(card) else { return }
    text.removeAll()
    for index in keys.indices {
      if index > 0 { text.append(ByteView.nameSeparator) }
      appendValue(keys[index], of: card)
    }
    counts.value.add(text.view)
  }

  /// Appends a mark and the value; nothing if the card has no value.
  private mutating func appendValue(_ key: CountKey, of card: Card) {
    if case .canonical(.type) = key.field, let type = card.type {
      // `card.type` maps types that no SDK supports to `unknown`, as in all other output.
      text.append(GroupName.mark)
      return text.append(type.name)
    }
    let value = card.value(at: key.field, now: now, using: &scratch)
    if value.isAbsent { return }
    text.append(GroupName.mark)
    switch value {
    case .text(let name) where key.field == FieldPath.canonical(.classType):
      name.withText { text.append(lowercased: $0) }
    case .time(let time): (key.unit ?? .day).append(time.milliseconds, in: zone, to: &text)
    default: value.appendText(to: &text)
    }
  }
}

/// Adds up the counts of the blocks, and writes them.
final class FieldCounts: RunObserver {
  private let keys: [CountKey]
  private let order: GroupOrder
  private let limit: Int?
  private let console: Console
  private var counts: NameCounts

  /// Creates empty counts that list the first `limit` groups in an order.
  init(_ keys: [CountKey], _ order: GroupOrder, limit: Int?, on console: Console) {
    (self.keys, self.order, self.limit) = (keys, order, limit)
    self.console = console
    counts = NameCounts(sumWith: console)
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    let part: HeldContent<NameCounts> = batch.content()
    try counts.add(part.value)
  }

  /// The number of counted cards.
  var total: Int { counts.total }

  /// Writes the first groups in order: as text by default 20, or all groups of time.
  func write(
    _ format: InspectFormat, in style: TextStyle, or table: DelimitedText, to output: OutputStream
  ) throws(SystemFailure) {
    let isShort = format == .text && !keys.contains { $0.unit != nil }
    let limit = limit ?? (isShort ? InspectRun.listedCards : .max)
    var json = JSONWriter(.indented)
    if format == .json {
      json.begin("{")
      json.add("by", keys.map(\.name))
      json.add("cards", counts.total)
      json.begin("[", "counts")
    } else if format == .csv {
      try output.append { table.appendRow(keys.map(\.name) + ["count"], to: &$0) }
    }
    var (listed, rest) = (0, counts.total)
    var rows: [View.Row] = []
    let groups = try counts.rank(limit: limit, console) { name, count, keys in
      order.append(GroupName(bytes: name), count, to: &keys)
    } _: { name, count throws(SystemFailure) in
      let values = keys.indices.map { GroupName(bytes: name).value(at: $0) }
      (listed, rest) = (listed + 1, rest - count)
      switch format {
      case .csv: try output.append { table.append(values, count, to: &$0) }
      case .json:
        json.object { item in
          item.array("values") { array in
            for value in values { if let value { array.add(text: value) } else { array.addNull() } }
          }
          item.add("count", count)
        }
        try json.drain(whenFull: true) { text throws(SystemFailure) in try output.write(text) }
      case .text, .html:
        let names = values.map { $0?.text ?? "(none)" }
        rows.append(.number(names.joined(separator: ", "), count))
      }
    }
    if format == .json {
      json.end("]")
      json.add("counts_not_listed", groups - listed)
      json.end("}")
      json.endText()
      return try json.drain { text throws(SystemFailure) in try output.write(text) }
    }
    if format == .csv { return try output.flush() }
    if groups > listed {
      let kind = keys.count == 1 ? "value" : "combination"
      let note = counted(groups - listed, "more \(kind)")
      rows.append(View.Row(name: "(others)", value: "\(rest)", note: note))
    }
    var view = View()
    let title = keys.map(\.name).joined(separator: ", ")
    view.add(title, as: .rows, isLine: false, alignsRight: true, rows: rows)
    try output.write(view.text(style))
  }
}

extension DelimitedText {
  /// Appends a row of values and their count.
  fileprivate func append(_ values: [ByteView?], _ count: Int, to rows: inout ByteBuffer) {
    for (index, value) in values.enumerated() {
      appendCell(value ?? ByteView(""), isFirst: index == 0, to: &rows)
    }
    beginCell(isFirst: false, in: &rows)
    rows.append(decimal: UInt64(count))
    endRow(to: &rows)
  }
}
