/// A tile of the home feed (`home_tile`), all of it from the extras.
public struct Tile: ReasonedContentCardable, Hashable, Codable {
  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The name of the object.
  public var object: String { name.text }
  /// The headline.
  public let title: String
  /// The picture.
  public let imageUrl: String
  /// The app's own id of the item.
  public let tileId: String?
  /// Where a tap leads.
  public let deeplink: String?
  /// The price.
  public let price: ContentCardNumber?
  /// The text below the headline.
  public let detail: String?
  /// What the item is about.
  public let tags: [String]?

  private var name = ObjectName<Tile>()

  private enum CodingKeys: String, CodingKey {
    case contentCardData, name = "object", title, imageUrl, tileId, deeplink, price, detail, tags
  }

  /// The tile that a card makes.
  public init(
    converting metaData: [ContentCardKey: Any], classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, as: .item(.tile))
    contentCardData = properties.contentCardData
    title = try properties.required("title")
    imageUrl = try properties.required("imageUrl")
    tileId = properties["tileId"]
    deeplink = properties["deeplink"]
    price = properties["price"]
    detail = properties["detail"]
    tags = properties["tags"]
  }

  /// A tile with the given values, such as one of the app's own.
  public init(
    contentCardData: ContentCardData? = nil, title: String, imageUrl: String, tileId: String? = nil,
    deeplink: String? = nil, price: ContentCardNumber? = nil, detail: String? = nil,
    tags: [String]? = nil
  ) {
    self.contentCardData = contentCardData
    self.title = title
    self.imageUrl = imageUrl
    self.tileId = tileId
    self.deeplink = deeplink
    self.price = price
    self.detail = detail
    self.tags = tags
  }
}
