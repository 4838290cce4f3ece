/// One property of an object, without the Swift type of its value, as in a registry file.
package struct PropertyDefinition: Hashable, Sendable {
  /// Where the value of a property comes from.
  package enum Origin: Hashable, Sendable {
    /// The first source that has a value.
    case from([PropertySource])
    /// The first alternative that has a value, together with its name.
    case firstOf([Alternative])
    /// The text of all sources that have a value, with `separator` between them.
    case join([PropertySource], separator: String)
    /// Always this value.
    case constant(ContentCardValue)
  }

  /// A named alternative of `Origin.firstOf`.
  package struct Alternative: Hashable, Sendable {
    /// The name, which the object gives as the value's `kind`.
    package let kind: String
    /// The sources, in order.
    package let sources: [PropertySource]
  }

  /// Whether a card without the property fails.
  package enum Requirement: Hashable, Sendable {
    /// The object omits the property.
    case optional
    /// The property must have a value.
    case required
    /// Each of these joined fields must have a value.
    case fields([PropertySource])
  }

  /// The key in the object.
  package let name: String
  /// The origin of the value.
  package var origin: Origin
  /// The type of the value.
  package var type: PropertyType = .string
  /// The smallest number allowed, as JSON writes it.
  package var minimum: String?
  /// The largest number allowed, as JSON writes it.
  package var maximum: String?
  /// The allowed strings; nil allows all.
  package var values: [String]?
  /// The text between the items of a list that is given as text.
  package var separator: String?
  /// The value of a card that has none.
  package var fallback: ContentCardValue?
  /// Whether the property may be absent.
  package var requirement: Requirement = .optional
  /// Whether a card with an invalid value fails even if the property is optional.
  package var failsIfInvalid = false

  /// The keys of a registry file for the origin of a value; a property has one of them.
  package static let originKeys = ["from", "firstOf", "join", "constant"]
  /// The keys of a registry file for what a value must be.
  package static let valueKeys = [
    "type", "minimum", "maximum", "values", "separator", "default", "required", "invalid",
  ]

  /// The default separator of the items of a list.
  static let commonSeparator = ","
  /// The default text between joined fields.
  static let commonJoint = " "

  /// All sources, in order.
  package var sources: [PropertySource] {
    switch origin {
    case .from(let sources), .join(let sources, _): sources
    case .firstOf(let alternatives): alternatives.flatMap(\.sources)
    case .constant: []
    }
  }
}

/// The type of a property's value, as registry files name it.
public enum PropertyType: String, CaseIterable, BitwiseCopyable, Sendable {
  /// Any text; numbers and booleans are read as their text.
  case string
  /// A JSON number, or text that is one after trimming; it keeps its spelling.
  case number
  /// A number without fraction and exponent.
  case integer
  /// `true`, `false`, `1` or `0`.
  case boolean
  /// Text with a scheme and without whitespace and control characters.
  case url
  /// Strings: an array, or text that is split.
  case list

  /// Whether values of the type can be compared with a minimum and a maximum.
  package var isNumeric: Bool { self == .number || self == .integer }
}
