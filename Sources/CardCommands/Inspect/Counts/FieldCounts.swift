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

  /// Calls `body` with the listed groups in order, and returns the number of all groups.
  private func forEachGroup(
    limit: Int, _ body: (GroupName, Int) throws(SystemFailure) -> Void
  ) throws(SystemFailure) -> Int {
    try counts.rank(limit: limit, console) { name, count, keys in
      order.append(GroupName(bytes: name), count, to: &keys)
    } _: { name, count throws(SystemFailure) in
      try body(GroupName(bytes: name), count)
    }
  }

  /// Writes the groups as lines: by default 20, or all groups of time.
  func writeText(_ style: TextStyle, to output: OutputStream) throws(SystemFailure) {
    let areTimes = keys.contains { $0.unit != nil }
    let limit = limit ?? (areTimes ? .max : InspectRun.listedCards)
    var (rows, rest) = ([View.Row](), counts.total)
    let groups = try forEachGroup(limit: limit) { group, count in
      let names = keys.indices.map { group.value(at: $0)?.text ?? "(none)" }
      rows.append(View.Row(name: names.joined(separator: ", "), value: "\(count)"))
      rest -= count
    }
    if groups > rows.count {
      let kind = keys.count == 1 ? "value" : "combination"
      let note = counted(groups - rows.count, "more \(kind)")
      rows.append(View.Row(name: "(others)", value: "\(rest)", note: note))
    }
    var view = View()
    view.add(keys.map(\.name).joined(separator: ", "), list: rows)
    try output.write(view.text(style))
  }

  /// Writes the groups as one JSON object.
  func writeJSON(to output: OutputStream) throws(SystemFailure) {
    var json = JSONWriter(.indented)
    func drain(whenFull: Bool = true) throws(SystemFailure) {
      try json.drain(whenFull: whenFull) { text throws(SystemFailure) in try output.write(text) }
    }
    json.begin("{")
    json.add("by", keys.map(\.name))
    json.add("cards", counts.total)
    json.begin("[", "counts")
    var listed = 0
    let groups = try forEachGroup(limit: limit ?? .max) { group, count throws(SystemFailure) in
      listed += 1
      json.object { item in
        item.array("values") { array in
          for index in keys.indices {
            if let value = group.value(at: index) {
              array.add(text: value)
            } else {
              array.addNull()
            }
          }
        }
        item.add("count", count)
      }
      try drain()
    }
    json.end("]")
    json.add("counts_not_listed", groups - listed)
    json.end("}")
    json.endText()
    try drain(whenFull: false)
  }

  /// Writes the groups as a table.
  func write(_ table: DelimitedText, to output: OutputStream) throws(SystemFailure) {
    try output.append { table.appendRow(keys.map(\.name) + ["count"], to: &$0) }
    _ = try forEachGroup(limit: limit ?? .max) { group, count throws(SystemFailure) in
      try output.append { rows in
        for index in keys.indices {
          let value = group.value(at: index) ?? ByteView("")
          table.appendCell(value, isFirst: index == 0, to: &rows)
        }
        table.beginCell(isFirst: false, in: &rows)
        rows.append(decimal: UInt64(count))
        table.endRow(to: &rows)
      }
    }
    try output.flush()
  }
}
