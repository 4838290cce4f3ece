import CardJSON
import ContentCardKit

/// What of a card has a place in the object that it becomes, or in the row of one.
struct ObjectPlaces: Sendable {
  /// What every object says of its card, and the columns of the card's own fields.
  let card: CardPlaces
  /// For each class which of its properties are written; nil for all.
  private let properties: [Set<Int>]?

  /// Those of whole objects.
  static func whole(_ times: CardTimeFormat) -> ObjectPlaces {
    times == .iso8601 ? wholeWithDates : wholeWithSeconds
  }

  private static let wholeWithDates = ObjectPlaces(
    HeadColumn.allCases.map { .head($0) }, properties: nil, .iso8601)
  private static let wholeWithSeconds = ObjectPlaces(
    HeadColumn.allCases.map { .head($0) }, properties: nil, .seconds)

  /// Those of the rows with these columns, which hold the given properties of each class.
  init(_ columns: [ObjectColumn], properties: [Set<Int>]?, _ times: CardTimeFormat) {
    var card = CardPlaces()
    card.writesCalendarDates = times == .iso8601
    for column in columns {
      switch column {
      case .head(.isControl): card.saysControl = true
      case .head(let member): member.field.map { card.add($0) }
      case .card(let path): card.add(path)
      case .object, .property, .kind: break
      }
    }
    self.card = card
    self.properties = properties
  }

  /// Which properties of each class the columns hold, given for each column the place of its
  /// property in each class, or -1.
  static func written(_ columns: [ObjectColumn], _ places: [[Int]], of classes: ClassTable)
    -> [Set<Int>]
  {
    classes.registry.classes.indices.map { index in
      Set(
        zip(columns, places).compactMap { column, places in
          if case .property = column, places[index] >= 0 { places[index] } else { nil }
        })
    }
  }

  /// Whether a property of a class is written.
  func hasProperty(_ place: Int, of classIndex: Int) -> Bool {
    properties.map { $0[classIndex].contains(place) } ?? true
  }
}

extension PropertyReader {
  /// Calls `body` with everything that `card` has and that the object of its class leaves out.
  ///
  /// A field or an extra that a property could have been read from and was not, because another
  /// came first, is left out too. What a property cannot be is told as the property's.
  mutating func forEachLoss(
    of card: Card, _ classes: ClassTable, _ objectPlaces: ObjectPlaces, _ body: (CardLoss) -> Void
  ) {
    guard let classIndex = classes.classIndex(of: card) else { return }
    let indexed = index(card)
    let definition = classes.registry.classes[classIndex]
    let first = classes.layout.classes[classIndex].firstProperty
    var places = objectPlaces.card
    var misread = CardFields()
    for (place, property) in definition.properties.enumerated()
    where objectPlaces.hasProperty(place, of: classIndex) {
      let compiled = layout.properties.item(first + place)
      switch value(of: compiled, in: indexed) {
      case .absent, .given: break
      case .bad(let source):
        add(source, to: &places)
        misread.insert(CardFields(layout.sources[source].field))
        body(.badProperty(object: definition.object, property: property.name))
      case .text(_, let source), .plain(_, let source):
        guard compiled.origin == .join else {
          add(source, to: &places)
          continue
        }
        for offset in 0..<compiled.sourceCount { add(compiled.firstSource + offset, to: &places) }
      }
    }
    for field in CardField.allCases where card.loses(field, in: places) { body(.field(field)) }
    if !places.fields.contains(CardFields(.type)), let type = card.type,
      !(type == .control && places.saysControl)
    {
      body(.field(.type))
    }
    card.forEachUnwritten(in: places) { loss in
      if case .badField(let field) = loss, misread.contains(CardFields(field)) { return }
      body(loss)
    }
  }

  private func add(_ source: Int, to places: inout CardPlaces) {
    let source = layout.sources[source]
    if source.extra == CompiledSource.isField {
      places.add(source.field)
    } else {
      places.extras.append(source.key)
    }
  }
}

extension ObjectConverter {
  /// Calls `body` with everything that `card` has and that its object leaves out.
  package mutating func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) {
    reader.forEachLoss(of: card, classes, .whole(timeFormat), body)
  }
}

extension ObjectRowWriter {
  /// Calls `body` with everything that `card` has and that the row of its object leaves out.
  package mutating func forEachLoss(of card: Card, _ body: (CardLoss) -> Void) {
    reader.forEachLoss(of: card, classes, objectPlaces, body)
  }
}
