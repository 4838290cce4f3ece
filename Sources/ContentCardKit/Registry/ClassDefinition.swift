/// What becomes of the cards of one class type: the object's name and its properties.
package struct ClassDefinition: Equatable, Sendable {
  /// The class type as the registry writes it; class types compare without regard to case.
  package let name: String
  /// The name of the object, such as `Coupon`.
  package let object: String
  /// The properties, in the order they are printed; their names differ from each other.
  package let properties: [PropertyDefinition]

  /// The keys that come before the properties of every object, and that none may have.
  static let reservedNames: Set<String> = ["contentCardData", "object"]
}

/// One property of an object: where its value comes from and what it has to be.
package struct PropertyDefinition: Equatable, Sendable {
  /// Where the value of a property comes from.
  package enum Origin: Equatable, Sendable {
    /// The first of these that is present.
    case from([PropertySource])
    /// The first of these alternatives that is present, together with its name.
    case firstOf([Alternative])
    /// All of these that are present, with `separator` between them.
    case join([PropertySource], separator: String)
    /// No field at all: always this value.
    case constant(RegistryValue)
  }

  /// A named alternative of `Origin.firstOf`.
  package struct Alternative: Equatable, Sendable {
    /// The name that the object gives as the value's `kind`.
    package let kind: String
    /// Where to look, in this order.
    package let sources: [PropertySource]
  }

  /// Whether a card without the property is one that cannot be converted.
  package enum Requirement: Equatable, Sendable {
    /// The property is left out.
    case optional
    /// The property has to have a value.
    case required
    /// Each of these joined fields has to be there.
    case fields([PropertySource])
  }

  /// The key in the object.
  package let name: String
  /// Where the value comes from.
  package var origin: Origin
  /// What the value has to be.
  package var type: PropertyType = .string
  /// The least number allowed, as JSON spells it.
  package var minimum: String?
  /// The greatest number allowed, as JSON spells it.
  package var maximum: String?
  /// The texts that are allowed; nil allows all.
  package var values: [String]?
  /// What stands between the items of a list that is given as text.
  package var separator: String?
  /// The value of a card that has none.
  package var fallback: RegistryValue?
  /// Whether the property may be missing.
  package var requirement: Requirement = .optional

  /// The keys of a registry that say where a property's value comes from: one of them.
  package static let originKeys = ["from", "firstOf", "join", "constant"]
  /// The keys of a registry that say what the value has to be.
  package static let valueKeys = [
    "type", "minimum", "maximum", "values", "separator", "default", "required",
  ]

  /// What separates the items of a list where the registry does not say.
  static let commonSeparator = ","
  /// What joins fields where the registry does not say.
  static let commonJoint = " "

  /// All fields that are read, in order.
  package var sources: [PropertySource] {
    switch origin {
    case .from(let sources), .join(let sources, _): sources
    case .firstOf(let alternatives): alternatives.flatMap(\.sources)
    case .constant: []
    }
  }
}

/// A place in a card where a property finds its value.
package enum PropertySource: Hashable, Sendable {
  /// A canonical field.
  case field(CardField)
  /// One of the extras, by its key.
  case extra(String)

  /// The text before the key of an extra in a name.
  package static let extrasPrefix = "extras."

  /// The text after `extras.` in `name`, compared byte by byte; nil for a name that begins
  /// otherwise.
  package static func extraKey(in name: String) -> String? {
    guard name.utf8.starts(with: extrasPrefix.utf8) else { return nil }
    return String(decoding: name.utf8.dropFirst(extrasPrefix.utf8.count), as: UTF8.self)
  }

  /// The name in the registry and in messages: `image`, `extras.tile_title`.
  package var name: String {
    switch self {
    case .field(let field): field.name.description
    case .extra(let key): PropertySource.extrasPrefix + key
    }
  }
}

/// What the value of a property has to be.
package enum PropertyType: String, CaseIterable, BitwiseCopyable, Sendable {
  /// Any text; numbers and booleans are read as their text.
  case string
  /// A JSON number, or text that is one after trimming; it keeps its spelling.
  case number
  /// A number without fraction and exponent.
  case integer
  /// `true`, `false`, `1` or `0`.
  case boolean
  /// Text with a scheme, without white space and control characters.
  case url
  /// Texts: an array of strings, or one text that is split.
  case list

  /// Whether values of the type can be compared with a minimum and a maximum.
  package var isNumeric: Bool {
    switch self {
    case .number, .integer: true
    case .string, .boolean, .url, .list: false
    }
  }
}

/// A value that the registry itself gives: a constant or a default.
package enum RegistryValue: Equatable, Sendable {
  /// A string.
  case text(String)
  /// A number in the spelling of the registry.
  case number(String)
  /// True or false.
  case boolean(Bool)
  /// An array of strings.
  case list([String])
}
