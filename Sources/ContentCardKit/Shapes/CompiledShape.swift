import CardJSON

/// A shape definition compiled for reading and writing, into flat tables without reference counts.
package struct CompiledShape: BitwiseCopyable, Sendable {
  /// All keys of the shape, in output order.
  package let keys: PermanentTable<ShapeKey>
  /// The names of the card types.
  package let types: CardTypeNames
  /// The format of times.
  package let times: TimeForm
  /// The fields that the shape can write.
  package let writtenFields: CardFields
  /// Whether a written key states whether a card is a control card.
  package let hasControlKey: Bool
  /// Whether an unknown card type is written as in the input.
  package let keepsUnknownTypes: Bool
  /// Up to four key numbers for each field, with the preferred key in the lowest byte; 0 ends the
  /// list, because it is not the number of a field's key.
  private let fieldKeys: PermanentTable<UInt32>
  /// The numbers of the keys that state whether a card is a control card, in the same format.
  let controlKeys: UInt32
  /// The fields that are `null` if absent.
  let nullFields: CardFields
  /// The flags that are true if a card does not state them.
  let trueFields: CardFields

  /// The compiled definition of `shape`.
  package static func of(_ shape: Shape) -> PermanentItem<CompiledShape> {
    ShapeCatalog.shared.shapes.item(Int(shape.rawValue))
  }

  init(_ shape: Shape, _ numbers: inout TextNumbers) {
    let definition = shape.definition
    var fieldKeys = [UInt32](repeating: 0, count: CardField.allCases.count)
    var (controlKeys, writtenFields) = (UInt32(0), CardFields())
    var (nullFields, trueFields) = (CardFields(), CardFields())
    keys = PermanentTable(
      definition.keys.map { key in
        var key = key
        key.number = UInt8(numbers.number(of: key.name))
        if key.saysControl {
          controlKeys.appendNumber(key.number)
        } else {
          fieldKeys[Int(key.field.rawValue)].appendNumber(key.number)
          if key.isWritten { writtenFields.insert(CardFields(key.field)) }
        }
        if key.absent == ByteView("null") { nullFields.insert(CardFields(key.field)) }
        if key.absent == ByteView("true") { trueFields.insert(CardFields(key.field)) }
        return key
      })
    types = CardTypeNames(definition.types)
    times = definition.times
    keepsUnknownTypes = definition.keepsUnknownTypes
    hasControlKey = definition.keys.contains { $0.saysControl && $0.isWritten }
    self.fieldKeys = PermanentTable(fieldKeys)
    (self.controlKeys, self.writtenFields) = (controlKeys, writtenFields)
    (self.nullFields, self.trueFields) = (nullFields, trueFields)
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
}

extension UInt32 {
  /// Appends a key number in the next free byte.
  fileprivate mutating func appendNumber(_ number: UInt8) {
    var place: UInt32 = 0
    while self >> place != 0 { place += 8 }
    self |= UInt32(number) << place
  }
}
