/// The values of an object's properties, read from a card by the declaration of its class.
///
/// An app's objects and `cardctl convert` share one conversion, so the values are those that the
/// tool prints.
public struct ContentCardProperties: Sendable {
  /// The data that every object keeps of its card.
  public let contentCardData: ContentCardData
  /// The class with the properties.
  private let definition: ContentCardClass
  /// The values in the order of the class's properties; nil for an absent one.
  private let values: [ContentCardValue?]

  init(
    _ contentCardData: ContentCardData, of definition: ContentCardClass,
    _ values: [ContentCardValue?]
  ) { (self.contentCardData, self.definition, self.values) = (contentCardData, definition, values) }

  /// The properties that a card has for a class.
  ///
  /// - Throws: the reason why the card does not have them.
  public init(
    _ card: ContentCard, as classType: ContentCardClassType, of definition: ContentCardClass
  ) throws(ConversionFailure) {
    var reader = ObjectReader(.shared(Registry([definition])))
    var decoder = OwnedCardDecoder()
    let object = try reader.object(of: decoder.decode(card), as: 0)
    self = try reader.properties(of: object, classType)
  }

  /// The value of a property; nil if the card has none, or none of the type.
  public subscript<Value: PropertyValue>(_ property: Property<Value>) -> Value? {
    self[property.name].flatMap(Value.init(propertyValue:))
  }

  /// The value of the property with this name; nil if the card has none.
  public subscript(name: String) -> ContentCardValue? {
    definition.properties.firstIndex { $0.name == name }.flatMap { values[$0] }
  }

  /// The value of a property that the object must have.
  ///
  /// For visible content use the subscript: a control card has none.
  ///
  /// - Throws: `propertyMissing` if there is no value of the type.
  public func required<Value: PropertyValue>(
    _ property: Property<Value>
  ) throws(ConversionFailure) -> Value {
    if let value = self[property] { return value }
    throw ConversionFailure(
      .propertyMissing, classType: contentCardData.contentCardClassType.rawType,
      property: property.name)
  }

  /// The name of the object, and the values by the names of their properties.
  var object: (name: String, values: [String: ContentCardValue]) {
    var named: [String: ContentCardValue] = [:]
    for (property, value) in zip(definition.properties, values) { named[property.name] = value }
    return (definition.object, named)
  }
}
