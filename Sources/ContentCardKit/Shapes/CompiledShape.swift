import CardJSON

/// The definition of one shape in the form that reading and writing use: flat tables, without
/// references to count.
package struct CompiledShape: BitwiseCopyable, Sendable {
  /// All keys of the shape, in the order in which they are written.
  package let keys: PermanentTable<Key>
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

  init(_ shape: Shape, _ numbers: inout KeyNumbers) {
    let definition = shape.definition
    var fieldKeys = [UInt32](repeating: 0, count: CardField.allCases.count)
    var (controlKeys, writtenFields) = (UInt32(0), CardFields())
    var (nullFields, trueFields) = (CardFields(), CardFields())
    keys = PermanentTable(
      definition.keys.map { key in
        let number = numbers.number(of: key.key)
        if key.saysControl {
          controlKeys.appendNumber(number)
        } else {
          fieldKeys[Int(key.field.rawValue)].appendNumber(number)
          if key.isWritten { writtenFields.insert(CardFields(key.field)) }
        }
        if key.absent?.description == "null" { nullFields.insert(CardFields(key.field)) }
        if key.absent?.description == "true" { trueFields.insert(CardFields(key.field)) }
        return Key(key, number: number)
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
  func sharedKeyCount(_ nodes: KeyNodes) -> Int {
    var count = 0
    for index in 0..<keys.count {
      let key = keys.item(index)
      if key.field != .id, nodes[Int(key.number)] != 0 { count += 1 }
    }
    return count
  }

  /// `,"key":` of a field that is written; nil if the shape has no key for it.
  package func member(of field: CardField) -> ByteView? {
    for index in 0..<keys.count {
      let key = keys.item(index)
      if key.isWritten, key.field == field { return key.member }
    }
    return nil
  }
}

extension CompiledShape {
  /// The kinds of values that a key holds.
  package enum Form: UInt8, BitwiseCopyable, Sendable {
    case text, boolean, number, time, type, control, pairs

    fileprivate init(_ key: ShapeKey) {
      switch key.field.content {
      case .text: self = key.saysControl ? .control : key.field == .type ? .type : .text
      case .boolean: self = .boolean
      case .number: self = .number
      case .time: self = .time
      case .pairs: self = .pairs
      }
    }

    /// The kind of value that most cards have: most flags are false.
    fileprivate var usualKind: JSONKind {
      switch self {
      case .text, .type: .string
      case .boolean, .control: .false
      case .number, .time: .number
      case .pairs: .object
      }
    }
  }

  /// One key of a shape.
  package struct Key: BitwiseCopyable, Sendable {
    /// The key's number among all names.
    package let number: UInt8
    /// The kind of value that most cards have.
    let usualKind: JSONKind
    /// The bit of the field that the key carries.
    let bit: UInt32
    /// The field that the key carries.
    package let field: CardField
    /// The kind of value that the key holds.
    package let form: Form
    /// Whether cards are written with the key.
    package let isWritten: Bool
    /// `,"key":`.
    package let member: ByteView
    /// The JSON that represents no value; empty if the key is omitted then.
    package let absent: ByteView

    fileprivate init(_ key: ShapeKey, number: Int) {
      self.number = UInt8(number)
      form = Form(key)
      usualKind = form.usualKind
      bit = CardFields(key.field).rawValue
      field = key.field
      isWritten = key.isWritten
      member = ByteView(permanent: ",\"\(key.key)\":")
      absent = ByteView(permanent: ByteView(key.absent ?? ""))
    }

    /// The key alone.
    package var name: ByteView { member.slice(2..<member.count - 2) }
  }
}

extension UInt32 {
  /// Adds a key number above the others.
  fileprivate mutating func appendNumber(_ number: Int) {
    var place: UInt32 = 0
    while self >> place != 0 { place += 8 }
    self |= UInt32(number) << place
  }
}
