/// The objects of the guide and its demo app, which every ``ContentCardFactory`` makes unless the
/// app registers its own.
///
/// They have a namespace so that an app's own `Coupon` is not ambiguous.
public enum ContentCardObjects {
  /// The types of the objects, in the order of their classes in ``Registry/builtIn``.
  static let types: [any ContentCardObject.Type] = [
    Coupon.self, Tile.self, Group.self, FullPageMessage.self, WebViewMessage.self, Ad.self,
  ]
}

/// The name of an object in JSON: decoding fails for any other.
struct ObjectName<Object: ContentCardObject>: Hashable, Sendable, Codable {
  /// The name.
  var text: String { Object.contentCardClass.object }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let found = try container.decode(String.self)
    guard found == text else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected \"\(text)\", found \"\(found)\"")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
