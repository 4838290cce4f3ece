import CardJSON
import ContentCardKit

/// Writes cards in one shape, as JSON objects or as table rows (`convert --as SHAPE`).
///
/// Both iterate over the cells: the keys of the shape, or the columns. A field is written if the
/// card has it and the shape documents it, whatever the card's type. In JSON, text keeps its
/// escapes and numbers keep their spelling. An absent value is an empty cell.
package struct ShapeWriter: Sendable {
  /// The shape.
  package let shape: Shape
  /// The names of the columns, in order; empty for JSON.
  package let columns: [String]
  private let table: DelimitedText?
  /// The time that decides which cards are expired, in epoch milliseconds.
  private let now: Int64

  let form: PermanentItem<CompiledShape>
  private let timeForm: TimeForm
  /// The zone of dates.
  private let zone: Zone
  private let cells: PermanentTable<ShapeColumn>
  /// The extras keys with their own columns, which the column for extras omits.
  private let ownExtras: PermanentTable<ByteView>
  /// The parts of a card that the cells can represent.
  let coverage: CardCoverage

  /// Creates a writer of JSON objects, with the format `times` in `Shape.card`.
  package init(_ shape: Shape, times: CardTimeFormat = .seconds) {
    let cells = ShapeColumn.writtenKeys(of: shape).map(ShapeColumn.key)
    self.init(shape, cells: cells, columns: [], in: nil, times: times, now: 0)
  }

  /// Creates a writer of rows with the named columns: keys of the shape, `extras.KEY`, or the
  /// fields of `Shape.card`, whose format of times is `times`; `now` (epoch milliseconds) decides
  /// whether a card is expired.
  package init(
    _ shape: Shape, columns: [String], in table: DelimitedText,
    times: CardTimeFormat = .seconds, now: Int64
  ) throws(UnknownColumn) {
    let cells = try columns.map { name throws(UnknownColumn) in
      guard let cell = ShapeColumn(name, of: shape) else {
        throw UnknownColumn(name: name, known: shape.columnNames)
      }
      return cell
    }
    self.init(shape, cells: cells, columns: columns, in: table, times: times, now: now)
  }

  private init(
    _ shape: Shape, cells: [ShapeColumn], columns: [String], in table: DelimitedText?,
    times: CardTimeFormat, now: Int64
  ) {
    (self.shape, self.columns, self.table, self.now) = (shape, columns, table, now)
    form = CompiledShape.of(shape)
    let isChosen = form.times == .chosen
    timeForm = isChosen ? (times.zone == nil ? .seconds : .date) : form.times
    zone = isChosen ? times.zone ?? .utc : .utc
    self.cells = PermanentTable(cells)
    ownExtras = PermanentTable(
      cells.compactMap { cell in if case .extra(let key) = cell { key } else { nil } })
    coverage = CardCoverage(cells, of: shape, timeForm)
  }

  /// The default columns of a shape: its keys except the extras, one column for each of
  /// `extrasKeys`, and in cardctl's own shape one for all other extras, so that nothing is lost.
  package static func defaultColumns(of shape: Shape, extrasKeys: [String]) -> [String] {
    shape.writtenKeys.filter { $0.field != .extras }.map(\.key)
      + extrasKeys.map { CardField.extrasPrefix + $0 }
      + (shape == .card ? [CardField.extras.name.description] : [])
  }

  /// Whether the writer writes rows.
  var isTable: Bool { table != nil }

  /// Whether a card is written unchanged: a REST card in the REST shape, whose URLs for each
  /// platform and TTLs the canonical fields cannot represent.
  func keeps(_ card: Card) -> Bool { shape == .rest && card.shape == .rest }

  /// Appends a card as a JSON object without a line end, or as a row with its line end.
  package func append(_ card: Card, to buffer: inout ByteBuffer) {
    var scratch = ByteBuffer()
    append(card, using: &scratch, to: &buffer)
  }

  /// Appends a card as a JSON object without a line end, or as a row with its line end; `scratch`
  /// is cleared for derived values.
  package func append(_ card: Card, using scratch: inout ByteBuffer, to buffer: inout ByteBuffer) {
    if let table { return append(card, in: table, using: &scratch, to: &buffer) }
    if keeps(card) { return JSONText.appendCompact(card.raw, to: &buffer) }
    let start = buffer.count
    for case .key(let key) in cells { appendMember(key, of: card, to: &buffer) }
    if buffer.count == start {
      buffer.append("{}")
    } else {
      // Every member starts with a comma; the opening brace replaces the first one.
      buffer.replace(at: start, with: UInt8(ascii: "{"))
      buffer.append(UInt8(ascii: "}"))
    }
  }

  // MARK: Values

  /// Returns the value of a key other than the extras, which may be absent.
  private func value(_ key: PermanentItem<ShapeKey>, of card: Card) -> CardValue {
    switch key.form {
    case .control: .boolean(card.isControl)
    case .type: form.value.typeName(for: card).map(CardValue.text) ?? .absent
    case .pairs: .absent
    case .text, .boolean, .number, .time: card.value(key.field)
    }
  }

  /// Appends a time; returns false if its format cannot represent it.
  private func append(_ time: CardTime, quoted: Bool, to buffer: inout ByteBuffer) -> Bool {
    let isLong = timeForm == .dateWithMilliseconds
    switch timeForm {
    case .seconds, .chosen: time.appendNumber(to: &buffer)
    case .milliseconds:
      guard time.isInCalendar else { return false }
      buffer.append(signed: time.milliseconds)
    case .date, .dateWithMilliseconds:
      return time.appendISO8601(to: &buffer, milliseconds: isLong, quoted: quoted, in: zone)
    }
    return true
  }

  /// Appends the extras without their own columns as one object, with a class type that is outside
  /// them; returns false if the card has none.
  private func appendPairs(of card: Card, to buffer: inout ByteBuffer) -> Bool {
    let start = buffer.count
    let addsClassType = shape != .card && !ownExtras.contains { $0 == card.typeKey }
    let classType = addsClassType ? card.classTypeOutsideExtras : nil
    guard ownExtras.count > 0 || classType != nil else {
      if let extras = card.extras { JSONText.appendCompact(extras.raw, to: &buffer) }
      return buffer.count > start
    }
    if let extras = card.extras {
      for (key, value) in extras.members {
        let isOmitted = ownExtras.contains { key.text(equals: $0) }
        if isOmitted || classType != nil && key.text(equals: card.typeKey) { continue }
        buffer.append(",")
        buffer.append(key.raw)
        buffer.append(":")
        JSONText.appendCompact(value.raw, to: &buffer)
      }
    }
    if let classType {
      buffer.append(",")
      JSONText.appendQuoted(card.typeKey, to: &buffer)
      buffer.append(":")
      classType.appendJSON(to: &buffer)
    }
    guard buffer.count > start else { return false }
    buffer.replace(at: start, with: UInt8(ascii: "{"))
    buffer.append("}")
    return true
  }

  // MARK: JSON

  /// Appends a member, or nothing if the card has no value and the shape omits the key.
  private func appendMember(
    _ key: PermanentItem<ShapeKey>, of card: Card, to buffer: inout ByteBuffer
  ) {
    let start = buffer.count
    buffer.append(key.member)
    let hasValue: Bool
    switch value(key, of: card) {
    case .absent: hasValue = key.form == .pairs && appendPairs(of: card, to: &buffer)
    case .time(let time): hasValue = append(time, quoted: true, to: &buffer)
    case let value:
      value.appendJSON(to: &buffer)
      hasValue = true
    }
    if hasValue { return }
    // The REST API requires both strings, even empty ones, except for an image-only card.
    let hasNoTexts = shape == .rest && (card.type == .imageOnly || card.type == .control)
    if key.absent.count > 0, key.form != .text || !hasNoTexts {
      buffer.append(key.absent)
    } else {
      buffer.truncate(to: start)
    }
  }

  // MARK: Rows

  private func append(
    _ card: Card, in table: DelimitedText, using scratch: inout ByteBuffer,
    to buffer: inout ByteBuffer
  ) {
    let start = buffer.count
    let isKept = keeps(card)
    for (index, cell) in cells.enumerated() {
      let isFirst = index == 0
      switch cell {
      case .key(let key) where isKept && key.form != .pairs:
        let value = card.object.member(key.name)?.cardValue
        table.appendCell(value ?? .absent, isFirst: isFirst, to: &buffer)
      case .key(let key): appendCell(key, of: card, isFirst, in: table, to: &buffer)
      case .extra(let key): table.appendCell(card.extra(key), isFirst: isFirst, to: &buffer)
      case .derived(let field):
        let cell = table.beginCell(isFirst: isFirst, in: &buffer)
        card.value(at: .derived(field), now: now, using: &scratch).appendText(to: &buffer)
        // Derived text, such as a decoded id or a path, may need quotes.
        table.endCell(from: cell, in: &buffer)
      }
    }
    table.endRow(from: start, to: &buffer)
  }

  private func appendCell(
    _ key: PermanentItem<ShapeKey>, of card: Card, _ isFirst: Bool,
    in table: DelimitedText, to buffer: inout ByteBuffer
  ) {
    switch value(key, of: card) {
    case .text(let text): table.appendCell(text, isFirst: isFirst, to: &buffer)
    case .time(let time):
      table.beginCell(isFirst: isFirst, in: &buffer)
      _ = append(time, quoted: false, to: &buffer)
    case .absent:
      let cell = table.beginCell(isFirst: isFirst, in: &buffer)
      if key.form == .pairs {
        let isEmpty = !appendPairs(of: card, to: &buffer)
        if isEmpty, ownExtras.count == 0 { buffer.append(key.absent) }
        table.endCell(from: cell, in: &buffer)
      } else if key.form == .time, key.absent.count > 0, key.absent[0] == UInt8(ascii: "-") {
        // For an absent time, only a number (-1) is written to a cell.
        buffer.append(key.absent)
      }
    case let value: table.appendCell(value, isFirst: isFirst, to: &buffer)
    }
  }
}
