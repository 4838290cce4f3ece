import CardJSON

/// Finds out by its keys what an object is: a card of which shape, or what holds cards.
struct ShapeFinder: BitwiseCopyable {
  private let catalog = ShapeCatalog.shared
  /// The one shape that all cards have; nil finds each card's own.
  let wanted: Shape?

  /// A finder of cards of the `wanted` shape.
  init(wanted: Shape?) { self.wanted = wanted }

  /// The object's own shape, or the wanted one where that fits.
  ///
  /// A shape that has less than half as many of the object's keys as the object's own would give a
  /// card that is as good as empty.
  func shape(of keys: KeyNodes, in document: JSONDocument) -> Shape? {
    shape(of: keys, in: document, rather: wanted)
  }

  /// The shape of the card in a request, which the API reads by the keys of its own cards alone: a
  /// few keys of an SDK among them make it no card of that SDK.
  func shape(ofRequestCard keys: KeyNodes, in document: JSONDocument) -> Shape? {
    guard wanted == nil else { return shape(of: keys, in: document) }
    guard let own = catalog.detection.shape(of: keys, in: document) else { return nil }
    if catalog.detection.hasType(of: .rest, keys, document) { return .rest }
    return shape(of: keys, in: document, rather: .rest) ?? own
  }

  private func shape(of keys: KeyNodes, in document: JSONDocument, rather wanted: Shape?) -> Shape?
  {
    let own = catalog.detection.shape(of: keys, in: document)
    guard let wanted, wanted != own else { return own }
    func shared(_ shape: Shape) -> Int {
      catalog.tables.item(Int(shape.rawValue)).value.sharedKeyCount(keys)
    }
    return 2 * shared(wanted) >= max(own.map(shared) ?? 0, 1) ? wanted : nil
  }

  @inline(__always)
  func isEnvelope(_ document: JSONDocument, _ node: Int, _ keys: KeyNodes) -> Bool {
    for name in 0..<catalog.envelopeNameCount where keys[name] != 0 {
      let isKeyOfCards = CardsKey(rawValue: UInt8(name))?.isKeyOfCards ?? false
      if document.kind(keys[name]) == .array {
        // A card's flag may be an array by mistake.
        return !isKeyOfCards || shape(of: keys, in: document) == nil
      }
      if !isKeyOfCards, hasCards(document, node) { return true }
    }
    return false
  }

  /// Whether an object that is no card holds what is read as if it stood alone.
  func isWrapper(_ document: JSONDocument, _ node: Int, _ keys: KeyNodes) -> Bool {
    let data = keys[catalog.data]
    if data != 0, document.kind(data) == .object || document.kind(data) == .array { return true }
    var found = false
    document.forEachMember(of: node) { key, value in
      guard !found, let name = EnvelopeKey(document, key) else { return }
      found = name.wraps(document.bytes[document.range(value).lowerBound])
    }
    return found
  }

  /// Whether any member is an array of cards: of those with the same key, the last may be none.
  private func hasCards(_ document: JSONDocument, _ node: Int) -> Bool {
    var found = false
    document.forEachMember(of: node) { key, value in
      guard document.kind(value) == .array, !found else { return }
      if case .cards(let key) = EnvelopeKey(document, key), !key.isKeyOfCards { found = true }
    }
    return found
  }
}
