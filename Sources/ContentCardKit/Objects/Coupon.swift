/// A coupon: so many per cent off (`coupon_code`).
public struct Coupon: ReasonedContentCardable, Hashable, Codable {
  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The name of the object.
  public var object: String { name.text }
  /// The discount in per cent, from 0 to 100.
  public let discountPercentage: ContentCardNumber
  /// The picture.
  public let imageUrl: String?

  private var name = ObjectName<Coupon>()

  private enum CodingKeys: String, CodingKey {
    case contentCardData, name = "object", discountPercentage, imageUrl
  }

  /// The coupon that a card makes.
  public init(
    converting metaData: [ContentCardKey: Any], classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, as: .coupon)
    contentCardData = properties.contentCardData
    discountPercentage = try properties.required("discountPercentage")
    imageUrl = properties["imageUrl"]
  }

  /// A coupon with the given values, such as one of the app's own.
  public init(
    contentCardData: ContentCardData? = nil, discountPercentage: ContentCardNumber,
    imageUrl: String? = nil
  ) {
    self.contentCardData = contentCardData
    self.discountPercentage = discountPercentage
    self.imageUrl = imageUrl
  }
}
