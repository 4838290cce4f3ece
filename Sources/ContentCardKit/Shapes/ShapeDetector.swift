import CardJSON

/// Detects from an object's keys whether it is a card, and of which shape, or a container of cards.
///
/// Separate from `CardDecoder`, because each call would copy its 336 bytes, which takes 4 % of
/// `filter`.
struct ShapeDetector: BitwiseCopyable {
  let catalog = ShapeCatalog.shared
  /// The shape of all cards; nil to detect the shape of each card.
  let wanted: Shape?

  /// The shape of the object: `wanted` if it fits, or the detected shape.
  ///
  /// A shape does not fit if it has less than half as many of the object's keys as the detected
  /// shape, because the card would be almost empty. In an envelope, the object `isTrusted`: one
  /// weak signature is enough.
  func shape(of object: IndexedObject, isTrusted: Bool = false) -> Shape? {
    let own = ownShape(of: object, isTrusted: isTrusted || wanted != nil)
    return shape(own: own, of: object, rather: wanted)
  }

  /// The shape of the card in a request, which keys of SDKs do not change, because the API ignores
  /// them.
  func shape(ofRequestCard object: IndexedObject) -> Shape? {
    let own = ownShape(of: object, isTrusted: true)
    guard wanted == nil else { return shape(own: own, of: object, rather: wanted) }
    guard let own else { return nil }
    if catalog.value.hasType(of: .rest, object) { return .rest }
    return shape(own: own, of: object, rather: .rest) ?? own
  }

  /// Whether an object in a request is a REST card, even if its type is unknown.
  func isRequestCard(_ object: IndexedObject) -> Bool {
    if catalog.value.hasType(of: .rest, object) { return true }
    return shape(own: ownShape(of: object, isTrusted: true), of: object, rather: .rest) == .rest
  }

  private func shape(own: Shape?, of object: IndexedObject, rather wanted: Shape?) -> Shape? {
    guard let wanted, wanted != own else { return own }
    func shared(_ shape: Shape) -> Int { shape.definition.value.sharedKeyCount(object) }
    return 2 * shared(wanted) >= max(own.map(shared) ?? 0, 1) ? wanted : nil
  }

  @inline(__always)
  private func ownShape(of object: IndexedObject, isTrusted: Bool) -> Shape? {
    catalog.value.shape(of: object) { shape in
      (isTrusted || hasHalf(of: shape, object))
        && !OtherValue.excludesCard(object.object)
    }
  }

  /// Whether at least half of an object's keys belong to the shape.
  @inline(never)
  private func hasHalf(of shape: Shape, _ object: IndexedObject) -> Bool {
    var (own, others) = (0, 0)
    for (key, _) in object.object.members {
      JSONString(key).withText { key in
        // Private keys are not counted, unless they may be words such as `url` or `Name`.
        let isLowercase = !key.containsAny(of: ByteClass(.bytes(0x7B, 0x60)))
        let isWord = key.count > 3 || key.count == 3 && isLowercase
        if shape.hasKey(key) {
          own += 1
        } else if isWord || !shape.mayBePrivate(key) {
          others += 1
        }
      }
    }
    return own >= others
  }

  /// The content card of a request or of its `messages` object; nil if absent.
  @inline(__always)
  func requestCard(_ object: IndexedObject) -> JSONNode? {
    if let messages = object[catalog.messages] { return messages.member("content_card", .object) }
    guard let card = object[catalog.contentCard], card.kind == .object else { return nil }
    return card
  }

  @inline(__always)
  func isEnvelope(_ object: IndexedObject) -> Bool {
    for key in CardsKey.allCases {
      guard let value = object[Int(key.rawValue)] else { continue }
      if value.kind == .array {
        // The object may be a card whose flag `v` has an array by mistake.
        return !key.isAlsoCardKey || shape(of: object) == nil
      }
      if !key.isAlsoCardKey, hasCards(object.object) { return true }
    }
    return false
  }

  /// Whether an object that is not a card contains a value that is read like a separate file.
  func isWrapper(_ object: IndexedObject) -> Bool {
    if let data = object[catalog.data], data.word.isContainer {
      // Requests of SDKs and responses of the REST API have such a member too.
      let value = OtherValue(object.object)
      return value != .sdkRequest && value != .response
    }
    return object.object.members.contains { key, value in
      EnvelopeKey(key)?.wraps(value.raw[0]) ?? false
    }
  }

  /// Whether any member, including duplicate ones, is an array of cards.
  private func hasCards(_ object: JSONNode) -> Bool {
    object.members.contains { key, value in
      guard value.kind == .array, case .cards(let key) = EnvelopeKey(key) else { return false }
      return !key.isAlsoCardKey
    }
  }
}
