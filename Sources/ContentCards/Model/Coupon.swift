/// A coupon: so many per cent off (`coupon_code`).
public struct Coupon: ContentCardable, Sendable {
  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The discount in per cent, from 0 to 100.
  public let discountPercentage: NumberText
  /// The picture.
  public let imageUrl: String?

  /// The coupon that a card makes.
  public init(
    converting metaData: ContentCardMetaData, classType: ContentCardClassType
  ) throws(ConversionFailure) {
    contentCardData = try ContentCardData(metaData: metaData, classType: classType)
    let reader = MetadataReader(metaData, classType)
    discountPercentage = try reader.number(
      "discountPercentage", from: .extra(.discountPercentage), minimum: "0", maximum: "100"
    ).required()
    imageUrl = reader.url("imageUrl", from: .field(.image)).optional
  }
}
