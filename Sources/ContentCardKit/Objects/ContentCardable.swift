/// An object of the app that may come from a content card, as in the implementation guide.
///
/// The app's own items need no card. Their `contentCardData` is nil, and they can be in one list
/// with objects of cards.
///
///     struct LoyaltyCard: ContentCardable {
///       let contentCardData: ContentCardData?
///       let points: Int
///
///       init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType) {
///         guard let data = ContentCardData(metaData: metaData, classType: classType),
///           let extras = metaData[.extras] as? [AnyHashable: Any],
///           let points = (extras["points"] as? String).flatMap({ Int($0) })
///         else { return nil }
///         self.points = points
///         contentCardData = data
///       }
///     }
public protocol ContentCardable: Sendable {
  /// The data of the object's card; nil for the app's own items.
  var contentCardData: ContentCardData? { get }

  /// Creates the object of a card from its metadata; fails if the card does not become an object.
  ///
  /// - Parameters:
  ///   - metaData: the fields of the card: `String`, `Double` (epoch seconds), `Bool`, and the
  ///     extras as `[String: Any]`. Absent and empty values are omitted.
  ///   - classType: the class type of the card.
  init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType)
}

extension ContentCardable {
  /// Whether the object is from a content card.
  public var isContentCard: Bool { contentCardData != nil }
}

/// An object that declares its class.
///
/// Its properties are read directly from the card and checked, and a failure has a reason.
///
///     struct LoyaltyCard: ContentCardObject {
///       static let points = Property<Int>("points", from: .extra("points"), minimum: 0, isRequired: true)
///       static let contentCardClass = ContentCardClass("loyalty_card", properties: points)
///
///       let contentCardData: ContentCardData?
///       let points: Int
///
///       init(_ properties: ContentCardProperties) throws(ConversionFailure) {
///         contentCardData = properties.contentCardData
///         points = try properties.required(Self.points)
///       }
///     }
public protocol ContentCardObject: ContentCardable {
  /// The class of the object, with its class type and properties.
  static var contentCardClass: ContentCardClass { get }

  /// Creates the object from its properties.
  init(_ properties: ContentCardProperties) throws(ConversionFailure)
}

extension ContentCardObject {
  /// Creates the object of a card from its metadata; fails if the card does not become an object.
  public init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType) {
    try? self.init(ContentCard(metaData: metaData), classType: classType)
  }

  /// Creates the object of a card.
  public init(
    _ card: ContentCard, classType: ContentCardClassType? = nil
  ) throws(ConversionFailure) {
    let definition = Self.contentCardClass
    try self.init(
      ContentCardProperties(card, as: classType ?? definition.classType, of: definition))
  }
}
