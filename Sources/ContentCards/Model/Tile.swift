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
    contentCardData = try ContentCardData(metaData: metaData, classType: classType)
    let reader = MetadataReader(metaData, classType)
    title = try reader.text("title", from: .extra(.tileTitle)).required()
    imageUrl = try reader.url("imageUrl", from: .extra(.tileImage)).required()
    tileId = reader.text("tileId", from: .extra(.tileId)).optional
    deeplink = reader.text("deeplink", from: .extra(.tileDeeplink)).optional
    price = reader.number("price", from: .extra(.tilePrice)).optional
    detail = reader.text("detail", from: .extra(.tileDetail)).optional
    tags = reader.list("tags", from: .extra(.tileTags)).optional
  }
}
