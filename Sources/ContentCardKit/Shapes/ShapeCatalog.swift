import CardJSON

/// Everything that is looked up while cards are read: the keys of all shapes by number, and the
/// compiled form of each shape.
///
/// The program has one catalog (`shared`).
package struct ShapeCatalog: BitwiseCopyable {
  package static let shared = made.catalog
  /// The keys of all shapes; the number of one is its place.
  static let names = made.names

  /// The number of the first names that are keys of an envelope and hold its cards.
  let envelopeNameCount = EnvelopeKey.cardNames.count
  let detection: ShapeDetection
  /// The numbers of the keys of request bodies with cards, and of wrappers.
  let messages, contentCard, data: Int
  /// All shapes in compiled form, by their numbers.
  let shapes: PermanentTable<CompiledShape>

  private static let made: (catalog: PermanentItem<ShapeCatalog>, names: [String]) = {
    var numbers = TextNumbers()
    let catalog = PermanentTable([ShapeCatalog(&numbers)]).item(0)
    return (catalog, (0..<numbers.count).map { numbers[$0].text })
  }()

  private init(_ numbers: inout TextNumbers) {
    // So number 0 is not the key of a field.
    for name in EnvelopeKey.cardNames { _ = numbers.number(of: ByteView(name)) }
    shapes = PermanentTable(Shape.allCases.map { CompiledShape($0, &numbers) })
    detection = ShapeDetection(shapes, &numbers)
    messages = numbers.number(of: "messages")
    contentCard = numbers.number(of: "content_card")
    data = numbers.number(of: ByteView(EnvelopeKey.data))
  }
}
