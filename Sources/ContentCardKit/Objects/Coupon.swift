extension ContentCardObjects {
  /// A coupon with a discount in percent (`coupon_code`).
  public struct Coupon: ContentCardObject, Hashable, Codable {
    static let discountPercentage = Property<ContentCardNumber>(
      "discountPercentage", from: .extra("discount_percentage"), minimum: 0, maximum: 100,
      isRequired: true)

    /// The class of the object.
    public static let contentCardClass = ContentCardClass(
      "coupon_code", object: "Coupon", properties: discountPercentage, Common.imageUrl)

    /// The data of the card; nil for the app's own items.
    public let contentCardData: ContentCardData?
    /// The name of the object in JSON.
    public private(set) var object = "Coupon"
    /// The discount in percent, from 0 to 100.
    public let discountPercentage: ContentCardNumber
    /// The image URL.
    public let imageUrl: String?

    /// Creates the object from its properties.
    public init(_ properties: ContentCardProperties) throws(ConversionFailure) {
      contentCardData = properties.contentCardData
      discountPercentage = try properties.required(Self.discountPercentage)
      imageUrl = properties[Common.imageUrl]
    }
  }
}
