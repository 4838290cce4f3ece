import CardJSON

/// The tables for reading cards: the keys of all shapes as one name table, and the keys for each
/// field of each shape.
///
/// The catalog is created once for the process (`shared`).
package struct ShapeCatalog: BitwiseCopyable {
  package static let shared = PermanentTable([ShapeCatalog()]).item(0)

  package let names: NameTable
  /// The number of envelope keys for arrays of cards, which are the first names.
  let envelopeNameCount = EnvelopeKey.cardNames.count
  let detection: ShapeDetection
  /// The numbers of the keys of request bodies with cards, and of wrappers.
  let messages, contentCard, data: Int
  /// The tables of all shapes, by the shapes' raw values.
  package let tables: PermanentTable<ShapeTables>

  private init() {
    var numbers = KeyNumbers()
    detection = ShapeDetection(&numbers)
    messages = numbers.number(of: "messages")
    contentCard = numbers.number(of: "content_card")
    data = numbers.number(of: EnvelopeKey.data.description)
    tables = PermanentTable(Shape.allCases.map { ShapeTables($0, &numbers) })
    names = NameTable(numbers.names)
  }
}

/// The tables of one shape, without reference counting.
package struct ShapeTables: BitwiseCopyable {
  /// Up to four key numbers for each field, the preferred one in the lowest byte.
  ///
  /// A 0 ends the list, since number 0 is not the name of a field.
  private let fieldKeys: PermanentTable<UInt32>
  /// The numbers of the keys that state whether a card is a control card, in the same format.
  let controlKeys: UInt32
  package let typeNames: CardTypeNames
  /// Whether the shape uses epoch milliseconds.
  let countsMilliseconds: Bool
  /// All keys of the shape.
  package let documentedKeys: PermanentTable<DocumentedKey>
  /// The fields for which the shape's own writers write `null` if a card has no value.
  let nullFields: CardFields
  /// The flags that are true if a card does not state them.
  let trueFields: CardFields

  init(_ shape: Shape, _ numbers: inout KeyNumbers) {
    let definition = shape.definition
    var fieldKeys = [UInt32](repeating: 0, count: CardField.count)
    var controlKeys: UInt32 = 0
    var documented: [DocumentedKey] = []
    documented.reserveCapacity(definition.keys.count)
    for key in definition.keys {
      let number = numbers.number(of: key.key)
      documented.append(DocumentedKey(key, number: number))
      if key.saysControl {
        controlKeys.appendNumber(number)
      } else {
        fieldKeys[Int(key.field.rawValue)].appendNumber(number)
      }
    }
    self.fieldKeys = PermanentTable(fieldKeys)
    self.controlKeys = controlKeys
    typeNames = CardTypeNames(definition.types)
    countsMilliseconds = definition.times == .milliseconds
    documentedKeys = PermanentTable(documented)
    func fields(absent: String) -> CardFields {
      definition.keys.reduce(into: []) { fields, key in
        if key.absent?.description == absent { fields.formUnion(CardFields(key.field)) }
      }
    }
    nullFields = fields(absent: "null")
    trueFields = fields(absent: "true")
  }

  func keys(of field: CardField) -> UInt32 { fieldKeys[Int(field.rawValue)] }

  /// The number of the shape's keys in an object, except the id.
  func sharedKeyCount(_ nodes: KeyNodes) -> Int {
    let id = keys(of: .id) & 0xFF
    var count = 0
    for index in 0..<documentedKeys.count {
      let number = documentedKeys[index].number
      if UInt32(number) != id, nodes[Int(number)] != 0 { count += 1 }
    }
    return count
  }
}

extension UInt32 {
  /// Adds a key number after the existing ones.
  fileprivate mutating func appendNumber(_ number: Int) {
    var place: UInt32 = 0
    while self >> place != 0 { place += 8 }
    self |= UInt32(number) << place
  }
}

extension CardField {
  /// The number of fields.
  static let count = allCases.count
}

/// Numbers keys in the order of first use.
///
/// The first numbers are those of `EnvelopeKey.cardNames`, so no field has number 0.
struct KeyNumbers {
  private(set) var names: [String] = []
  /// The last key number for each combination of length and first byte; -1 for none.
  ///
  /// Searching these lists takes less time than hashing in a set would.
  private var last = [Int](repeating: -1, count: 64)
  /// For each number the previous one with the same length and first byte; -1 for none.
  private var before: [Int] = []

  init() {
    names.reserveCapacity(128)
    before.reserveCapacity(128)
    for name in EnvelopeKey.cardNames { _ = number(of: name.description) }
  }

  mutating func number(of name: String) -> Int {
    let similarity = (name.utf8.count &* 8 ^ Int(name.utf8.first ?? 0)) & 63
    var number = last[similarity]
    while number >= 0, names[number] != name { number = before[number] }
    if number >= 0 { return number }
    before.append(last[similarity])
    last[similarity] = names.count
    names.append(name)
    return names.count - 1
  }
}
