extension ContentCardObjects {
  /// An advertising banner (`ad_banner`).
  public struct Ad: ContentCardObject, Hashable, Codable {
    /// The class of the object.
    public static let contentCardClass = ContentCardClass(
      "ad_banner", object: "Ad", properties: Common.imageUrl)

    /// The data of the card; nil for the app's own items.
    public let contentCardData: ContentCardData?
    /// The name of the object in JSON.
    public private(set) var object = "Ad"
    /// The image URL.
    public let imageUrl: String?

    /// Creates the object from its properties.
    public init(_ properties: ContentCardProperties) throws(ConversionFailure) {
      contentCardData = properties.contentCardData
      imageUrl = properties[Common.imageUrl]
    }
  }
}
