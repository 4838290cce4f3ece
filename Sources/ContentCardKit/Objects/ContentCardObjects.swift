/// The objects of the guide and its demo app, which every ``ContentCardFactory`` creates unless the
/// app registers other types.
///
/// They are in a namespace so that an app's own `Coupon` is not ambiguous.
public enum ContentCardObjects {
  /// The object types, in the order of their classes in ``Registry/builtIn``.
  static let types: [any ContentCardObject.Type] = [
    Coupon.self, Tile.self, Group.self, FullPageMessage.self, WebViewMessage.self, Ad.self,
  ]

  /// Properties that several objects have.
  enum Common {
    static let imageUrl = Property<String>("imageUrl", .url, from: .image)
    static let messageHeader = Property<String>("messageHeader", from: .extra("message_header"))
    static let messageTitle = Property<String>(
      "messageTitle", from: .extra("message_title"), .title)
    static let cardDescription = Property<String>("cardDescription", from: .description)
  }
}

extension Registry {
  /// The six classes of the implementation guide and its demo app.
  public static let builtIn = Registry(ContentCardObjects.types.map { $0.contentCardClass })
}

extension ContentCardClassType {
  /// The class types of the guide and its demo app.
  public static let builtIn = Registry.builtIn.classes.map(\.classType)
}
