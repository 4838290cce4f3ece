import ContentCardKit

/// The content of one column of a table of objects, for one class.
enum ObjectColumn: BitwiseCopyable, Equatable, Sendable {
  /// A member of `contentCardData`.
  case data(CardDataColumn)
  /// The name of the object.
  case object
  /// The property of the class with this index.
  case property(Int)
  /// The name of the selected alternative of the property with this index.
  case kind(Int)
  /// A field of the card.
  case card(FieldPath)
  /// Nothing, because only other classes have the property.
  case empty
}

/// The columns of a table of objects.
struct ObjectRows {
  /// The prefix of column names for fields of the card.
  static let cardPrefix = "card."

  /// The names of the columns, in order.
  let names: [String]
  /// The columns in order, for each class of the registry.
  let columns: [[ObjectColumn]]
  /// The time that decides which cards are expired, in epoch milliseconds.
  let now: Int64

  init(
    _ registry: Registry, _ names: [String]?, wanted: Set<Int>?, now: Int64
  ) throws(UnknownColumn) {
    let names = names ?? ObjectRows.names(of: registry, wanted: wanted)
    let own = registry.classes.map { definition in
      Dictionary(ObjectRows.properties(of: definition), uniquingKeysWith: { $1 })
    }
    var columns = own.map { _ in [ObjectColumn]() }
    for name in names {
      let fixed = ObjectRows.fixed.first { $0.0 == name }?.1
      let isProperty = fixed == nil && own.contains { $0[name] != nil }
      guard let shared = fixed ?? (isProperty ? .empty : ObjectRows.field(name)) else {
        throw UnknownColumn(
          name: name, known: ObjectWriter.columnNames(of: registry, wanted: wanted))
      }
      for (index, own) in own.enumerated() {
        columns[index].append(isProperty ? own[name] ?? .empty : shared)
      }
    }
    (self.names, self.columns, self.now) = (names, columns, now)
  }

  /// The columns of every object, by name.
  private static let fixed =
    CardDataColumn.allCases.map { ($0.name, ObjectColumn.data($0)) } + [("object", .object)]

  /// The default columns: those of every object, then the properties of the requested classes.
  static func names(of registry: Registry, wanted: Set<Int>?) -> [String] {
    let classes = registry.classes.indices.filter { wanted?.contains($0) ?? true }
    let own = classes.flatMap { properties(of: registry.classes[$0]) }
    var seen: Set<String> = []
    return (fixed + own).map(\.0).filter { seen.insert($0).inserted }
  }

  private static func properties(of definition: ContentCardClass) -> [(String, ObjectColumn)] {
    definition.properties.enumerated().flatMap { index, property in
      property.origin == .firstOf
        ? [("\(property.name).kind", .kind(index)), ("\(property.name).value", .property(index))]
        : [(property.name, ObjectColumn.property(index))]
    }
  }

  /// The column with a field of the card, `extras.KEY` or `card.NAME`; nil for another name.
  private static func field(_ name: String) -> ObjectColumn? {
    if let path = FieldPath(name: name), case .extra = path { return .card(path) }
    guard name.utf8.starts(with: cardPrefix.utf8) else { return nil }
    let field = name.utf8.dropFirst(cardPrefix.utf8.count)
    return FieldPath(name: String(decoding: field, as: UTF8.self)).map(ObjectColumn.card)
  }
}
