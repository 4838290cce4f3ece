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
    contentCardData = try ContentCardData(metaData: metaData, classType: classType)
    let reader = MetadataReader(metaData, classType)
    let header = reader.text("title", from: .field(.title)).optional
    let description = reader.text("title", from: .field(.description))
    if reader.isControl {
      title = nil
    } else {
      title = [header, try description.required()].compactMap(\.self).joined(separator: " ")
    }
    imageUrl = reader.url("imageUrl", from: .field(.image)).optional
    clickUrl = reader.url("clickUrl", from: .field(.url)).optional
    style = reader.text("style", from: .extra(.groupStyle)).optional.flatMap(Style.init)
  }
}
