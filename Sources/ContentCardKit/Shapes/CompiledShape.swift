import CardJSON

/// A shape definition compiled for reading and writing, into flat tables without reference counts.
package struct CompiledShape: BitwiseCopyable, Sendable {
  /// All keys of the shape, in output order.
  package let keys: PermanentTable<ShapeKey>
  /// The shape's names for the card types.
  let typeNames: PermanentTable<TypeName>
  /// The format of times.
  package let times: TimeForm
  /// The fields that the shape can write.
  package private(set) var writtenFields: CardFields = []
  /// Whether a written key states whether a card is a control card.
  package private(set) var hasControlKey = false
  /// Whether an unknown card type is written as in the input.
  package let keepsUnknownTypes: Bool
  /// Up to four key numbers for each field, with the preferred key in the lowest byte; 0 ends the
  /// list, because it is not the number of a field's key.
  private let fieldKeys: PermanentTable<UInt32>
  /// The numbers of the keys that state whether a card is a control card, in the same format.
  private(set) var controlKeys: UInt32 = 0
  /// The fields that are `null` if absent.
  private(set) var nullFields: CardFields = []
  /// The flags that are true if a card does not state them.
  private(set) var trueFields: CardFields = []

  /// The compiled definition of `shape`.
  package static func of(_ shape: Shape) -> PermanentItem<CompiledShape> {
    ShapeCatalog.shared.shapes.item(Int(shape.rawValue))
  }

  init(_ definition: ShapeDefinition, _ numbers: inout TextNumbers) {
    (times, keepsUnknownTypes) = (definition.times, definition.keepsUnknownTypes)
    typeNames = PermanentTable(definition.types)
    let written = definition.keys
    // One text of all members, because an allocation for each takes longer.
    let members = ByteView.permanent(capacity: written.reduce(0) { $0 + $1.name.count + 4 }) {
      for key in written {
        $0.append(",\"")
        $0.append(key.name)
        $0.append("\":")
      }
    }
    var end = 0
    keys = PermanentTable(count: written.count) { index in
      var key = written[index]
      let start = end
      end += key.name.count + 4
      key.member = members.slice(start..<end)
      key.number = UInt8(numbers.number(of: key.name))
      return key
    }
    var fieldKeys = [UInt32](repeating: 0, count: CardField.allCases.count)
    for key in keys {
      let field = CardFields(key.field)
      if key.saysControl {
        controlKeys.appendNumber(key.number)
        hasControlKey = hasControlKey || key.isWritten
      } else {
        fieldKeys[Int(key.field.rawValue)].appendNumber(key.number)
        if key.isWritten { writtenFields.formUnion(field) }
      }
      if key.absent == ByteView("null") { nullFields.formUnion(field) }
      if key.absent == ByteView("true") { trueFields.formUnion(field) }
    }
    self.fieldKeys = PermanentTable(fieldKeys)
  }

  func keys(of field: CardField) -> UInt32 { fieldKeys[Int(field.rawValue)] }

  /// The number of the shape's keys that an object has, without the key of the id.
  func sharedKeyCount(_ object: IndexedObject) -> Int {
    keys.count { $0.field != .id && object[Int($0.number)] != nil }
  }

  /// The text `,"key":` of a field; nil if the shape does not write the field.
  package func member(of field: CardField) -> ByteView? {
    keys.first { $0.isWritten && $0.field == field }?.member
  }

  // MARK: Names of card types

  /// The type with the name `name`, and whether it is exactly one of the shape's names; nil if not
  /// found.
  ///
  /// Names in another case are accepted, because apps write `CLASSIC` for an SDK's `Classic`.
  package func type(
    named name: ByteView, hasImage: @autoclosure () -> Bool
  ) -> (type: CardType, isOwn: Bool)? {
    func type(_ name: TypeName) -> CardType {
      guard name.dependsOnImage else { return name.type }
      return hasImage() ? .classicImage : .classic
    }
    if let own = typeNames.first(where: { $0.name == name }) {
      return (type(own), !own.isTolerated)
    }
    return typeNames.first { $0.name.equalsIgnoringCase(name) }.map { (type($0), false) }
  }

  /// The name to write for `type`; nil if the shape has none.
  package func typeName(of type: CardType) -> ByteView? {
    let own = typeNames.first { $0.isWritten && $0.type == type }
    let shared =
      type == .classicImage ? typeNames.first { $0.isWritten && $0.dependsOnImage } : nil
    return (own ?? shared)?.name
  }

  /// The name to write for the card's type; for an unknown type, the card's name.
  package func typeName(for card: Card) -> CardText? {
    guard let type = card.type else { return nil }
    return type == .unknown ? card.text(.type) : typeName(of: type).map { CardText($0) }
  }
}

extension UInt32 {
  /// Appends a key number in the next free byte.
  fileprivate mutating func appendNumber(_ number: UInt8) {
    var place: UInt32 = 0
    while self >> place != 0 { place += 8 }
    self |= UInt32(number) << place
  }
}
