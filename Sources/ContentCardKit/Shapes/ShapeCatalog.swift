import CardJSON

/// Everything that is looked up while cards are read: the keys of all shapes as one table of names,
/// and for each shape and field the keys that may carry it.
///
/// Made once for the whole program (`shared`), and read where it stands.
package struct ShapeCatalog: BitwiseCopyable {
  package static let shared = PermanentTable([ShapeCatalog()]).item(0)

  package let names: NameTable
  /// How many of the first names are keys of an envelope that hold its cards.
  let envelopeNameCount = EnvelopeKey.cardNames.count
  let detection: ShapeDetection
  /// The numbers of the keys of request bodies that hold a card and of wrappers.
  let messages, contentCard, data: Int
  /// The tables of all shapes, by their numbers.
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

/// The tables that cards of one shape need, without references to count.
package struct ShapeTables: BitwiseCopyable {
  /// For each field up to four key numbers, the preferred one in the lowest byte; 0 ends the list
  /// (number 0 is the name of no field).
  private let fieldKeys: PermanentTable<UInt32>
  /// The numbers of the keys that say whether a card is a control card, in the same form.
  let controlKeys: UInt32
  package let typeNames: CardTypeNames
  /// Whether times count milliseconds.
  let countsMilliseconds: Bool
  /// All keys of the shape.
  package let documentedKeys: PermanentTable<DocumentedKey>
  /// The fields for which the shape's own writers write `null` where a card has none.
  let nullFields: CardFields
  /// The flags that are true where a card does not say.
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

  /// How many keys of the shape an object has, but for that of the id.
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
  /// Adds a key number above those that are there.
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

/// Gives every key a number, in the order in which they are first asked for; the first numbers are
/// those of `EnvelopeKey.cardNames`, so that no field has number 0.
struct KeyNumbers {
  private(set) var names: [String] = []
  /// The last number of each similarity, which is length and first byte; -1 for none.
  ///
  /// A set would take longer to hash than this to search.
  private var last = [Int](repeating: -1, count: 64)
  /// For each number the one before it of the same similarity; -1 for none.
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
