import CardJSON

/// The tables for reading cards: the keys of all shapes by number, and the compiled shapes.
///
/// There is one catalog per process (`shared`).
package struct ShapeCatalog: BitwiseCopyable {
  package static let shared = made.catalog
  /// The keys of all shapes; the number of a key is its index.
  static let names = made.names

  /// The number of keys of envelopes' arrays of cards, which are the first `names`.
  let envelopeNameCount = EnvelopeKey.cardNames.count
  let detection: ShapeDetection
  /// The numbers of the keys of request bodies with cards, and of wrappers.
  let messages, contentCard, data: Int
  /// The compiled shapes, indexed by raw value.
  let shapes: PermanentTable<CompiledShape>

  private static let made: (catalog: PermanentItem<ShapeCatalog>, names: [String]) = {
    var numbers = TextNumbers()
    let catalog = PermanentTable([ShapeCatalog(&numbers)]).item(0)
    return (catalog, (0..<numbers.count).map { numbers[$0].text })
  }()

  private init(_ numbers: inout TextNumbers) {
    // These come first, so that number 0 is not a field's key.
    for name in EnvelopeKey.cardNames { _ = numbers.number(of: ByteView(name)) }
    shapes = PermanentTable(Shape.allCases.map { CompiledShape($0, &numbers) })
    detection = ShapeDetection(shapes, &numbers)
    messages = numbers.number(of: "messages")
    contentCard = numbers.number(of: "content_card")
    data = numbers.number(of: ByteView(EnvelopeKey.data))
  }
}
