import CardJSON

/// Everything that is looked up while cards are read: the keys of all shapes as one table of names,
/// and the compiled form of each shape.
///
/// The program has one catalog (`shared`).
package struct ShapeCatalog: BitwiseCopyable {
  package static let shared = PermanentTable([ShapeCatalog()]).item(0)

  package let names: NameTable
  /// The number of the first names that are keys of an envelope and hold its cards.
  let envelopeNameCount = EnvelopeKey.cardNames.count
  let detection: ShapeDetection
  /// The numbers of the keys of request bodies with cards, and of wrappers.
  let messages, contentCard, data: Int
  /// All shapes in compiled form, by their numbers.
  let shapes: PermanentTable<CompiledShape>

  private init() {
    // So number 0 is not the key of a field.
    var numbers = KeyNumbers(EnvelopeKey.cardNames.map(\.description))
    shapes = PermanentTable(Shape.allCases.map { CompiledShape($0, &numbers) })
    detection = ShapeDetection(shapes, &numbers)
    messages = numbers.number(of: "messages")
    contentCard = numbers.number(of: "content_card")
    data = numbers.number(of: EnvelopeKey.data.description)
    names = NameTable(numbers.names)
  }
}

/// Gives every key a number, in the order of the requests.
struct KeyNumbers {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  /// Numbers for keys, the first of which are `names`.
  init(_ names: [String] = []) {
    for name in names { _ = number(of: name) }
  }

  mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
