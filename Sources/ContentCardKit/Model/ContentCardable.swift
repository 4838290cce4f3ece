/// An object of the app that may come from a content card, as in the implementation guide.
///
/// The app's own items need no card: their `contentCardData` is nil, and they are in one list with
/// objects that have a card.
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
  /// The data of the card that the object came from; nil for an item of the app itself.
  var contentCardData: ContentCardData? { get }

  /// The object of a card with this metadata; nil if the card does not become one.
  ///
  /// - Parameters:
  ///   - metaData: the fields of the card: `String`, `Double` (epoch seconds), `Bool`, and the
  ///     extras as `[String: Any]`. Absent and empty values have no key.
  ///   - classType: the class type of the card.
  init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType)
}

extension ContentCardable {
  /// Whether the object came from a content card.
  public var isContentCard: Bool { contentCardData != nil }
}

/// An object whose class is declared: its properties are read straight from the card, checked, and
/// have a reason if they fail.
///
///     struct LoyaltyCard: ContentCardObject {
///       static let points = Property<Int>("points", from: .extra("points"), in: 0..., isRequired: true)
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
  /// The class type, and the properties of the object.
  static var contentCardClass: ContentCardClass { get }

  /// The object with these properties.
  ///
  /// - Throws: the reason why they do not make one.
  init(_ properties: ContentCardProperties) throws(ConversionFailure)
}

extension ContentCardObject {
  /// The object of a card with this metadata; nil if the card does not become one.
  public init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType) {
    try? self.init(ContentCard(metaData: metaData), classType: classType)
  }

  /// The object of a card.
  ///
  /// - Throws: the reason why the card does not become one.
  public init(
    _ card: ContentCard, classType: ContentCardClassType? = nil
  ) throws(ConversionFailure) {
    let definition = Self.contentCardClass
    try self.init(
      ContentCardProperties(card, as: classType ?? definition.classType, of: definition))
  }
}
