/// One property of a class: its name, the sources of its value, and the values that it allows.
///
/// The same declaration reads the property of a card (``ContentCardProperties``) and writes it into
/// a registry file for `cardctl` (``Registry/json``).
///
///     static let points = Property<Int>("points", from: .extra("points"), in: 0...100)
///     static let title = Property<String>("title", from: .extra("message_title"), .title)
///     static let tags = Property<[String]>("tags", from: .extra("tags"), separator: ";")
public struct Property<Value>: Sendable {
  fileprivate(set) var definition: PropertyDefinition

  /// The name of the property.
  public var name: String { definition.name }
}

// The type itself has no constraint: the runtime would look for each conformance when it starts.
extension Property where Value: PropertyValue {
  /// A property with the value of the first source that has one.
  ///
  /// - Parameters:
  ///   - type: the type of the value; `.url` checks text.
  ///   - sources: where to look, in order.
  ///   - allowed: the allowed values; empty allows all.
  ///   - fallback: the value of a card that has none.
  ///   - isRequired: whether a card without the property fails. A control card has only extras: it
  ///     does not fail because of a source that is a field.
  ///   - policy: what happens to an optional property whose value is invalid.
  public init(
    _ name: String, _ type: PropertyType = Value.propertyType, from sources: PropertySource...,
    oneOf allowed: [Value] = [], default fallback: Value? = nil, isRequired: Bool = false,
    invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    self.init(
      name, type, origin: .from(sources), oneOf: allowed, isRequired: isRequired, invalid: policy)
    definition.fallback = fallback?.propertyValue
  }

  /// A number within a range, from the first source that has a value.
  public init(
    _ name: String, from sources: PropertySource..., in range: some PropertyRange<Value>,
    default fallback: Value? = nil, isRequired: Bool = false,
    invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    self.init(
      name, Value.propertyType, origin: .from(sources), isRequired: isRequired, invalid: policy)
    definition.fallback = fallback?.propertyValue
    guard definition.type.isNumeric else { return }
    definition.minimum = range.propertyBounds.minimum?.propertyValue.description
    definition.maximum = range.propertyBounds.maximum?.propertyValue.description
  }

  /// The first of several named alternatives that has a value: an object with `kind` and `value`.
  ///
  ///     Property<Content>("content", firstOf: ["url": [.url], "html": [.extra("html")]])
  public init(
    _ name: String, firstOf alternatives: KeyValuePairs<String, [PropertySource]>,
    isRequired: Bool = false, invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    let origin = alternatives.map { PropertyDefinition.Alternative(kind: $0, sources: $1) }
    self.init(name, .string, origin: .firstOf(origin), isRequired: isRequired, invalid: policy)
  }

  /// A property that has the same value for every card.
  public init(_ name: String, constant: Value) {
    definition = PropertyDefinition(name: name, origin: .constant(constant.propertyValue))
  }

  private init(
    _ name: String, _ type: PropertyType, origin: PropertyDefinition.Origin,
    oneOf allowed: [Value] = [], isRequired: Bool,
    invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    let values = allowed.isEmpty ? Value.allowedValues : allowed.map(\.propertyValue.description)
    definition = PropertyDefinition(
      name: name, origin: origin, type: type, values: values,
      separator: type == .list ? PropertyDefinition.commonSeparator : nil,
      requirement: isRequired ? .required : .optional, failsIfInvalid: policy == .fails)
  }
}

extension Property where Value == [String] {
  /// Creates a list of strings, from an array or from text that is split.
  ///
  /// - Parameter separator: the text between the items; an empty string means a comma.
  public init(
    _ name: String, from sources: PropertySource..., separator: String,
    default fallback: [String]? = nil, isRequired: Bool = false,
    invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    self.init(name, .list, origin: .from(sources), isRequired: isRequired, invalid: policy)
    definition.fallback = fallback?.propertyValue
    if !separator.isEmpty { definition.separator = separator }
  }
}

extension Property where Value == String {
  /// Creates text from the values of several sources, joined by `separator`.
  ///
  /// - Parameter needed: the sources that must have a value; without one of them the card fails.
  public init(
    _ name: String, joining sources: PropertySource..., separator: String = " ",
    needing needed: [PropertySource] = [], isRequired: Bool = false
  ) {
    self.init(name, .string, origin: .join(sources, separator: separator), isRequired: isRequired)
    if !needed.isEmpty { definition.requirement = .fields(needed) }
  }
}

/// The treatment of an invalid value of an optional property.
public enum InvalidValuePolicy: Sendable {
  /// The object has no such property; `cardctl validate` reports the value.
  case omitsProperty
  /// The card fails: it does not become an object.
  case fails
}

/// A range that a ``Property`` accepts as bounds: `0...100`, `0...` or `...100`.
public protocol PropertyRange<Bound> {
  /// The type of the bounds.
  associatedtype Bound
  /// The smallest and the largest value allowed; nil for no limit.
  var propertyBounds: (minimum: Bound?, maximum: Bound?) { get }
}

extension ClosedRange: PropertyRange {
  /// Both bounds.
  public var propertyBounds: (minimum: Bound?, maximum: Bound?) { (lowerBound, upperBound) }
}

extension PartialRangeFrom: PropertyRange {
  /// The lower bound.
  public var propertyBounds: (minimum: Bound?, maximum: Bound?) { (lowerBound, nil) }
}

extension PartialRangeThrough: PropertyRange {
  /// The upper bound.
  public var propertyBounds: (minimum: Bound?, maximum: Bound?) { (nil, upperBound) }
}
