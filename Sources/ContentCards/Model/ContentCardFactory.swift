/// Makes the object that a card's class type asks for: the guide's
/// `contentCardable(with:for:)`.
public struct ContentCardFactory {
  private var types: [ContentCardClassType: any ContentCardable.Type] = [
    .ad: Ad.self, .coupon: Coupon.self, .item(.tile): Tile.self, .item(.group): Group.self,
    .message(.fullPage): FullPageMessage.self, .message(.webView): WebViewMessage.self,
  ]

  /// A factory of the six objects of the guide and its demo app.
  public init() {}

  /// Has cards of a class become objects of `type`, in place of any other.
  public mutating func register(
    _ type: any ContentCardable.Type, for classType: ContentCardClassType
  ) {
    types[classType] = type
  }

  /// The object of a card; nil when no object belongs to its class.
  ///
  /// - Throws: why the card does not make one.
  public func contentCardable(
    with metaData: ContentCardMetaData, for classType: ContentCardClassType
  ) throws(ConversionFailure) -> (any ContentCardable)? {
    try types[classType]?.init(converting: metaData, classType: classType)
  }
}
