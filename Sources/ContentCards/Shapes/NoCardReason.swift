@_spi(CardTool) import CardJSON

/// Why a JSON value is no content card.
@_spi(CardTool) public struct NoCardReason: Equatable, Sendable {
  /// The reason in words: lower case, no full stop.
  public let message: String
  /// Whether the value is a sync response that carries no cards.
  public let isSyncResponse: Bool

  /// A short name for the sort of problem, by which messages are counted.
  public var code: StaticString { isSyncResponse ? "sync/no-cards" : "card/shape" }

  init(
    _ document: JSONDocument, node: Int, keys: KeyNodes, wanted: Shape?
  ) {
    let catalog = ShapeCatalog.shared
    guard document.kind(node) == .object else {
      message = "expected a card, found \(document.kind(node).noun)"
      isSyncResponse = false
      return
    }
    let isNewsFeed = catalog.detection.newsFeed.fits(keys)
    isSyncResponse = catalog.envelopeKeys.areOfSyncResponse(keys) && !isNewsFeed
    if isNewsFeed {
      message = "a News Feed card, not a content card: Braze has removed the News Feed"
    } else if isSyncResponse {
      message = NoCardReason.syncResponse(document, keys[Int(catalog.envelopeKeys.message)])
    } else {
      message = NoCardReason.unknownShape(document, node, wanted)
    }
  }

  private init(message: String, isSyncResponse: Bool) {
    self.message = message
    self.isSyncResponse = isSyncResponse
  }

  /// A reason without words, for where only the number of such values is of interest.
  static func undescribed(isSyncResponse: Bool) -> NoCardReason {
    NoCardReason(message: "no card", isSyncResponse: isSyncResponse)
  }

  private static func syncResponse(_ document: JSONDocument, _ message: Int) -> String {
    guard message != 0 else { return "a sync response without \"cards\"" }
    return "a sync response without \"cards\"; its message is \(shown(document.string(message)))"
  }

  /// The most keys that a message lists.
  private static let keyLimit = 12

  private static func unknownShape(_ document: JSONDocument, _ node: Int, _ wanted: Shape?)
    -> String
  {
    var keys: [String] = []
    document.forEachMember(of: node) { key, _ in keys.append(document.string(key)) }
    guard !keys.isEmpty else { return "expected a card, found an object without keys" }
    if keys.contains("card_id"), keys.contains("event") {
      return "an event of a journal, not a content card"
    }
    let listed = keys.prefix(keyLimit).map(shown).joined(separator: ", ")
    let rest = keys.count > keyLimit ? " and \(keys.count - keyLimit) more" : ""
    let misfit = wanted.map { "does not fit the shape \($0.name)" } ?? "fits no shape of a card"
    let advice = nearest(to: Set(keys)) ?? "none of them belongs to a card" + array(document, node)
    return "\(misfit): its keys are \(listed)\(rest); \(advice)"
  }

  /// What to do about an array of objects in the object `node`, which may be cards; nothing without
  /// one.
  private static func array(_ document: JSONDocument, _ node: Int) -> String {
    var name: String?
    document.forEachMember(of: node) { key, value in
      guard name == nil, document.kind(value) == .array, document.kind(value + 1) == .object else {
        return
      }
      name = shown(document.string(key))
    }
    guard let name else { return "" }
    return "; cards in \(name) are read when the array is called \"cards\" or stands alone"
  }

  /// The shape that has most keys in common, and what it is recognised by; of several the one that
  /// has more when the case of letters does not count, then that of which they are the larger part;
  /// nil when none has any.
  private static func nearest(to keys: Set<String>) -> String? {
    let lowercased = Set(keys.map { $0.lowercased() })
    var best = (shape: Shape.wire, nearness: (0, 0, 0.0))
    for own in ownKeys {
      let shared = keys.lazy.filter { own.keys.contains($0) }.count
      let alike = lowercased.lazy.filter { own.lowercased.contains($0) }.count
      let nearness = (shared, alike, Double(shared) / Double(own.keys.count))
      if nearness > best.nearness { best = (own.shape, nearness) }
    }
    guard best.nearness.0 > 0 else { return nil }
    return "nearest is \(best.shape.name), which has \(best.shape.recognition(quote: "\""))"
  }

  /// The keys of each shape, made once: an input may be nothing but values that are described.
  private static let ownKeys = Shape.allCases.map { shape in
    let keys = Set(shape.definition.keys.map(\.key))
    return (shape: shape, keys: keys, lowercased: Set(keys.map { $0.lowercased() }))
  }

  /// A key as a message shows it: quoted and cut.
  private static func shown(_ text: String) -> String {
    let limit = 40
    return "\"" + (text.count > limit ? text.prefix(limit) + "…" : text[...]) + "\""
  }
}
