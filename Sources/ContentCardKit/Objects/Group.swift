/// A headline that groups other items of a feed (`group`).
///
/// In a file that imports another `Group`, such as SwiftUI's, it is `ContentCardKit.Group`.
public struct Group: ReasonedContentCardable, Hashable, Codable {
  /// How a group looks.
  public enum Style: String, CaseIterable, Codable, Sendable {
    /// As the most important one.
    case primary
    /// As one of several.
    case secondary
    /// As a line of text.
    case headline
    /// As a row of large tiles.
    case largeRow = "largerow"
  }

  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The name of the object.
  public var object: String { name.text }
  /// The card's title and description; nil for a control card, which has none.
  public let title: String?
  /// The picture.
  public let imageUrl: String?
  /// Where a tap leads.
  public let clickUrl: String?
  /// How the group looks.
  public let style: Style?

  private var name = ObjectName<Group>()

  private enum CodingKeys: String, CodingKey {
    case contentCardData, name = "object", title, imageUrl, clickUrl, style
  }

  /// The group that a card makes.
  public init(
    converting metaData: [ContentCardKey: Any], classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, as: .item(.group))
    contentCardData = properties.contentCardData
    title = properties["title"]
    imageUrl = properties["imageUrl"]
    clickUrl = properties["clickUrl"]
    style = properties["style"].flatMap(Style.init)
  }

  /// A group with the given values, such as one of the app's own.
  public init(
    contentCardData: ContentCardData? = nil, title: String? = nil, imageUrl: String? = nil,
    clickUrl: String? = nil, style: Style? = nil
  ) {
    self.contentCardData = contentCardData
    self.title = title
    self.imageUrl = imageUrl
    self.clickUrl = clickUrl
    self.style = style
  }
}
