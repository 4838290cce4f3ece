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
    let properties = try ContentCardProperties(metaData, classType, as: .coupon)
    contentCardData = properties.contentCardData
    discountPercentage = try properties.required("discountPercentage")
    imageUrl = properties["imageUrl"]
  }
}
