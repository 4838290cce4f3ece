// What a shape documents, for those who judge cards by it.
extension Shape {
  /// The keys that carry `field`, the preferred one first.
  package func documentedKeys(of field: CardField) -> [String] {
    keys.filter { $0.field == field && $0.form != .isControl }.map(\.key)
  }

  /// All keys that the shape's cards may have, and the fields they carry.
  package var documentedKeys: [(key: String, field: CardField)] {
    keys.map { ($0.key, $0.field) }
  }

  /// The keys of a card that is written in the shape, in their order, and the fields they carry.
  package var writtenKeys: [(key: String, field: CardField)] {
    keys.filter(\.isWritten).map { ($0.key, $0.field) }
  }

  /// Whether a card that is written in the shape still has `field`; the class type is one of the
  /// extras.
  package func carries(_ field: CardField) -> Bool {
    ShapePlan.plan(of: self).fields.contains(CardFields(field == .classType ? .extras : field))
  }

  /// The names that the shape has for the card types; empty where it has none.
  package var typeNames: [String] {
    var names: [String] = []
    for type in CardType.allCases {
      guard let name = type.name(in: self == .cordova ? .reactNative : self)?.description,
        !names.contains(name)
      else { continue }
      names.append(name)
    }
    return names
  }

  /// The name of `type`; cardctl's own where the shape has none.
  package func typeName(of type: CardType) -> String {
    (type.name(in: self) ?? type.name).description
  }
}
