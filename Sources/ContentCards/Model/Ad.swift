/// An advertising banner (`ad_banner`).
public struct Ad: ContentCardable, Sendable {
  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The picture.
  public let imageUrl: String?

  /// The banner that a card makes.
  public init(
    converting metaData: ContentCardMetaData, classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, as: .ad)
    contentCardData = properties.contentCardData
    imageUrl = properties["imageUrl"]
  }
}
