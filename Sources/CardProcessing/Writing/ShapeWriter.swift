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
  private let format: RecordFormat
  /// The time that decides which cards are expired, in epoch milliseconds.
  private let now: Int64

  let definition: PermanentItem<ShapeDefinition>
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
    (self.shape, self.columns, self.now) = (shape, columns, now)
    definition = shape.definition
    let isChosen = shape == .card && times.kind.isDate
    format = RecordFormat(
      table: table, times: isChosen ? times : CardTimeFormat(definition.times))
    self.cells = PermanentTable(cells)
    ownExtras = PermanentTable(
      cells.compactMap { cell in if case .extra(let key) = cell { key } else { nil } })
    coverage = CardCoverage(cells, of: shape, format.times)
  }

  /// The default columns of a shape: its keys except the extras, one column for each of
  /// `extrasKeys`, and in cardctl's own shape one for all other extras, so that nothing is lost.
  package static func defaultColumns(of shape: Shape, extrasKeys: [String]) -> [String] {
    shape.writtenKeys.filter { $0.field != .extras }.map(\.key)
      + extrasKeys.map { CardField.extrasPrefix + $0 }
      + (shape == .card ? [CardField.extras.name.description] : [])
  }

  /// Whether the writer writes rows.
  var isTable: Bool { format.table != nil }

  /// Whether a card is written unchanged: a REST card in the REST shape, whose URLs for each
  /// platform and TTLs the canonical fields cannot represent.
  func keeps(_ card: Card) -> Bool { shape == .rest && card.shape == .rest }

  /// Appends a card as a JSON object without a line end, or as a row with its line end.
  package func append(_ card: Card, to buffer: inout ByteBuffer) {
    var scratch = ByteBuffer()
    append(card, using: &scratch, to: &buffer)
  }

  /// Appends a card as a JSON object without a line end, or as a row with its line end; `scratch`
  /// is cleared for derived values and extras.
  package func append(_ card: Card, using scratch: inout ByteBuffer, to buffer: inout ByteBuffer) {
    let isKept = keeps(card)
    if isKept, !isTable { return JSONText.appendCompact(card.raw, to: &buffer) }
    let start = buffer.count
    for (index, cell) in cells.enumerated() {
      let place = buffer.count
      switch cell {
      case .key(let key):
        format.begin(key.member, isFirst: index == 0, in: &buffer)
        let value =
          isKept && key.kind != .pairs
          ? card.object.member(key.name)?.cardValue ?? .absent
          : value(key, of: card, using: &scratch)
        if format.append(value, to: &buffer) { continue }
        let absent = isKept ? ByteView("") : absent(key, of: card)
        buffer.append(absent)
        if absent.count == 0, !isTable { buffer.truncate(to: place) }
      case .extra(let key):
        format.begin(key, isFirst: index == 0, in: &buffer)
        _ = format.append(card.extra(key), to: &buffer)
      case .derived(let field):
        format.begin(ByteView(""), isFirst: index == 0, in: &buffer)
        let value = card.value(at: .derived(field), now: now, using: &scratch)
        // Derived text, such as a decoded id or a path, may need quotes.
        let cell = buffer.count
        value.appendText(to: &buffer)
        format.table?.endCell(from: cell, in: &buffer)
      }
    }
    format.end(from: start, in: &buffer)
  }

  // MARK: Values

  /// Returns the value of a key.
  private func value(
    _ key: PermanentItem<ShapeKey>, of card: Card, using scratch: inout ByteBuffer
  ) -> CardValue {
    switch key.kind {
    case .control: .boolean(card.isControl)
    case .type: definition.value.typeName(for: card).map(CardValue.text) ?? .absent
    case .pairs: pairs(of: card, using: &scratch)
    case .text, .boolean, .number, .time: card.value(key.field)
    }
  }

  /// Returns what is written for an absent value; empty for nothing.
  private func absent(_ key: PermanentItem<ShapeKey>, of card: Card) -> ByteView {
    let isWritten =
      switch key.kind {
      case .pairs: ownExtras.count == 0
      // In a cell, only a number (-1) is written.
      case .time: !isTable || ByteView("-1") == key.absent
      // The REST API requires both strings, even empty ones, except for an image-only card.
      case .text where shape == .rest && (card.type == .imageOnly || card.type == .control): false
      case .text, .boolean, .number, .type, .control: !isTable
      }
    return isWritten ? key.absent : ByteView("")
  }

  /// Returns the extras without their own columns as one object, with a class type that is outside
  /// them.
  private func pairs(of card: Card, using scratch: inout ByteBuffer) -> CardValue {
    let addsClassType = shape != .card && !ownExtras.contains { $0 == card.typeKey }
    let classType = addsClassType ? card.classTypeOutsideExtras : nil
    guard ownExtras.count > 0 || classType != nil else {
      return card.extras.map { .nested($0.raw) } ?? .absent
    }
    scratch.removeAll()
    scratch.json { json in
      if let extras = card.extras {
        for (key, value) in extras.members {
          let isOmitted = ownExtras.contains { key.text(equals: $0) }
          if isOmitted || classType != nil && key.text(equals: card.typeKey) { continue }
          json.key(json: key.raw)
          json.add(json: value.raw)
        }
      }
      guard let classType else { return }
      json.key(card.typeKey.text)
      json.add(nil, .text(classType))
    }
    guard scratch.count > 0 else { return .absent }
    scratch.insert(UInt8(ascii: "{"), at: 0)
    scratch.append(UInt8(ascii: "}"))
    return .nested(scratch.view)
  }
}
