/// An advertising banner (`ad_banner`).
public struct Ad: ReasonedContentCardable, Hashable, Codable {
  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The name of the object.
  public var object: String { name.text }
  /// The picture.
  public let imageUrl: String?

  private var name = ObjectName<Ad>()

  private enum CodingKeys: String, CodingKey {
    case contentCardData, name = "object", imageUrl
  }

  /// The banner that a card makes.
  public init(
    converting metaData: [ContentCardKey: Any], classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, as: .ad)
    contentCardData = properties.contentCardData
    imageUrl = properties["imageUrl"]
  }

  /// A banner with the given values, such as one of the app's own.
  public init(contentCardData: ContentCardData? = nil, imageUrl: String? = nil) {
    self.contentCardData = contentCardData
    self.imageUrl = imageUrl
  }
}
