/// The object of a card whose class has no Swift type, such as a class from a registry file; its
/// JSON is the line that `cardctl convert` prints.
public struct RegistryObject: ContentCardable, Hashable {
  /// The data of the card.
  public let contentCardData: ContentCardData?
  /// The name of the object.
  public let object: String
  /// The values of the properties by name, without absent properties.
  public let values: [String: ContentCardValue]

  init(_ properties: ContentCardProperties) {
    contentCardData = properties.contentCardData
    (object, values) = properties.object
  }

  /// Always fails, because the metadata does not define the object's properties.
  ///
  /// Use ``ContentCardFactory/contentCardable(with:for:)``, which finds them in the registry.
  public init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType) { return nil }

  /// The value of a property; nil if it is absent or has another type.
  public subscript<Value: PropertyValue>(_ property: Property<Value>) -> Value? {
    values[property.name].flatMap(Value.init(propertyValue:))
  }
}

extension RegistryObject: Codable {
  private static let dataKey = AnyCodingKey(stringValue: "contentCardData")
  private static let objectKey = AnyCodingKey(stringValue: "object")

  /// Decodes a line of `cardctl convert`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyCodingKey.self)
    contentCardData = try container.decodeIfPresent(ContentCardData.self, forKey: Self.dataKey)
    object = try container.decode(String.self, forKey: Self.objectKey)
    var values: [String: ContentCardValue] = [:]
    for key in container.allKeys where !ContentCardClass.reservedNames.contains(key.stringValue) {
      values[key.stringValue] = try container.decode(ContentCardValue.self, forKey: key)
    }
    self.values = values
  }

  /// Encodes the line that `cardctl convert` prints, with the keys in the encoder's order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    try container.encodeIfPresent(contentCardData, forKey: Self.dataKey)
    try container.encode(object, forKey: Self.objectKey)
    for (name, value) in values {
      try container.encode(value, forKey: AnyCodingKey(stringValue: name))
    }
  }
}
