import CardJSON
import ContentCardKit

/// Writes the objects that cards become as rows of a table (`convert --to csv`).
///
/// The columns come from the registry and not from the cards, so a table streams in one pass.
/// Nested names are joined with a dot: `contentCardData.createdAt`, `content.kind`. A property that
/// a row's class does not have is an empty cell. One writer serves one thread.
///
///     var rows = try ObjectRowWriter(.builtIn, in: DelimitedText(.csv), now: now)
///     rows.appendHeader(to: &output)
///     _ = rows.convert(card, to: &output)
package struct ObjectRowWriter: ~Copyable {
  /// The names of the columns, in order.
  package let columns: [String]
  /// How the table is spelt.
  package let table: DelimitedText

  let classes: ClassTable
  private let choice: ClassChoice
  private let timeFormat: CardTimeFormat
  private let now: Int64
  private let kinds: PermanentTable<ObjectColumn>
  /// For each column and class the place of the property in the class; -1 where it has none.
  private let places: PermanentTable<Int>
  /// What a row has a place for.
  let objectPlaces: ObjectPlaces
  var reader: PropertyReader
  private var scratch = ByteBuffer()
  /// The texts of the properties of one card, one after the other.
  private var cells = ByteBuffer()
  /// Where the text of each property ends in `cells`, and from which source it comes.
  private var ends: [Int] = []
  private var sources: [Int] = []

  /// A writer of rows.
  ///
  /// - Parameters:
  ///   - classes: the classes that cards are converted to.
  ///   - columns: names of columns, `card.NAME` for a field of the card; nil takes the columns of
  ///     all wanted classes.
  ///   - table: how cells and rows are spelt.
  ///   - options: how times are written and which classes are wanted.
  ///   - now: the time that decides which cards are expired, in epoch milliseconds.
  /// - Throws: `UnknownColumn` for the first unknown name.
  package init(
    _ classes: ClassTable, columns: [String]? = nil, in table: DelimitedText,
    _ options: ObjectConverter.Options = .init(), now: Int64
  ) throws(UnknownColumn) {
    let known = ObjectColumns(classes.registry, wanted: options.wantedClasses)
    let names = columns ?? known.names
    var kinds: [ObjectColumn] = []
    for name in names {
      guard let column = known.column(name) else {
        let fields = FieldPath.names.map { ObjectColumns.cardPrefix + $0 }
        throw UnknownColumn(name: name, known: known.names + fields)
      }
      kinds.append(column)
    }
    self.classes = classes
    self.columns = names
    self.table = table
    self.now = now
    self.kinds = PermanentTable(kinds)
    let properties = names.map(known.places)
    places = PermanentTable(properties.flatMap { $0 })
    objectPlaces = ObjectPlaces(
      kinds, properties: ObjectPlaces.written(kinds, properties, of: classes), options.timeFormat)
    choice = ClassChoice(classes, wanted: options.wantedClasses)
    timeFormat = options.timeFormat
    reader = PropertyReader(classes, .cell, options.timeFormat)
  }

  /// The default columns of a table: what every object has, then the properties of the
  /// wanted classes in the order of the registry, each name once.
  package static func columns(of registry: Registry, wantedClasses: Set<Int>? = nil) -> [String] {
    ObjectColumns(registry, wanted: wantedClasses).names
  }

  /// Appends the row of column names.
  package func appendHeader(to output: inout ByteBuffer) {
    table.appendHeader(columns, to: &output)
  }

  /// Appends the row of the object that `card` becomes, line end and all; nothing when the card is
  /// skipped or fails.
  package mutating func convert(_ card: Card, to output: inout ByteBuffer) -> Conversion {
    let classIndex: Int
    switch choice.decide(card) {
    case .skip(let reason): return .skipped(reason)
    case .convert(let index): classIndex = index
    }
    let indexed = reader.index(card)
    guard let head = ContentCardHead(indexed, timeFormat) else {
      return .failed(classes.headFailure(of: card, classIndex))
    }
    if let failure = readProperties(of: classIndex, indexed) { return .failed(failure) }
    let start = output.count
    for column in 0..<kinds.count {
      append(column, classIndex: classIndex, head: head, card: card, to: &output)
    }
    table.endRow(from: start, to: &output)
    return .converted(classIndex: classIndex)
  }

  /// Fills `cells` with the texts of all properties of a card.
  private mutating func readProperties(of classIndex: Int, _ card: IndexedCard)
    -> ConversionFailure?
  {
    cells.removeAll()
    ends.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    let definition = choice.layout.classes[classIndex]
    for index in 0..<definition.propertyCount {
      let property = choice.layout.properties.item(definition.firstProperty + index)
      var source = -1
      let value = reader.value(of: property, in: card)
      switch value {
      case .absent, .bad:
        if card.isControl ? property.isRequiredOnControl : property.isRequired {
          return classes.failure(value, classIndex: classIndex, propertyIndex: index) {
            reader.value(at: $0, in: card)
          }
        }
      case .given: cells.append(property.givenText)
      case .text(let text, let place):
        text.appendText(to: &cells)
        source = place
      case .plain(let text, let place):
        cells.append(text)
        source = place
      }
      ends.append(cells.count)
      sources.append(source)
    }
    return nil
  }

  private mutating func append(
    _ column: Int, classIndex: Int, head: ContentCardHead, card: Card,
    to output: inout ByteBuffer
  ) {
    let isFirst = column == 0
    let definition = choice.layout.classes[classIndex]
    switch kinds[column] {
    case .head(let member):
      let start = table.beginCell(isFirst: isFirst, in: &output)
      append(member, head: head, name: definition.name, card: card, to: &output)
      table.endCell(from: start, in: &output)
    case .object: table.appendCell(definition.object, isFirst: isFirst, to: &output)
    case .property:
      table.appendCell(text(of: column, classIndex), isFirst: isFirst, to: &output)
    case .kind:
      let place = places[column * choice.layout.classes.count + classIndex]
      let source = place < 0 ? -1 : sources[place]
      let kind = source < 0 ? ByteView("") : choice.layout.sources[source].kind
      table.appendCell(kind, isFirst: isFirst, to: &output)
    case .card(let path): append(path, of: card, isFirst, to: &output)
    }
  }

  private func text(of column: Int, _ classIndex: Int) -> ByteView {
    let place = places[column * choice.layout.classes.count + classIndex]
    guard place >= 0 else { return ByteView("") }
    return cells.view.slice((place == 0 ? 0 : ends[place - 1])..<ends[place])
  }

  private func append(
    _ member: HeadColumn, head: ContentCardHead, name: ByteView, card: Card,
    to output: inout ByteBuffer
  ) {
    let flag: Bool
    switch member {
    case .contentCardId: return head.id.appendText(to: &output)
    case .contentCardClassType: return output.append(name)
    case .createdAt: return timeFormat.appendText(head.created, to: &output)
    case .expiresAt:
      if let expires = head.expires { timeFormat.appendText(expires, to: &output) }
      return
    case .isDismissible: flag = card.flag(.dismissible)
    case .isPinned: flag = card.flag(.pinned)
    case .isControl: flag = head.isControl
    case .isViewed: flag = card.flag(.viewed)
    case .isClicked: flag = card.flag(.clicked)
    case .isTest: flag = card.flag(.test)
    }
    output.append(flag)
  }

  private mutating func append(
    _ path: FieldPath, of card: Card, _ isFirst: Bool, to output: inout ByteBuffer
  ) {
    let start = table.beginCell(isFirst: isFirst, in: &output)
    let value = card.value(at: path, now: now, using: &scratch)
    if case .time(let time) = value {
      timeFormat.appendText(time, to: &output)
    } else {
      value.appendText(to: &output)
    }
    table.endCell(from: start, in: &output)
  }
}
