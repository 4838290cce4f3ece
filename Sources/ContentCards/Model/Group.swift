/// A headline that groups other items of a feed (`group`).
public struct Group: ContentCardable, Sendable {
  /// How a group looks.
  public enum Style: String, CaseIterable, Sendable {
    case primary, secondary, headline
    case largeRow = "largerow"
  }

  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The card's title and description; nil for a control card, which has none.
  public let title: String?
  /// The picture.
  public let imageUrl: String?
  /// Where a tap leads.
  public let clickUrl: String?
  /// How the group looks.
  public let style: Style?

  /// The group that a card makes.
  public init(
    converting metaData: ContentCardMetaData, classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, as: .item(.group))
    contentCardData = properties.contentCardData
    title = properties["title"]
    imageUrl = properties["imageUrl"]
    clickUrl = properties["clickUrl"]
    style = properties["style"].flatMap(Style.init)
  }
}
