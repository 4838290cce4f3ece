/// A property of an object as in a registry file, without the Swift type of its value.
package struct PropertyDefinition: Hashable, Sendable {
  /// The origin of a property's value; the raw value is its key in a registry file.
  package enum Origin: String, CaseIterable, BitwiseCopyable, Sendable {
    /// The first source that has a value.
    case from
    /// The first alternative that has a value, with its name.
    case firstOf
    /// The text of all sources that have a value, joined with the separator.
    case join
    /// A constant value.
    case constant
  }

  /// Sources of the value, in order.
  package struct Alternative: Hashable, Sendable {
    /// The `kind` of the value in the object; empty unless the origin is `firstOf`.
    package var kind = ""
    /// The sources, in order.
    package let sources: [PropertySource]
  }

  /// The name, which is the key in the object.
  package let name: String
  /// The origin of the value.
  package var origin: Origin
  /// The alternatives of `firstOf`, the only one of `from` and `join`, or none of a constant.
  package var alternatives: [Alternative] = []
  /// The type of the value.
  package var type: PropertyType = .string
  /// The smallest allowed number, as JSON.
  package var minimum: String?
  /// The largest allowed number, as JSON.
  package var maximum: String?
  /// The allowed strings; nil to allow all.
  package var values: [String]?
  /// The text between the items of a list that is a string, or between joined fields.
  package var separator: String?
  /// The constant, or the default value if no source has one.
  package var fixedValue: ContentCardValue?
  /// Whether a card without the property fails.
  package var isRequired = false
  /// The joined fields that must all have a value if the property is required.
  package var needed: [PropertySource] = []
  /// Whether a card with an invalid value fails even if the property is optional.
  package var failsIfInvalid = false

  /// The keys for the constraints on a value in a registry file.
  package static let valueKeys = [
    "type", "minimum", "maximum", "values", "separator", "default", "required", "invalid",
  ]

  /// The default text between the items of a list.
  static let commonSeparator = ","
  /// The default text between joined fields.
  static let commonJoint = " "

  /// All sources, in order.
  package var sources: [PropertySource] { alternatives.flatMap(\.sources) }
}

/// The type of a property's value, as registry files name it.
public enum PropertyType: String, CaseIterable, BitwiseCopyable, Sendable {
  /// Text; numbers and Booleans are converted to text.
  case string
  /// A JSON number, or text that is a number after trimming; kept as written.
  case number
  /// A number without a fraction or an exponent.
  case integer
  /// `true`, `false`, `1` or `0`.
  case boolean
  /// Text that begins with a scheme and has no whitespace or control characters.
  case url
  /// A list of strings, from an array or from text to split.
  case list

  /// Whether values of the type can be compared with a minimum and a maximum.
  package var isNumeric: Bool { self == .number || self == .integer }
}
