/// An object of the app that may come from a content card, as the implementation guide has it.
///
/// The app's own items need no card: `contentCardData` is nil for them, and they stand in one list
/// with those that have one.
///
///     struct LoyaltyCard: ContentCardable {
///       let contentCardData: ContentCardData?
///       let points: Int
///
///       init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType) {
///         guard let id = metaData[.idString] as? String,
///           let createdAt = metaData[.created] as? Double,
///           let isDismissible = metaData[.dismissible] as? Bool,
///           let extras = metaData[.extras] as? [AnyHashable: Any],
///           let points = (extras["points"] as? String).flatMap({ Int($0) })
///         else { return nil }
///         self.points = points
///         contentCardData = ContentCardData(
///           contentCardId: id, contentCardClassType: classType, createdAt: createdAt,
///           isDismissible: isDismissible)
///       }
///     }
public protocol ContentCardable: Sendable {
  /// The card that the object came from; nil for an item of the app itself.
  var contentCardData: ContentCardData? { get }

  /// The object that a card's metadata makes; nil when it does not.
  ///
  /// - Parameters:
  ///   - metaData: what is known of the card: `String`, `Double` (epoch seconds), `Bool`, and the
  ///     extras as `[AnyHashable: Any]`. What the card leaves empty has no key.
  ///   - classType: the class of the card.
  init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType)
}

/// An object that says why a card does not make one.
public protocol ReasonedContentCardable: ContentCardable {
  /// The object that a card's metadata makes.
  ///
  /// - Parameters:
  ///   - metaData: as for `ContentCardable`.
  ///   - classType: the class of the card.
  /// - Throws: why the card does not make one.
  init(
    converting metaData: [ContentCardKey: Any], classType: ContentCardClassType
  ) throws(ConversionFailure)
}

extension ReasonedContentCardable {
  /// The object that a card's metadata makes; nil when it does not, whatever the reason.
  public init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType) {
    do {
      try self.init(converting: metaData, classType: classType)
    } catch {
      return nil
    }
  }
}

/// An object of a class of one's own, whose properties are read as those of the built-in ones.
///
///     struct LoyaltyCard: RegisteredContentCardable {
///       static let contentCardClass = ContentCardClass(
///         "loyalty_card",
///         properties: [
///           ContentCardProperty(
///             "points", .number, from: ["extras.points"], isRequired: true, minimum: 0)
///         ])
///
///       let contentCardData: ContentCardData?
///       let points: ContentCardNumber
///
///       init(_ properties: ContentCardProperties) throws(ConversionFailure) {
///         contentCardData = properties.contentCardData
///         points = try properties.required("points")
///       }
///     }
public protocol RegisteredContentCardable: ReasonedContentCardable {
  /// The class type and the properties of the object.
  static var contentCardClass: ContentCardClass { get }

  /// The object that has these properties.
  ///
  /// - Throws: why they do not make one.
  init(_ properties: ContentCardProperties) throws(ConversionFailure)
}

extension RegisteredContentCardable {
  /// The object that a card's metadata makes.
  ///
  /// - Throws: why the card does not make one.
  public init(
    converting metaData: [ContentCardKey: Any], classType: ContentCardClassType
  ) throws(ConversionFailure) {
    try self.init(ContentCardProperties(metaData, classType, of: Self.contentCardClass))
  }
}

extension ContentCardable {
  /// Whether the object came from a content card.
  public var isContentCard: Bool { contentCardData != nil }
}
