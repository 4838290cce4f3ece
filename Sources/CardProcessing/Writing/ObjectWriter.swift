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
  private var scratch = ByteBuffer()
  /// The text of each property of the current card, and the names of the selected alternatives.
  private var cells = TextList()
  private var kinds: [ByteView] = []

  /// Creates a writer of JSON.
  package init(_ classes: ClassTable, _ options: ObjectReader.Options = .init()) {
    reader = ObjectReader(classes, options)
    rows = nil
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
    rows = try ObjectRows(classes.registry, columns, in: table, wanted: wanted, now: now)
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
    appendData(object, to: &output)
    let failure = reader.read(object) { property, _, value in
      if case .given = value {
        output.append(property.key)
        output.append(property.givenJSON)
        return
      }
      guard let source = value.source else { return }
      output.append(property.key)
      if property.origin == .firstOf {
        output.append("{\"kind\":")
        JSONText.appendQuoted(property.sources[source].kind, to: &output)
        output.append(",\"value\":")
      }
      switch value {
      case .text(let text, _): text.appendJSON(to: &output)
      case .plain(let bytes, _): output.append(bytes)
      case .list(let items, _):
        let start = output.count
        items.forEach { item in
          output.append(UInt8(ascii: output.count == start ? "[" : ","))
          JSONText.appendQuoted(item, to: &output)
        }
        output.append(UInt8(ascii: "]"))
      case .absent, .bad, .given: break
      }
      if property.origin == .firstOf { output.append(UInt8(ascii: "}")) }
    }
    output.append(UInt8(ascii: "}"))
    return failure
  }

  /// The members of `contentCardData`, each with its JSON key.
  private static let members = PermanentTable(count: CardDataColumn.allCases.count) { index in
    let member = CardDataColumn.allCases[index]
    return (member, key: ByteView(permanent: ",\"\(member.rawValue)\":"))
  }

  private func appendData(_ object: StartedObject, to output: inout ByteBuffer) {
    output.append("{\"contentCardData\":")
    let first = output.count
    for (member, key) in ObjectWriter.members {
      let start = output.count
      output.append(key)
      if !append(member, of: object, asJSON: true, to: &output) { output.truncate(to: start) }
    }
    output.replace(at: first, with: UInt8(ascii: "{"))
    output.append("},\"object\":")
    JSONText.appendQuoted(object.definition.object, to: &output)
  }

  // MARK: Rows

  private mutating func appendRow(
    _ object: StartedObject, to output: inout ByteBuffer
  ) -> ConversionFailure? {
    guard let rows else { return nil }
    if let failure = readCells(of: object) { return failure }
    let start = output.count
    for (index, column) in rows.columns[object.classIndex].enumerated() {
      let cell = rows.table.beginCell(isFirst: index == 0, in: &output)
      switch column {
      case .data(let member): _ = append(member, of: object, asJSON: false, to: &output)
      case .object: output.append(object.definition.object)
      case .property(let index): output.append(cells[index])
      case .kind(let index): output.append(kinds[index])
      case .empty: break
      case .card(let path):
        let value = object.card.card.value(at: path, now: rows.now, using: &scratch)
        if case .time(let time) = value {
          reader.timeFormat.append(time, to: &output)
        } else {
          value.appendText(to: &output)
        }
      }
      rows.table.endCell(from: cell, in: &output)
    }
    rows.table.endRow(from: start, to: &output)
    return nil
  }

  private mutating func readCells(of object: StartedObject) -> ConversionFailure? {
    cells.removeAll()
    kinds.removeAll(keepingCapacity: true)
    return reader.read(object) { property, _, value in
      cells.append { cell in
        switch value {
        case .absent, .bad: break
        case .given: cell.append(property.givenText)
        case .text(let text, _): text.appendText(to: &cell)
        case .plain(let text, _): cell.append(text)
        case .list(let items, _):
          let start = cell.count
          items.forEach { item in
            if cell.count > start { cell.append(property.separator) }
            cell.append(item)
          }
        }
      }
      kinds.append(value.source.map { property.sources[$0].kind } ?? ByteView(""))
    }
  }

  // MARK: JSON and rows

  /// Appends a member of `contentCardData`; returns false if the card has no value or the time
  /// format cannot represent it.
  private func append(
    _ member: CardDataColumn, of object: StartedObject, asJSON: Bool, to output: inout ByteBuffer
  ) -> Bool {
    switch member {
    case .contentCardId:
      if asJSON { object.id.appendJSON(to: &output) } else { object.id.appendText(to: &output) }
    case .contentCardClassType:
      let name = object.definition.name
      if asJSON { JSONText.appendQuoted(name, to: &output) } else { output.append(name) }
    case .createdAt: reader.timeFormat.append(object.created, quoted: asJSON, to: &output)
    case .expiresAt:
      guard let expires = object.expires else { return false }
      return reader.timeFormat.append(expires, quoted: asJSON, to: &output)
    case .isControl: output.append(object.card.isControl)
    case .isDismissible, .isPinned, .isViewed, .isClicked, .isTest:
      if let field = member.field { output.append(object.card.card.flag(field)) }
    }
    return true
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
    coverage.writesCalendarDates = times.zone != nil
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
