import CardJSON

/// Detects the kind of an object by its keys: a card of a shape, or a container of cards.
struct ShapeFinder: BitwiseCopyable {
  private let catalog = ShapeCatalog.shared
  /// The shape of all cards, or nil to detect the shape of each card.
  let wanted: Shape?

  /// Creates a finder for the `wanted` shape.
  init(wanted: Shape?) { self.wanted = wanted }

  /// The shape of the object `node`: the wanted shape if it fits, or else the detected one.
  ///
  /// The wanted shape fits if it has at least half as many of the object's keys as the detected
  /// one; otherwise the card would be nearly empty.
  ///
  /// - Parameter isTrusted: whether a single weak signature is enough, as in an envelope.
  func shape(
    of keys: KeyNodes, in document: JSONDocument, _ node: Int, isTrusted: Bool = false
  ) -> Shape? {
    let own = ownShape(of: keys, in: document, node, isTrusted: isTrusted || wanted != nil)
    return shape(own: own, of: keys, rather: wanted)
  }

  /// The shape of the card in a request.
  ///
  /// The API reads only the keys of REST cards, so a few keys of an SDK do not change the shape.
  func shape(ofRequestCard keys: KeyNodes, in document: JSONDocument, _ node: Int) -> Shape? {
    let own = ownShape(of: keys, in: document, node, isTrusted: true)
    guard wanted == nil else { return shape(own: own, of: keys, rather: wanted) }
    guard let own else { return nil }
    if catalog.detection.hasType(of: .rest, keys, document) { return .rest }
    return shape(own: own, of: keys, rather: .rest) ?? own
  }

  private func shape(own: Shape?, of keys: KeyNodes, rather wanted: Shape?) -> Shape? {
    guard let wanted, wanted != own else { return own }
    func shared(_ shape: Shape) -> Int {
      catalog.tables.item(Int(shape.rawValue)).value.sharedKeyCount(keys)
    }
    return 2 * shared(wanted) >= max(own.map(shared) ?? 0, 1) ? wanted : nil
  }

  /// The shape that the object's signatures identify.
  @inline(__always)
  private func ownShape(
    of keys: KeyNodes, in document: JSONDocument, _ node: Int, isTrusted: Bool
  ) -> Shape? {
    catalog.detection.shape(of: keys, in: document) { shape in
      (isTrusted || hasHalf(of: shape, keys, document, node))
        && !RecognizedValue.excludesCard(document, node)
    }
  }

  /// Whether at least half of an object's keys belong to the shape.
  @inline(never)
  private func hasHalf(
    of shape: Shape, _ keys: KeyNodes, _ document: JSONDocument, _ node: Int
  ) -> Bool {
    var (own, all) = (0, 0)
    document.forEachMember(of: node) { key, _ in
      let name = document.string(key)
      if shape.hasKey(name) {
        own += 1
      } else if !shape.mayBePrivate(name) {
        all += 1
      }
    }
    return own >= all
  }

  @inline(__always)
  func isEnvelope(_ document: JSONDocument, _ node: Int, _ keys: KeyNodes) -> Bool {
    for name in 0..<catalog.envelopeNameCount where keys[name] != 0 {
      let isKeyOfCards = CardsKey(rawValue: UInt8(name))?.isKeyOfCards ?? false
      if document.kind(keys[name]) == .array {
        // In an invalid card, a flag may be an array.
        return !isKeyOfCards || shape(of: keys, in: document, node) == nil
      }
      if !isKeyOfCards, hasCards(document, node) { return true }
    }
    return false
  }

  /// Whether an object that is not a card contains a value that is read like a separate file.
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

  /// Whether any member is an array of cards.
  ///
  /// The last of several members with the same key may not be.
  private func hasCards(_ document: JSONDocument, _ node: Int) -> Bool {
    var found = false
    document.forEachMember(of: node) { key, value in
      guard document.kind(value) == .array, !found else { return }
      if case .cards(let key) = EnvelopeKey(document, key), !key.isKeyOfCards { found = true }
    }
    return found
  }
}
