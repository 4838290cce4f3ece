/// A property of a class: its name, the sources of its value, and the allowed values.
///
/// The declaration is used both to read the property from a card (``ContentCardProperties``) and to
/// write a registry file for `cardctl` (``Registry/json``).
///
///     static let points = Property<Int>("points", from: .extra("points"), minimum: 0, maximum: 100)
///     static let title = Property<String>("title", from: .extra("message_title"), .title)
///     static let tags = Property<[String]>("tags", from: .extra("tags"), separator: ";")
public struct Property<Value>: Sendable {
  fileprivate(set) var definition: PropertyDefinition

  /// The name of the property.
  public var name: String { definition.name }
}

// The constraint is here and not on the type, because the runtime would look up each conformance at
// launch.
extension Property where Value: PropertyValue {
  /// Creates a property that has the value of the first source with a value.
  ///
  /// - Parameters:
  ///   - type: the type of the value; `.url` checks that the text is a URL.
  ///   - sources: the sources of the value, in order.
  ///   - allowed: the allowed values; empty to allow all.
  ///   - minimum: the smallest allowed number; nil for no limit.
  ///   - maximum: the largest allowed number; nil for no limit.
  ///   - fallback: the value if no source has one.
  ///   - isRequired: whether a card without the property fails. A control card has only extras, so
  ///     it does not fail if a source is a field.
  ///   - policy: the treatment of an invalid value of an optional property.
  public init(
    _ name: String, _ type: PropertyType = Value.propertyType, from sources: PropertySource...,
    oneOf allowed: [Value] = [], minimum: Value? = nil, maximum: Value? = nil,
    default fallback: Value? = nil, isRequired: Bool = false,
    invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    self.init(
      name, type, .from, [.init(sources: sources)], oneOf: allowed, default: fallback,
      isRequired: isRequired, invalid: policy)
    guard type.isNumeric else { return }
    definition.minimum = minimum?.propertyValue.description
    definition.maximum = maximum?.propertyValue.description
  }

  /// Creates a property that has the first of several named alternatives with a value, as an object
  /// with `kind` and `value`.
  ///
  ///     Property<Content>("content", firstOf: ["url": [.url], "html": [.extra("html")]])
  public init(
    _ name: String, firstOf alternatives: KeyValuePairs<String, [PropertySource]>,
    isRequired: Bool = false, invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    let alternatives = alternatives.map { PropertyDefinition.Alternative(kind: $0, sources: $1) }
    self.init(name, .string, .firstOf, alternatives, isRequired: isRequired, invalid: policy)
  }

  /// Creates a property that has the same value for every card.
  public init(_ name: String, constant: Value) {
    definition = PropertyDefinition(
      name: name, origin: .constant, fixedValue: constant.propertyValue)
  }

  private init(
    _ name: String, _ type: PropertyType, _ origin: PropertyDefinition.Origin,
    _ alternatives: [PropertyDefinition.Alternative], oneOf allowed: [Value] = [],
    default fallback: Value? = nil, isRequired: Bool,
    invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    let values = allowed.isEmpty ? Value.allowedValues : allowed.map(\.propertyValue.description)
    definition = PropertyDefinition(
      name: name, origin: origin, alternatives: alternatives, type: type, values: values,
      separator: type == .list ? PropertyDefinition.commonSeparator : nil,
      fixedValue: fallback?.propertyValue, isRequired: isRequired, failsIfInvalid: policy == .fails)
  }
}

extension Property where Value == [String] {
  /// Creates a property that is a list of strings, from an array or from text to split at
  /// `separator`, or at commas if that is empty.
  public init(
    _ name: String, from sources: PropertySource..., separator: String,
    default fallback: [String]? = nil, isRequired: Bool = false,
    invalid policy: InvalidValuePolicy = .omitsProperty
  ) {
    self.init(
      name, .list, .from, [.init(sources: sources)], default: fallback, isRequired: isRequired,
      invalid: policy)
    if !separator.isEmpty { definition.separator = separator }
  }
}

extension Property where Value == String {
  /// Creates a property that joins the values of several sources with `separator`; a card without a
  /// value for one of those in `needed` fails.
  public init(
    _ name: String, joining sources: PropertySource..., separator: String = " ",
    needing needed: [PropertySource] = [], isRequired: Bool = false
  ) {
    self.init(
      name, .string, .join, [.init(sources: sources)], isRequired: isRequired || !needed.isEmpty)
    (definition.separator, definition.needed) = (separator, needed)
  }
}

/// The treatment of an invalid value of an optional property.
public enum InvalidValuePolicy: Sendable {
  /// The object omits the property, and `cardctl validate` reports the value.
  case omitsProperty
  /// The card fails and does not become an object.
  case fails
}
