import CardJSON

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
public struct ShapeRowWriter: Sendable {
  /// The names of the columns, in order.
  public let columns: [String]
  /// How the table is spelt.
  public let table: DelimitedText
  /// How `Shape.card` prints times; the other shapes have a form of their own.
  public let times: CardTimeFormat
  /// The time that decides which cards are expired, in epoch milliseconds.
  public let now: Int64

  private let cells: PermanentTable<ShapeColumn>

  /// A writer of rows in `shape`.
  ///
  /// - Parameters:
  ///   - shape: the shape whose keys the columns are.
  ///   - columns: names of columns: the shape's keys, or `extras.KEY`; for `Shape.card` the
  ///     canonical and derived fields.
  ///   - table: how cells and rows are spelt.
  ///   - times: how times are printed.
  ///   - now: the time that decides which cards are expired, in epoch milliseconds.
  /// - Throws: `UnknownColumn` for the first name that is none.
  public init(
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
    self.times = shape == .card ? times : .seconds
    self.cells = PermanentTable(cells)
  }

  /// The columns of a shape that nobody chose: its keys but the one of the extras, and one column
  /// for each of `extrasKeys`.
  public static func defaultColumns(of shape: Shape, extrasKeys: [String]) -> [String] {
    shape.keys.filter { $0.isWritten && $0.field != .extras }.map(\.key)
      + extrasKeys.map { FieldPath.extrasPrefix + $0 }
  }

  /// Appends the row of column names.
  public func appendHeader(to buffer: inout ByteBuffer) {
    table.appendHeader(columns, to: &buffer)
  }

  /// Appends the row of one card, line end and all.
  ///
  /// - Parameter scratch: where derived values are worked out; its content is dropped. One buffer a
  ///   worker serves all cards.
  public func append(_ card: Card, using scratch: inout ByteBuffer, to buffer: inout ByteBuffer) {
    for index in 0..<cells.count {
      let isFirst = index == 0
      switch cells[index] {
      case .key(let step): append(step, of: card, isFirst, to: &buffer)
      case .extra(let key): table.appendCell(card.extra(key), isFirst: isFirst, to: &buffer)
      case .derived(let field): append(field, of: card, isFirst, using: &scratch, to: &buffer)
      }
    }
    table.endRow(to: &buffer)
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
        table.appendPlainCell(isFirst: isFirst, to: &buffer)
      }
    case .pairs, .pairsOrEmpty: appendPairs(step, of: card, isFirst, to: &buffer)
    case .boolean: appendFlag(card.flag(step.field), isFirst, to: &buffer)
    case .isControl: appendFlag(card.isControl, isFirst, to: &buffer)
    case .number:
      table.appendPlainCell(isFirst: isFirst, to: &buffer)
      if let number = card.number(step.field) { buffer.append(number) }
    case .type:
      table.appendPlainCell(isFirst: isFirst, to: &buffer)
      if let name = step.typeNames[card.type] { buffer.append(name) }
    case .seconds, .secondsOrNever, .date, .dateOrNull, .millisecondsOrNull:
      table.appendPlainCell(isFirst: isFirst, to: &buffer)
      if step.form == .seconds, times == .seconds, let digits = card.wholeSeconds(step.field) {
        return buffer.append(short: digits)
      }
      appendTime(card.time(step.field), as: step.form, to: &buffer)
    }
  }

  private func appendFlag(_ flag: Bool, _ isFirst: Bool, to buffer: inout ByteBuffer) {
    table.appendPlainCell(isFirst: isFirst, to: &buffer)
    buffer.append(flag)
  }

  private func appendTime(_ time: CardTime?, as form: FieldForm, to buffer: inout ByteBuffer) {
    guard let time else {
      if form == .secondsOrNever { buffer.append("-1") }
      return
    }
    switch form {
    case .dateOrNull: _ = time.appendISO8601(to: &buffer, milliseconds: true)
    case .date: _ = time.appendISO8601(to: &buffer)
    case .millisecondsOrNull:
      if time.isInCalendar { buffer.append(signed: time.milliseconds) }
    case .secondsOrNever: time.appendSeconds(to: &buffer)
    case .seconds: times.appendText(time, to: &buffer)
    case .text, .boolean, .number, .type, .isControl, .pairs, .pairsOrEmpty: break
    }
  }

  private func appendPairs(
    _ step: PermanentItem<ShapePlan.Step>, of card: Card, _ isFirst: Bool,
    to buffer: inout ByteBuffer
  ) {
    let start = table.beginCell(isFirst: isFirst, in: &buffer)
    let value = card.value(step.field)
    if !value.isAbsent {
      value.appendText(to: &buffer)
    } else if step.form == .pairsOrEmpty {
      buffer.append("{}")
    }
    table.endCell(from: start, in: &buffer)
  }
}
