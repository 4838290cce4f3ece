import CardJSON

/// Everything that is looked up while cards are read: the keys of all shapes as one table of names,
/// and for each shape and field the keys that may carry it.
///
/// Made once for the whole program (`shared`), and read where it stands.
struct ShapeCatalog: BitwiseCopyable {
  static let shared = PermanentTable([ShapeCatalog()]).item(0)

  let names: NameTable
  /// How many of the first names are keys of an envelope that hold its cards.
  let envelopeNameCount = EnvelopeKey.cardNames.count
  let detection: DetectionKeys
  /// The tables of all shapes, by their numbers.
  let tables: PermanentTable<ShapeTables>

  private init() {
    var numbers = KeyNumbers()
    detection = DetectionKeys(&numbers)
    tables = PermanentTable(Shape.allCases.map { ShapeTables($0, &numbers) })
    names = NameTable(numbers.names)
  }
}

/// The tables that cards of one shape need, without references to count.
struct ShapeTables: BitwiseCopyable {
  /// For each field up to four key numbers, the preferred one in the lowest byte; 0 ends the list
  /// (number 0 is the name of no field).
  private let fieldKeys: PermanentTable<UInt32>
  let typeNames: CardTypeNames
  /// The number of the key that says whether a card is a control card; 0 where there is none.
  let controlKey: Int
  /// All keys of the shape.
  let documentedKeys: PermanentTable<DocumentedKey>

  init(_ shape: Shape, _ numbers: inout KeyNumbers) {
    var fieldKeys = [UInt32](repeating: 0, count: CardField.count)
    var control = 0
    let keys = shape.keys
    var documented: [DocumentedKey] = []
    documented.reserveCapacity(keys.count)
    for key in keys {
      let number = numbers.number(of: key.key)
      documented.append(DocumentedKey(key, number: number))
      if key.form == .isControl {
        control = number
      } else {
        fieldKeys[Int(key.field.rawValue)].appendNumber(number)
      }
    }
    self.fieldKeys = PermanentTable(fieldKeys)
    typeNames = CardTypeNames(shape)
    controlKey = control
    documentedKeys = PermanentTable(documented)
  }

  func keys(of field: CardField) -> UInt32 { fieldKeys[Int(field.rawValue)] }
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
  /// The last number of each likeness, which is length and first byte; -1 for none.
  ///
  /// A set would take longer to hash than this to search.
  private var last = [Int](repeating: -1, count: 64)
  /// For each number the one before it of the same likeness; -1 for none.
  private var before: [Int] = []

  init() {
    names.reserveCapacity(128)
    before.reserveCapacity(128)
    for name in EnvelopeKey.cardNames { _ = number(of: name.description) }
  }

  mutating func number(of name: String) -> Int {
    let likeness = (name.utf8.count &* 8 ^ Int(name.utf8.first ?? 0)) & 63
    var number = last[likeness]
    while number >= 0, names[number] != name { number = before[number] }
    if number >= 0 { return number }
    before.append(last[likeness])
    last[likeness] = names.count
    names.append(name)
    return names.count - 1
  }
}
