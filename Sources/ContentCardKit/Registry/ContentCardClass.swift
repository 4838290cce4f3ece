/// A class of cards: the class type, the name of its object, and the properties of the object.
///
///     static let contentCardClass = ContentCardClass("loyalty_card", properties: points, tier)
public struct ContentCardClass: Hashable, Sendable {
  /// The class type as declared; the case of ASCII letters is ignored.
  package let name: String
  /// The name of the object, such as `Coupon`.
  public let object: String
  /// The properties, in output order; their names are unique.
  package let properties: [PropertyDefinition]

  /// The keys that precede the properties in every object, and that properties cannot have.
  static let reservedNames = ["contentCardData", "object"]

  /// Creates the class of cards whose extras have the class type `rawType`; `object` is the name of
  /// the object in JSON, by default the class type.
  ///
  /// Of properties with the same name, the last one is used. Those named `contentCardData` and
  /// `object` are omitted, because every object has these keys.
  public init<each Value>(
    _ rawType: String, object: String? = nil, properties: repeat Property<each Value>
  ) {
    var definitions: [PropertyDefinition] = []
    repeat definitions.append((each properties).definition)
    self.init(name: rawType, object: object ?? rawType, properties: definitions)
  }

  package init(name: String, object: String, properties: [PropertyDefinition]) {
    (self.name, self.object) = (name, object)
    let free = properties.filter { !ContentCardClass.reservedNames.contains($0.name) }
    self.properties = free.lastOfEach(\.name)
  }

  /// The keys of the extras that the properties use, in the order of the properties.
  package var extraKeys: [String] { properties.flatMap(\.sources).compactMap(\.extraKey) }

  /// The class type.
  public var classType: ContentCardClassType { ContentCardClassType(rawType: name) }
}
