import CardJSON

/// Makes the objects that the class types of cards ask for.
///
///     var factory = ContentCardFactory()
///     factory.register(LoyaltyCard.self)
///     let (objects, failures) = factory.contentCards(in: json)
public struct ContentCardFactory: Sendable {
  private var types: [String: any ContentCardable.Type] = [
    ContentCardClassType.ad.rawType: Ad.self,
    ContentCardClassType.coupon.rawType: Coupon.self,
    ContentCardClassType.item(.tile).rawType: Tile.self,
    ContentCardClassType.item(.group).rawType: Group.self,
    ContentCardClassType.message(.fullPage).rawType: FullPageMessage.self,
    ContentCardClassType.message(.webView).rawType: WebViewMessage.self,
  ]

  /// A factory of the six objects of the guide and its demo app.
  public init() {}

  /// Has cards of the type's class become its objects, in place of any other.
  public mutating func register(_ type: (some RegisteredContentCardable).Type) {
    types[type.contentCardClass.rawType] = type
  }

  /// Has cards of a class become objects of `type`, which reads their metadata itself, in place of
  /// any other.
  ///
  /// - Parameter rawType: the class type in a card's extras; the case of ASCII letters does not
  ///   count.
  public mutating func register(_ type: any ContentCardable.Type, for rawType: String) {
    types[rawType.lowercasedASCII] = type
  }

  /// The class type that a card names: one of the guide, one that is registered, or `.none`.
  public func classType(named rawType: String?) -> ContentCardClassType {
    guard let name = rawType?.lowercasedASCII, types[name] != nil else { return .none }
    let builtIn = ContentCardClassType(rawType: name)
    return builtIn == .none ? .custom(name) : builtIn
  }

  /// The object of a card; nil when no object belongs to its class, or the card does not make one.
  ///
  /// - Parameter metaData: as for `ContentCardable`.
  public func contentCardable(
    with metaData: [ContentCardKey: Any], for classType: ContentCardClassType
  ) -> (any ContentCardable)? {
    types[classType.rawType]?.init(metaData: metaData, classType: classType)
  }

  /// The objects of cards, in order; those that make none are left out.
  ///
  /// - Parameter classTypes: which objects are wanted; nil for all.
  public func convertContentCards(
    _ cards: [ContentCard], for classTypes: [ContentCardClassType]? = nil
  ) -> [any ContentCardable] {
    cards.compactMap { card in
      if case .object(let object)? = convert(card, at: nil, classTypes) { object } else { nil }
    }
  }

  /// The objects of a sync response that was read, in order, and none of one that says that it
  /// failed; the guide's update handler.
  ///
  /// - Parameter classTypes: which objects are wanted; nil for all.
  public func handleContentCardsUpdated(
    _ feed: ContentCardFeed, for classTypes: [ContentCardClassType]? = nil
  ) -> [any ContentCardable] {
    let hasFailed = feed.failures.contains { $0.code == "sync/failed" }
    return hasFailed ? [] : convertContentCards(feed.cards, for: classTypes)
  }
}

// From an input to objects.
extension ContentCardFactory {
  /// The objects of an input, and why others are none.
  public typealias Result = (objects: [any ContentCardable], failures: [ContentCardFailure])

  /// The objects of a text, in order, and what could not be read or converted.
  ///
  /// - Parameter classTypes: which objects are wanted; nil for all.
  public func contentCards(
    in json: String, for classTypes: [ContentCardClassType]? = nil
  ) -> Result {
    contentCards(in: json.utf8, for: classTypes)
  }

  /// The objects of bytes of UTF-8, in order, and what could not be read or converted.
  ///
  /// - Parameter classTypes: which objects are wanted; nil for all.
  public func contentCards(
    in json: some Sequence<UInt8>, for classTypes: [ContentCardClassType]? = nil
  ) -> Result {
    var reader = ContentCardReader()
    var result: Result = ([], [])
    for element in reader.read(json) + reader.finish() {
      switch convert(element, for: classTypes) {
      case .object(let object): result.objects.append(object)
      case .failure(let failure): result.failures.append(failure)
      case nil: break
      }
    }
    return result
  }

  /// What an element of an input becomes; nil for a card that is not wanted, of no known class, or
  /// withdrawn.
  ///
  /// - Parameter classTypes: which objects are wanted; nil for all.
  public func convert(
    _ element: ContentCardElement, for classTypes: [ContentCardClassType]? = nil
  ) -> ConvertedContentCard? {
    switch element {
    case .card(let card, let place): convert(card, at: place, classTypes)
    case .failure(let failure): .failure(failure)
    }
  }

  /// What a card becomes; nil for one that is not wanted, of no known class, or withdrawn.
  private func convert(
    _ card: ContentCard, at place: ContentCardPlace?, _ wanted: [ContentCardClassType]?
  ) -> ConvertedContentCard? {
    // A card that was made by hand may have it among the extras alone, as the guide reads it.
    let key = ContentCardKey.classType.rawValue
    let classType = classType(named: card.classType ?? card.extras?[key]?.text)
    guard !card.isRemoved, classType != .none, wanted?.contains(classType) ?? true,
      let type = types[classType.rawType]
    else { return nil }
    do throws(ConversionFailure) {
      return .object(try ContentCardFactory.make(type, of: card, classType))
    } catch {
      return .failure(ContentCardFailure(error, of: card, at: place))
    }
  }

  private static func make(
    _ type: any ContentCardable.Type, of card: ContentCard, _ classType: ContentCardClassType
  ) throws(ConversionFailure) -> any ContentCardable {
    if let type = type as? any ReasonedContentCardable.Type {
      return try type.init(converting: card.metaData, classType: classType)
    }
    if let object = type.init(metaData: card.metaData, classType: classType) { return object }
    throw ConversionFailure(.refused, classType: classType.rawType)
  }
}

/// What a card of an input became.
public enum ConvertedContentCard: Sendable {
  /// Its object.
  case object(any ContentCardable)
  /// None, for this reason.
  case failure(ContentCardFailure)
}
