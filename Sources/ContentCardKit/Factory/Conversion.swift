/// The result of converting cards: objects, failures, and counts of skipped cards.
public struct Conversion: Sendable {
  /// The objects, in the order of the cards.
  public internal(set) var objects: [any ContentCardable] = []
  /// The cards that could not be converted and the input that could not be read, with reasons and
  /// locations.
  public internal(set) var failures: [ContentCardFailure] = []
  /// The class types that are not registered, with the number of their cards.
  public internal(set) var unknownClassTypes: [ContentCardClassType: Int] = [:]
  /// The requested class types that are not registered, for example because of a typo.
  public internal(set) var unknownRequests: [ContentCardClassType] = []
  /// The number of cards without a class type.
  public internal(set) var withoutClassType = 0
  /// The number of cards whose class type was not requested.
  public internal(set) var notRequested = 0
  /// The number of cards that the server removed.
  public internal(set) var removed = 0
  /// The reason why there are no objects; nil if there are some.
  public internal(set) var emptyReason: EmptyReason?

  /// Creates a conversion of no cards.
  public init() {}

  /// The number of cards that were skipped, which are not failures.
  public var skipped: Int {
    withoutClassType + notRequested + removed + unknownClassTypes.values.reduce(0, +)
  }

  /// The objects of a type, in order: `conversion.objects(of: Coupon.self)`.
  public func objects<Object: ContentCardable>(of type: Object.Type) -> [Object] {
    objects.compactMap { $0 as? Object }
  }
}

/// The reason why a feed has no cards or a conversion has no objects.
///
/// More cases may be added, so a `switch` needs a `default`.
public enum EmptyReason: Hashable, Sendable {
  /// The sync response states that the sync failed.
  case syncFailed(ContentCardFailure)
  /// The input has no cards, and some of it could not be read, such as HTML.
  case unreadable(ContentCardFailure)
  /// The input has no cards.
  case noCards
  /// The input has cards, but none of them becomes a requested object.
  case noObjects
}

extension EmptyReason: CustomStringConvertible {
  /// The message: lower case, without a full stop.
  public var description: String {
    switch self {
    case .syncFailed(let failure), .unreadable(let failure): failure.description
    case .noCards: "there are no cards in the input"
    case .noObjects: "no card becomes a requested object"
    }
  }
}
