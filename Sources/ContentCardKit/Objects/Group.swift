extension ContentCardObjects {
  /// The headline of a group of items in a feed (`group`).
  public struct Group: ContentCardObject, Hashable, Codable {
    /// The style of a group; no cases will be added.
    public enum Style: String, CaseIterable, PropertyValue, Codable {
      /// The most important group.
      case primary
      /// One of several groups.
      case secondary
      /// A row of large tiles.
      case largeRow = "largerow"
      /// A line of text.
      case headline
    }

    static let title = Property<String>(
      "title", joining: .title, .description, needing: [.description])
    static let clickUrl = Property<String>("clickUrl", .url, from: .url)
    static let style = Property<Style>("style", from: .extra("group_style"))

    /// The class of the object.
    public static let contentCardClass = ContentCardClass(
      "group", object: "Group", properties: title, Common.imageUrl, clickUrl, style)

    /// The data of the card; nil for the app's own items.
    public let contentCardData: ContentCardData?
    /// The name of the object in JSON.
    public private(set) var object = "Group"
    /// The card's title and description; nil for a control card.
    public let title: String?
    /// The image URL.
    public let imageUrl: String?
    /// The URL that a click opens.
    public let clickUrl: String?
    /// The style of the group.
    public let style: Style?

    /// Creates the object from its properties.
    public init(_ properties: ContentCardProperties) throws(ConversionFailure) {
      contentCardData = properties.contentCardData
      title = properties[Self.title]
      imageUrl = properties[Common.imageUrl]
      clickUrl = properties[Self.clickUrl]
      style = properties[Self.style]
    }
  }
}
