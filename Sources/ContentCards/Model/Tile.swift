/// A tile of the home feed (`home_tile`), all of it from the extras.
public struct Tile: ContentCardable, Sendable {
  /// The card it came from.
  public let contentCardData: ContentCardData?
  /// The headline.
  public let title: String
  /// The picture.
  public let imageUrl: String
  /// The app's own id of the item.
  public let tileId: String?
  /// Where a tap leads.
  public let deeplink: String?
  /// The price.
  public let price: NumberText?
  /// The text below the headline.
  public let detail: String?
  /// What the item is about.
  public let tags: [String]?

  /// The tile that a card makes.
  public init(
    converting metaData: ContentCardMetaData, classType: ContentCardClassType
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
}
