import ContentCardKit

/// The content of one column of a table of objects.
enum ObjectColumn: BitwiseCopyable, Sendable {
  /// A member of `contentCardData`.
  case data(CardDataColumn)
  /// The name of the object.
  case object
  /// A property, which depends on the class of the row.
  case property
  /// The name of a property's selected alternative.
  case kind
  /// A field of the card.
  case card(FieldPath)
}

/// The columns of a table of objects, and their properties in each class.
struct ObjectRows {
  /// The prefix of column names for fields of the card.
  static let cardPrefix = "card."
  private static let objectName = "object"

  /// The names of the columns, in order.
  let names: [String]
  let columns: [ObjectColumn]
  /// The format of the table.
  let table: DelimitedText
  /// The time that decides which cards are expired, in epoch milliseconds.
  let now: Int64
  /// For each column and class, the index of the property in the class.
  private let properties: [[Int?]]

  init(
    _ registry: Registry, _ names: [String]?, in table: DelimitedText, wanted: Set<Int>?,
    now: Int64
  ) throws(UnknownColumn) {
    let known = ObjectRows.names(of: registry, wanted: wanted)
    let places = registry.classes.map(ObjectRows.places)
    var columns: [ObjectColumn] = []
    for name in names ?? known {
      guard let column = ObjectRows.column(name, places) else {
        throw UnknownColumn(
          name: name, known: ObjectWriter.columnNames(of: registry, wanted: wanted))
      }
      columns.append(column)
    }
    self.names = names ?? known
    (self.columns, self.table, self.now) = (columns, table, now)
    properties = self.names.map { name in places.map { $0[name]?.index } }
  }

  /// The default columns: those of every object, then the properties of the requested classes.
  static func names(of registry: Registry, wanted: Set<Int>?) -> [String] {
    var names = CardDataColumn.allCases.map(\.name) + [objectName]
    var seen = Set(names)
    for (index, definition) in registry.classes.enumerated() where wanted?.contains(index) ?? true {
      for property in definition.properties {
        for (name, _) in ObjectRows.columns(of: property) where seen.insert(name).inserted {
          names.append(name)
        }
      }
    }
    return names
  }

  /// Returns the properties of a class by their column names.
  private static func places(
    _ definition: ContentCardClass
  ) -> [String: (index: Int, isKind: Bool)] {
    var places: [String: (index: Int, isKind: Bool)] = [:]
    for (index, property) in definition.properties.enumerated() {
      for (name, isKind) in columns(of: property) { places[name] = (index, isKind) }
    }
    return places
  }

  private static func columns(of property: PropertyDefinition) -> [(String, isKind: Bool)] {
    guard property.origin == .firstOf else { return [(property.name, false)] }
    return [("\(property.name).kind", true), ("\(property.name).value", false)]
  }

  private static func column(
    _ name: String, _ places: [[String: (index: Int, isKind: Bool)]]
  ) -> ObjectColumn? {
    if let data = CardDataColumn.allCases.first(where: { $0.name == name }) { return .data(data) }
    if name == objectName { return .object }
    if let found = places.lazy.compactMap({ $0[name] }).first {
      return found.isKind ? .kind : .property
    }
    if let path = FieldPath(name: name), case .extra = path { return .card(path) }
    guard name.utf8.starts(with: cardPrefix.utf8) else { return nil }
    let field = name.utf8.dropFirst(cardPrefix.utf8.count)
    return FieldPath(name: String(decoding: field, as: UTF8.self)).map(ObjectColumn.card)
  }

  /// Returns the index of a column's property in a class; nil if the class does not have it.
  func property(of column: Int, in classIndex: Int) -> Int? { properties[column][classIndex] }

  /// Returns whether any column contains the property at `index` of a class.
  func hasProperty(_ index: Int, of classIndex: Int) -> Bool {
    columns.indices.contains { column in
      if case .property = columns[column] { properties[column][classIndex] == index } else { false }
    }
  }
}
