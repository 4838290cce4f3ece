extension ContentCardObjects {
  /// A tile in the home feed (`home_tile`), which uses only the extras.
  public struct Tile: ContentCardObject, Hashable, Codable {
    static let title = Property<String>("title", from: .extra("tile_title"), isRequired: true)
    static let imageUrl = Property<String>(
      "imageUrl", .url, from: .extra("tile_image"), isRequired: true)
    static let tileId = Property<String>("tileId", from: .extra("tile_id"))
    static let deeplink = Property<String>("deeplink", from: .extra("tile_deeplink"))
    static let price = Property<ContentCardNumber>("price", from: .extra("tile_price"))
    static let detail = Property<String>("detail", from: .extra("tile_detail"))
    static let tags = Property<[String]>("tags", from: .extra("tile_tags"))

    /// The class of the object.
    public static let contentCardClass = ContentCardClass(
      "home_tile", object: "Tile",
      properties: title, imageUrl, tileId, deeplink, price, detail, tags)

    /// The data of the card; nil for the app's own items.
    public let contentCardData: ContentCardData?
    /// The name of the object in JSON.
    public private(set) var object = "Tile"
    /// The title.
    public let title: String
    /// The image URL.
    public let imageUrl: String
    /// The app's id of the item.
    public let tileId: String?
    /// The URL that a click opens.
    public let deeplink: String?
    /// The price.
    public let price: ContentCardNumber?
    /// The text below the title.
    public let detail: String?
    /// The tags.
    public let tags: [String]?

    /// Creates the object from its properties.
    public init(_ properties: ContentCardProperties) throws(ConversionFailure) {
      contentCardData = properties.contentCardData
      title = try properties.required(Self.title)
      imageUrl = try properties.required(Self.imageUrl)
      tileId = properties[Self.tileId]
      deeplink = properties[Self.deeplink]
      price = properties[Self.price]
      detail = properties[Self.detail]
      tags = properties[Self.tags]
    }
  }
}
