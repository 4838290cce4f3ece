import CardJSON
import ContentCardKit

/// What one column of a table of objects holds.
enum ObjectColumn: BitwiseCopyable, Sendable {
  /// A member of `contentCardData`.
  case head(HeadColumn)
  /// The object's name.
  case object
  /// A property; which one, depends on the class of the row.
  case property
  /// Which alternative of a property a row has.
  case kind
  /// A field of the card, whatever it becomes.
  case card(FieldPath)
}

/// The columns that the objects of some classes have.
struct ObjectColumns {
  /// What comes before a field's name.
  static let cardPrefix = "card."
  /// The name of the column of the object's name.
  static let object = "object"

  /// The properties of each class by the name of their column: their place in the class, and
  /// whether the column holds the kind.
  private let properties: [[String: (place: Int, isKind: Bool)]]
  /// The names of all columns, but for those of the cards' fields.
  let names: [String]

  /// The columns of the classes with these indices; of all when there are none given.
  init(_ registry: Registry, wanted: Set<Int>? = nil) {
    var names = HeadColumn.allCases.map(\.name) + [ObjectColumns.object]
    var seen = Set(names)
    var properties: [[String: (place: Int, isKind: Bool)]] = []
    for (index, definition) in registry.classes.enumerated() {
      var columns: [String: (place: Int, isKind: Bool)] = [:]
      for (place, property) in definition.properties.enumerated() {
        for (name, isKind) in ObjectColumns.columns(of: property) {
          columns[name] = (place, isKind)
          let isWanted = wanted?.contains(index) ?? true
          if isWanted, seen.insert(name).inserted { names.append(name) }
        }
      }
      properties.append(columns)
    }
    self.names = names
    self.properties = properties
  }

  private static func columns(of property: PropertyDefinition) -> [(String, isKind: Bool)] {
    guard case .firstOf = property.origin else { return [(property.name, false)] }
    return [("\(property.name).kind", true), ("\(property.name).value", false)]
  }

  /// The column called `name`; nil when there is none.
  func column(_ name: String) -> ObjectColumn? {
    if let head = HeadColumn.allCases.first(where: { $0.name == name }) { return .head(head) }
    if name == ObjectColumns.object { return .object }
    if let found = properties.lazy.compactMap({ $0[name] }).first {
      return found.isKind ? .kind : .property
    }
    if let path = FieldPath(name: name), case .extra = path { return .card(path) }
    guard name.utf8.starts(with: ObjectColumns.cardPrefix.utf8) else { return nil }
    let field = name.utf8.dropFirst(ObjectColumns.cardPrefix.utf8.count)
    return FieldPath(name: String(decoding: field, as: UTF8.self)).map(ObjectColumn.card)
  }

  /// Where the property of a column stands in each class; -1 in classes that lack it.
  func places(of name: String) -> [Int] {
    properties.map { $0[name]?.place ?? -1 }
  }
}
