import CardJSON

/// Everything that is looked up while cards are read: the keys of all shapes as one table of names,
/// and for each shape and field the keys that may carry it.
///
/// Made once for the whole program (`shared`).
struct ShapeCatalog: Sendable {
  static let shared = ShapeCatalog()

  let names: NameTable
  let detection: DetectionKeys
  let tables: CatalogTables

  private init() {
    var numbers = KeyNumbers()
    detection = DetectionKeys(&numbers)
    var fieldKeys = [UInt32](repeating: 0, count: Shape.allCases.count * CardField.count)
    var controlKeys: [Int] = []
    var documentedKeys: [PermanentTable<UInt8>] = []
    for shape in Shape.allCases {
      var documented: [UInt8] = []
      var control = 0
      let first = Int(shape.rawValue) * CardField.count
      for key in shape.keys {
        let number = numbers.number(of: key.key)
        documented.append(UInt8(number))
        if key.form == .isControl {
          control = number
        } else {
          fieldKeys[first + Int(key.field.rawValue)].appendNumber(number)
        }
      }
      documentedKeys.append(PermanentTable(documented))
      controlKeys.append(control)
    }
    tables = CatalogTables(
      fieldKeys: PermanentTable(fieldKeys),
      typeNames: PermanentTable(Shape.allCases.map(CardTypeNames.init)),
      controlKeys: PermanentTable(controlKeys),
      documentedKeys: PermanentTable(documentedKeys))
    names = NameTable(numbers.names)
  }
}

/// The tables that every card needs, without references to count.
struct CatalogTables {
  /// For each shape and field up to four key numbers, the preferred one in the lowest byte; 0 ends
  /// the list (number 0 is the name of no field).
  let fieldKeys: PermanentTable<UInt32>
  let typeNames: PermanentTable<CardTypeNames>
  /// For each shape the number of the key that says whether a card is a control card; 0 where
  /// there is none.
  let controlKeys: PermanentTable<Int>
  /// For each shape the numbers of all its keys.
  let documentedKeys: PermanentTable<PermanentTable<UInt8>>

  func keys(of field: CardField, in shape: Shape) -> UInt32 {
    fieldKeys[Int(shape.rawValue) * CardField.count + Int(field.rawValue)]
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
  static let count = 22
}

/// Gives every key a number, in the order in which they are first asked for; the first numbers are
/// those of `EnvelopeKey.cardNames`, so that no field has number 0.
struct KeyNumbers {
  private(set) var names: [String] = []
  /// The numbers by length and first byte; a set would take longer to hash than this to search.
  private var numbers = [[Int]](repeating: [], count: 64)

  init() {
    names.reserveCapacity(128)
    for name in EnvelopeKey.cardNames { _ = number(of: name.description) }
  }

  mutating func number(of name: String) -> Int {
    let likeness = (name.utf8.count &* 8 ^ Int(name.utf8.first ?? 0)) & 63
    for number in numbers[likeness] where names[number] == name { return number }
    numbers[likeness].append(names.count)
    names.append(name)
    return names.count - 1
  }
}
