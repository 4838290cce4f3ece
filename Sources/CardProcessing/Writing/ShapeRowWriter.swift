import CardJSON
import ContentCardKit

/// Writes cards as the rows of a table, with the columns of one shape (`convert --as SHAPE --to
/// csv`).
///
/// Every row has the same columns, whatever the card has: they come from the shape's table of keys
/// and from the keys of extras that are asked for, so a table streams in one pass. An absent value
/// and `null` are an empty cell.
///
///     let rows = try ShapeRowWriter(.card, columns: ["id", "extras.order"], in: csv, now: now)
///     rows.appendHeader(to: &output)
///     rows.append(card, using: &scratch, to: &output)
package struct ShapeRowWriter: Sendable {
  /// The names of the columns, in order.
  package let columns: [String]
  /// How the table is spelt.
  package let table: DelimitedText
  /// How `Shape.card` prints times; the other shapes have a form of their own.
  package let times: CardTimeFormat
  /// The time that decides which cards are expired, in epoch milliseconds.
  package let now: Int64

  private let cells: PermanentTable<ShapeColumn>
  private let timeForm: TimeForm
  /// The keys of the extras that have a column of their own; the column of all extras holds the
  /// others.
  private let ownExtras: PermanentTable<ByteView>
  /// What of a card has a column.
  let places: CardPlaces
  /// What the shape makes of a card whose columns are all there.
  let shapeWriter: ShapeWriter

  /// A writer of rows in `shape`.
  ///
  /// - Parameters:
  ///   - shape: the shape whose keys the columns are.
  ///   - columns: names of columns: the shape's keys, or `extras.KEY`; for `Shape.card` the
  ///     canonical and derived fields.
  ///   - table: how cells and rows are spelt.
  ///   - times: how times are printed.
  ///   - now: the time that decides which cards are expired, in epoch milliseconds.
  /// - Throws: `UnknownColumn` for the first unknown name.
  package init(
    _ shape: Shape, columns: [String], in table: DelimitedText,
    times: CardTimeFormat = .seconds, now: Int64
  ) throws(UnknownColumn) {
    var cells: [ShapeColumn] = []
    for name in columns {
      guard let cell = ShapeColumn(name, of: shape) else {
        throw UnknownColumn(name: name, known: ShapeColumn.names(of: shape))
      }
      cells.append(cell)
    }
    self.columns = columns
    self.table = table
    self.now = now
    self.times = times
    timeForm = ShapePlan.plan(of: shape).times(times)
    self.cells = PermanentTable(cells)
    ownExtras = PermanentTable(
      cells.compactMap { cell in if case .extra(let key) = cell { key } else { nil } })
    places = CardPlaces(cells, of: shape, timeForm)
    shapeWriter = ShapeWriter(shape, times: times)
  }

  /// The default columns of a shape: its keys but the one of the extras, one column for
  /// each of `extrasKeys` and, in cardctl's own form, one with all other extras, so that the table
  /// loses none.
  package static func defaultColumns(of shape: Shape, extrasKeys: [String]) -> [String] {
    shape.writtenKeys.filter { $0.field != .extras }.map(\.key)
      + extrasKeys.map { PropertySource.extrasPrefix + $0 }
      + (shape == .card ? [CardField.extras.name.description] : [])
  }

  /// Appends the row of column names.
  package func appendHeader(to buffer: inout ByteBuffer) {
    table.appendHeader(columns, to: &buffer)
  }

  /// Appends the row of one card, line end and all.
  ///
  /// - Parameter scratch: where derived values are worked out; its content is dropped. One buffer a
  ///   worker serves all cards.
  package func append(_ card: Card, using scratch: inout ByteBuffer, to buffer: inout ByteBuffer) {
    let start = buffer.count
    let isKept = shapeWriter.keeps(card)
    for index in 0..<cells.count {
      let isFirst = index == 0
      switch cells[index] {
      case .key(let step) where isKept && step.form != .pairs:
        let value = card.document.member(step.name, of: card.node).map(card.document.value)
        table.appendCell(value ?? .absent, isFirst: isFirst, to: &buffer)
      case .key(let step): append(step, of: card, isFirst, to: &buffer)
      case .extra(let key): table.appendCell(card.extra(key), isFirst: isFirst, to: &buffer)
      case .derived(let field): append(field, of: card, isFirst, using: &scratch, to: &buffer)
      }
    }
    table.endRow(from: start, to: &buffer)
  }

  private func append(
    _ field: DerivedField, of card: Card, _ isFirst: Bool, using scratch: inout ByteBuffer,
    to buffer: inout ByteBuffer
  ) {
    let start = table.beginCell(isFirst: isFirst, in: &buffer)
    card.value(at: .derived(field), now: now, using: &scratch).appendText(to: &buffer)
    // What an id decodes to is no JSON text: any byte may be in it.
    table.endCell(from: start, in: &buffer)
  }

  // In the loop over the columns: a call for each cell takes a twentieth of a table's time.
  @inline(__always)
  private func append(
    _ step: PermanentItem<ShapePlan.Step>, of card: Card, _ isFirst: Bool,
    to buffer: inout ByteBuffer
  ) {
    switch step.form {
    case .text:
      if let text = step.field == .classType ? card.classType : card.text(step.field) {
        table.appendCell(text, isFirst: isFirst, to: &buffer)
      } else {
        table.beginCell(isFirst: isFirst, in: &buffer)
      }
    case .pairs: appendPairs(step, of: card, isFirst, to: &buffer)
    case .boolean: appendFlag(card.flag(step.field), isFirst, to: &buffer)
    case .control: appendFlag(card.isControl, isFirst, to: &buffer)
    case .number:
      table.beginCell(isFirst: isFirst, in: &buffer)
      if let number = card.number(step.field) { buffer.append(number) }
    case .type:
      if let name = step.typeNames.spelling(of: card) {
        table.appendCell(name, isFirst: isFirst, to: &buffer)
      } else {
        table.beginCell(isFirst: isFirst, in: &buffer)
      }
    case .time:
      table.beginCell(isFirst: isFirst, in: &buffer)
      if timeForm == .seconds, let digits = card.wholeSeconds(step.field) {
        return buffer.append(short: digits)
      }
      appendTime(card.time(step.field), absent: step.absent, to: &buffer)
    }
  }

  private func appendFlag(_ flag: Bool, _ isFirst: Bool, to buffer: inout ByteBuffer) {
    table.beginCell(isFirst: isFirst, in: &buffer)
    buffer.append(flag)
  }

  private func appendTime(_ time: CardTime?, absent: ByteView, to buffer: inout ByteBuffer) {
    guard let time else {
      // Of what stands for no time only a number is a cell.
      if absent.count > 0, absent[0] == UInt8(ascii: "-") { buffer.append(absent) }
      return
    }
    switch timeForm {
    case .seconds, .chosen: time.appendSeconds(to: &buffer)
    case .milliseconds: if time.isInCalendar { buffer.append(signed: time.milliseconds) }
    case .date: _ = time.appendISO8601(to: &buffer)
    case .dateWithMilliseconds: _ = time.appendISO8601(to: &buffer, milliseconds: true)
    }
  }

  private func appendPairs(
    _ step: PermanentItem<ShapePlan.Step>, of card: Card, _ isFirst: Bool,
    to buffer: inout ByteBuffer
  ) {
    let start = table.beginCell(isFirst: isFirst, in: &buffer)
    let addsClassType = shapeWriter.shape != .card && !hasColumn(forExtra: card.typeKey)
    card.appendExtras(to: &buffer, without: ownExtras, addsClassType: addsClassType)
    if buffer.count == start, ownExtras.count == 0 { buffer.append(step.absent) }
    table.endCell(from: start, in: &buffer)
  }

  private func hasColumn(forExtra key: ByteView) -> Bool {
    for index in 0..<ownExtras.count where ownExtras[index] == key { return true }
    return false
  }
}

extension ShapeRowWriter {
  /// Calls `body` with everything that `card` has and that its row leaves out.
  package func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) {
    shapeWriter.forEachLoss(of: card, in: places, body)
  }
}
