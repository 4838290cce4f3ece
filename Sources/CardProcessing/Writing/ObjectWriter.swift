import CardJSON
import ContentCardKit

/// Writes the objects that cards become, as JSON lines or as table rows; each thread needs its own.
///
/// The columns come from the registry and not from the cards, so a table is written in one pass.
/// Nested names are joined with a dot: `content.kind`. A property that a row's class does not have
/// is an empty cell.
package struct ObjectWriter: ~Copyable {
  /// The reader of the objects.
  package var reader: ObjectReader
  /// The columns of a table; nil for JSON.
  let rows: ObjectRows?
  private let format: RecordFormat
  private var scratch = ByteBuffer()
  /// The text of each property of the current card, each with the name of the selected alternative.
  private var cells = TextList()

  /// Creates a writer of JSON.
  package init(_ classes: ClassTable, _ options: ObjectReader.Options = .init()) {
    reader = ObjectReader(classes, options)
    rows = nil
    format = RecordFormat(table: nil, times: options.timeFormat)
  }

  /// Creates a writer of rows with the named columns, by default those of all requested classes;
  /// `card.NAME` is a field of the card, and `now` (epoch milliseconds) decides whether it is
  /// expired.
  package init(
    _ classes: ClassTable, columns: [String]? = nil, in table: DelimitedText,
    _ options: ObjectReader.Options = .init(), now: Int64
  ) throws(UnknownColumn) {
    reader = ObjectReader(classes, options)
    let wanted = options.wantedClasses
    rows = try ObjectRows(classes.registry, columns, wanted: wanted, now: now)
    format = RecordFormat(table: table, times: options.timeFormat)
  }

  /// The valid column names of the requested classes, except `extras.KEY`.
  package static func columnNames(of registry: Registry, wanted: Set<Int>? = nil) -> [String] {
    ObjectRows.names(of: registry, wanted: wanted)
      + FieldPath.names.map { ObjectRows.cardPrefix + $0 }
  }

  /// The names of the columns, in order; empty for JSON.
  package var columns: [String] { rows?.names ?? [] }

  /// Appends the object that `card` becomes, as a line without a line feed or as a row with its line
  /// end, and returns the index of its class; appends nothing if the card is skipped or fails.
  package mutating func convert(_ card: Card, to output: inout ByteBuffer) -> ObjectOutcome<Int> {
    let object: StartedObject
    switch reader.start(card) {
    case .skipped(let reason): return .skipped(reason)
    case .failed(let failure): return .failed(failure)
    case .converted(let started): object = started
    }
    let start = output.count
    let failure = rows == nil ? appendJSON(object, to: &output) : appendRow(object, to: &output)
    guard let failure else { return .converted(object.classIndex) }
    output.truncate(to: start)
    return .failed(failure)
  }

  // MARK: JSON

  /// The number of bytes to reserve in addition to the size of the card; it affects only speed.
  private static let overhead = 512

  private mutating func appendJSON(
    _ object: StartedObject, to output: inout ByteBuffer
  ) -> ConversionFailure? {
    output.reserve(object.card.card.raw.count + ObjectWriter.overhead)
    output.append("{\"contentCardData\":")
    let first = output.count
    for (member, key) in ObjectWriter.members {
      let start = output.count
      output.append(key)
      let isWritten = format.append(object.value(of: member), to: &output)
      if !isWritten { output.truncate(to: start) }
    }
    output.replace(at: first, with: UInt8(ascii: "{"))
    output.append("},\"object\":")
    object.definition.object.appendJSON(to: &output)
    let failure = reader.read(object) { property, _, value in
      switch value {
      case .absent, .bad: return
      default: output.append(property.key)
      }
      let kind = property.origin == .firstOf ? value.source.map { property.sources[$0].kind } : nil
      if let kind {
        output.append("{\"kind\":")
        JSONText.appendQuoted(kind, to: &output)
        output.append(",\"value\":")
      }
      switch value {
      case .absent, .bad: break
      case .fixed: output.append(property.fixedJSON)
      case .value(let value, _): value.appendJSON(to: &output)
      case .list(let items, _):
        let start = output.count
        items.forEach { item in
          output.append(UInt8(ascii: output.count == start ? "[" : ","))
          JSONText.appendQuoted(item, to: &output)
        }
        output.append(UInt8(ascii: "]"))
      }
      if kind != nil { output.append(UInt8(ascii: "}")) }
    }
    output.append(UInt8(ascii: "}"))
    return failure
  }

  /// The members of `contentCardData`, each with its JSON key.
  private static let members = PermanentTable(count: CardDataColumn.allCases.count) { index in
    let member = CardDataColumn.allCases[index]
    return (member, key: ByteView(permanent: ",\"\(member.rawValue)\":"))
  }

  // MARK: Rows

  private mutating func appendRow(
    _ object: StartedObject, to output: inout ByteBuffer
  ) -> ConversionFailure? {
    guard let rows, let table = format.table else { return nil }
    if let failure = readCells(of: object) { return failure }
    let start = output.count
    for (index, column) in rows.columns[object.classIndex].enumerated() {
      let cell = table.beginCell(isFirst: index == 0, in: &output)
      switch column {
      case .data(let member): _ = format.append(object.value(of: member), to: &output)
      case .object: _ = format.append(.text(object.definition.object), to: &output)
      case .property(let index):
        output.append(cells[2 * index])
        table.endCell(from: cell, in: &output)
      case .kind(let index):
        output.append(cells[2 * index + 1])
        table.endCell(from: cell, in: &output)
      case .empty: break
      case .card(let path):
        let value = object.card.card.value(at: path, now: rows.now, using: &scratch)
        if case .time = value {
          _ = format.append(value, to: &output)
        } else {
          value.appendText(to: &output)
          table.endCell(from: cell, in: &output)
        }
      }
    }
    format.end(from: start, in: &output)
    return nil
  }

  private mutating func readCells(of object: StartedObject) -> ConversionFailure? {
    cells.removeAll()
    return reader.read(object) { property, _, value in
      cells.append { cell in
        switch value {
        case .absent, .bad: break
        case .fixed: cell.append(property.fixedText)
        case .value(let value, _): value.appendText(to: &cell)
        case .list(let items, _):
          let start = cell.count
          items.forEach { item in
            if cell.count > start { cell.append(property.separator) }
            cell.append(item)
          }
        }
      }
      cells.append(value.source.map { property.sources[$0].kind } ?? ByteView(""))
    }
  }

  // MARK: Losses

  /// Calls `body` with each part of `card` that its object or row omits, such as sources that a
  /// property did not use because an earlier one had a value.
  package mutating func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) {
    guard case .converted(let object) = reader.start(card) else { return }
    let definition = reader.classes.registry.classes[object.classIndex]
    let columns = rows?.columns[object.classIndex]
    var coverage = ObjectWriter.parts(of: columns, reader.timeFormat)
    var misread = CardFields()
    _ = reader.read(object) { property, index, value in
      guard columns?.contains(.property(index)) ?? true else { return }
      if case .bad(let source) = value {
        coverage.add(property.sources[source])
        misread.insert(CardFields(property.sources[source].field))
        body(.badProperty(object: definition.object, property: definition.properties[index].name))
      } else if let source = value.source {
        let isJoined = property.origin == .join
        for index in isJoined ? 0..<property.sources.count : source..<source + 1 {
          coverage.add(property.sources[index])
        }
      }
    }
    for field in CardField.allCases where card.loses(field, in: coverage) { body(.field(field)) }
    if !coverage.contains(.type), let type = card.type, type != .control || !coverage.hasControl {
      body(.field(.type))
    }
    card.forEachUnwritten(in: coverage) { loss in
      if case .badField(let field) = loss, misread.contains(CardFields(field)) { return }
      body(loss)
    }
  }

  /// Returns the parts of a card that are written in addition to properties; nil columns for JSON.
  private static func parts(of columns: [ObjectColumn]?, _ times: CardTimeFormat) -> CardCoverage {
    var coverage = CardCoverage()
    coverage.writesCalendarDates = times.kind.isDate
    for column in columns ?? CardDataColumn.allCases.map({ .data($0) }) {
      switch column {
      case .data(.isControl): coverage.hasControl = true
      case .data(let member): member.field.map { coverage.add($0) }
      case .card(let path): coverage.add(path)
      case .object, .property, .kind, .empty: break
      }
    }
    return coverage
  }
}

extension CardCoverage {
  fileprivate mutating func add(_ source: CompiledSource) {
    add(source.isField ? .canonical(source.field) : .extra(source.key))
  }
}

extension StartedObject {
  /// The value of a member of `contentCardData`.
  @inline(__always)
  fileprivate func value(of member: CardDataColumn) -> CardValue {
    switch member {
    case .contentCardId: .text(id)
    case .contentCardClassType: .text(definition.classType)
    case .createdAt: .time(created)
    case .expiresAt: expires.map(CardValue.time) ?? .absent
    case .isControl: .boolean(card.isControl)
    case .isDismissible, .isPinned, .isViewed, .isClicked, .isTest:
      member.field.map { .boolean(card.card.flag($0)) } ?? .absent
    }
  }
}
