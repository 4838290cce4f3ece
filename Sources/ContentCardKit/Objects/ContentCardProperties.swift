/// The values of an object's properties, read from a card as its class declares them.
///
/// They equal the output of `cardctl convert`, which uses the same conversion.
public struct ContentCardProperties: Sendable {
  /// The data of the card that every object keeps.
  public let contentCardData: ContentCardData
  private let definition: ContentCardClass
  /// The values in the order of the class's properties; nil if absent.
  private let values: [ContentCardValue?]

  init(
    _ contentCardData: ContentCardData, of definition: ContentCardClass,
    _ values: [ContentCardValue?]
  ) { (self.contentCardData, self.definition, self.values) = (contentCardData, definition, values) }

  /// Reads the properties of a card for a class.
  public init(
    _ card: ContentCard, as classType: ContentCardClassType, of definition: ContentCardClass
  ) throws(ConversionFailure) {
    var reader = ObjectReader(.shared(Registry([definition])))
    var decoder = OwnedCardDecoder()
    let object = try reader.object(of: decoder.decode(card), as: 0)
    self = try reader.properties(of: object, classType)
  }

  /// The value of a property; nil if it is absent or has another type.
  public subscript<Value: PropertyValue>(_ property: Property<Value>) -> Value? {
    self[property.name].flatMap(Value.init(propertyValue:))
  }

  /// The value of the property with this name; nil if absent.
  public subscript(name: String) -> ContentCardValue? {
    definition.properties.firstIndex { $0.name == name }.flatMap { values[$0] }
  }

  /// Returns the value of a property that the object must have.
  ///
  /// For visible content, use the subscript, because a control card has none.
  ///
  /// - Throws: `propertyMissing` if the value is absent or has another type.
  public func required<Value: PropertyValue>(
    _ property: Property<Value>
  ) throws(ConversionFailure) -> Value {
    if let value = self[property] { return value }
    throw ConversionFailure(
      .propertyMissing, classType: contentCardData.contentCardClassType.rawType,
      property: property.name)
  }

  /// The name of the object, and the values by property name.
  var object: (name: String, values: [String: ContentCardValue]) {
    var named: [String: ContentCardValue] = [:]
    for (property, value) in zip(definition.properties, values) { named[property.name] = value }
    return (definition.object, named)
  }
}
