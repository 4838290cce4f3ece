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
    contentCardData = try ContentCardData(metaData: metaData, classType: classType)
    let reader = MetadataReader(metaData, classType)
    imageUrl = reader.url("imageUrl", from: .field(.image)).optional
  }
}
