import CardJSON

/// The definition of one shape in the form that reading and writing use: flat tables, without
/// references to count.
package struct CompiledShape: BitwiseCopyable, Sendable {
  /// All keys of the shape, in the order in which they are written.
  package let keys: PermanentTable<ShapeKey>
  /// The names of the card types.
  package let types: CardTypeNames
  /// How times are written.
  package let times: TimeForm
  /// The fields that are written; the card type only if the shape has names for it.
  package let writtenFields: CardFields
  /// Whether a written key says that a card is the control variant.
  package let hasControlKey: Bool
  /// Whether an unknown card type is written as it was read.
  package let keepsUnknownTypes: Bool
  /// Up to four key numbers for each field, the preferred one in the lowest byte; 0 ends the list
  /// (number 0 is not the name of a field).
  private let fieldKeys: PermanentTable<UInt32>
  /// The numbers of the keys that say whether a card is a control card, in the same form.
  let controlKeys: UInt32
  /// The fields for which the shape's own writers write `null` if a card has none.
  let nullFields: CardFields
  /// The flags that are true if a card does not state them.
  let trueFields: CardFields

  /// The compiled form of `shape`.
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

  /// The number of keys of the shape that an object has, without that of the id.
  func sharedKeyCount(_ object: IndexedObject) -> Int {
    keys.count { $0.field != .id && object[Int($0.number)] != nil }
  }

  /// `,"key":` of a field that is written; nil if the shape has no key for it.
  package func member(of field: CardField) -> ByteView? {
    keys.first { $0.isWritten && $0.field == field }?.member
  }
}

extension UInt32 {
  /// Adds a key number above the others.
  fileprivate mutating func appendNumber(_ number: UInt8) {
    var place: UInt32 = 0
    while self >> place != 0 { place += 8 }
    self |= UInt32(number) << place
  }
}
