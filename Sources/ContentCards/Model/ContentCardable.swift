/// An object of the app that may come from a content card, as the implementation guide has it.
///
/// The app's own items need no card: `contentCardData` is nil for them. An object of one's own has
/// its class in a registry and picks its properties by name:
///
///     struct LoyaltyCard: ContentCardable {
///       let contentCardData: ContentCardData?
///       let points: NumberText
///
///       init(
///         converting metaData: ContentCardMetaData, classType: ContentCardClassType
///       ) throws(ConversionFailure) {
///         let properties = try ContentCardProperties(metaData, classType, in: classes)
///         contentCardData = properties.contentCardData
///         points = try properties.required("points")
///       }
///     }
public protocol ContentCardable {
  /// The card behind the object; nil for an item of the app itself.
  var contentCardData: ContentCardData? { get }

  /// The object that a card's metadata makes.
  ///
  /// - Throws: why the card does not make one.
  init(
    converting metaData: ContentCardMetaData, classType: ContentCardClassType
  ) throws(ConversionFailure)

  /// The object that a card's metadata makes; nil when it does not.
  init?(metaData: ContentCardMetaData, classType: ContentCardClassType)
}

extension ContentCardable {
  /// The object that a card's metadata makes; nil when it does not, whatever the reason.
  public init?(metaData: ContentCardMetaData, classType: ContentCardClassType) {
    do {
      try self.init(converting: metaData, classType: classType)
    } catch {
      return nil
    }
  }

  /// Whether the object came from a content card.
  public var isContentCard: Bool { contentCardData != nil }

  /// Tells the sink that the object was seen; nothing when it is no content card.
  public func logContentCardImpression<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) {
    if let data = contentCardData { try sink.record(.impression, of: data) }
  }

  /// Tells the sink that the object was clicked; nothing when it is no content card.
  public func logContentCardClicked<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) {
    if let data = contentCardData { try sink.record(.click, of: data) }
  }

  /// Tells the sink that the object was dismissed; nothing when it is no content card.
  public func logContentCardDismissed<Sink: ContentCardEventSink>(
    to sink: inout Sink
  ) throws(Sink.Failure) {
    if let data = contentCardData { try sink.record(.dismissal, of: data) }
  }
}

/// What users do with a card; the raw value is the name in a journal.
public enum ContentCardEvent: String, CaseIterable, Sendable {
  /// The card came into view.
  case impression
  /// The card was tapped.
  case click
  /// The card was put away.
  case dismissal
}

/// Where events of cards go: an SDK, a journal, a test.
///
/// The library itself does no input or output.
public protocol ContentCardEventSink {
  /// What `record` throws; `Never` when recording cannot fail.
  associatedtype Failure: Error

  /// Takes in one event. An impression of a control card is the sink's to tell apart
  /// (`isControl`).
  mutating func record(_ event: ContentCardEvent, of card: ContentCardData) throws(Failure)
}
