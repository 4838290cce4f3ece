import ContentCardKit

/// The schema of a registry of class types.
enum RegistrySchema {
  /// The schema.
  static var value: SchemaValue {
    CardSchema.registry.document(
      title: "cardctl's registry of class types",
      "The class types and their objects."
    ).with([
      "type": "object",
      "properties": [
        "$schema": ["type": "string", "description": "the schema, for editors"],
        "classes": .ref("classes", "the classes"),
      ],
      "required": ["classes"], "additionalProperties": false, "$defs": definitions,
    ])
  }

  /// The definitions, which the schema of a configuration contains too.
  static var definitions: SchemaValue {
    [
      "classes": classes, "class": definition, "property": property, "field": field,
      "fields": .list("different fields of the card", of: .ref("field", "a field"))
        .with(["minItems": 1, "uniqueItems": true]),
      "scalar": [
        "description": "a string, a number or a boolean", "type": ["string", "number", "boolean"],
      ],
    ]
  }

  private static let classes: SchemaValue = [
    "description": "the classes by their class types, which are compared ignoring case",
    "type": "object",
    "propertyNames": [
      "minLength": 1, "not": ["pattern": .text(SchemaPattern.ignoringCase("none"))],
    ],
    "additionalProperties": .ref("class", "the object of a class"),
  ]

  private static let definition: SchemaValue = [
    "description": "the object of cards with a class type", "type": "object",
    "properties": [
      "object": ["type": "string", "minLength": 1, "description": "the name of the object"],
      "properties": [
        "description": "the object's properties, in the order in which they are printed",
        "type": "object",
        "propertyNames": ["minLength": 1, "not": ["enum": ["contentCardData", "object"]]],
        "additionalProperties": .ref("property", "a property of the object"),
      ],
    ],
    "required": ["object"], "additionalProperties": false,
  ]

  /// A canonical field other than the extras as a whole, or a single extra.
  private static var field: SchemaValue {
    let names = CardField.allCases.filter { $0 != .extras }.map(\.name.description)
    return .any(
      "a field of the card, or extras.KEY",
      of: [
        .choice("a field", names),
        [
          "description": "one of the extras, extras.KEY", "type": "string",
          "pattern": "^extras\\.[\\s\\S]",
        ],
      ])
  }

  private static var property: SchemaValue {
    [
      "description": "the source and the type of a property's value",
      "type": "object", "properties": propertyKeys, "additionalProperties": false,
      "oneOf": .array(PropertyDefinition.Origin.allCases.map { .requires($0.rawValue) }),
      "allOf": .array(combinations),
    ]
  }

  private static var propertyKeys: SchemaValue {
    [
      "from": .ref("fields", "the first of these that is present"),
      "firstOf": [
        "description": "the first of these that is present, and its name",
        "type": "object", "minProperties": 1, "propertyNames": ["minLength": 1],
        "additionalProperties": .ref("fields", "the fields of a kind"),
      ],
      "join": .ref("fields", "all of these, joined"),
      "with": [
        "type": "string", "description": "the text between joined fields; a space by default",
      ],
      "constant": .ref("scalar", "always this value"),
      "type": [
        "enum": .strings(PropertyType.allCases.map(\.rawValue)),
        "description": "the type of the value; string by default",
      ],
      "minimum": ["type": "number", "description": "the minimum"],
      "maximum": ["type": "number", "description": "the maximum"],
      "values": .list("the allowed values", of: .ref("scalar", "one of them"))
        .with(["minItems": 1, "uniqueItems": true]),
      "separator": [
        "type": "string", "minLength": 1,
        "description": "the separator of the items of a list; a comma by default",
      ],
      "default": ["description": "the value for a card without one"],
      "required": .any(
        "whether a card without a value cannot be converted",
        of: [
          ["description": "whether the property is required", "type": "boolean"],
          ["description": "the joined fields that must be present", "$ref": "#/$defs/fields"],
        ]),
      "invalid": [
        "const": "fails",
        "description": "a card with an invalid value fails even if the property is optional",
      ],
    ]
  }

  /// The rules for keys that are valid only together with others.
  private static var combinations: [SchemaValue] {
    let bounds: SchemaValue = ["anyOf": [.requires("minimum"), .requires("maximum")]]
    let numericTypes = PropertyType.allCases.filter(\.isNumeric).map(\.rawValue)
    let isList = has("type", ["const": "list"])
    let values = PropertyDefinition.valueKeys.map(SchemaValue.requires)
    return [
      requirement(
        "only numbers have bounds", of: bounds, has("type", ["enum": .strings(numericTypes)])),
      requirement("only lists have a separator", of: .requires("separator"), isList),
      requirement(
        "only joined fields have a joining text", of: .requires("with"), .requires("join")),
      requirement("joined fields are not a list", of: .requires("join"), ["not": isList]),
      requirement(
        "only joined fields can have a list of required fields",
        of: has("required", ["type": "array"]),
        .requires("join")),
      requirement(
        "a choice of kinds has no default", of: .requires("firstOf"), ["not": .requires("default")]),
      requirement(
        "a constant has no other keys", of: .requires("constant"),
        ["not": ["anyOf": .array(values)]]),
    ] + PropertyType.allCases.map(defaults)
  }

  private static func requirement(
    _ description: String, of condition: SchemaValue, _ required: SchemaValue
  ) -> SchemaValue { .when(condition, then: required.described(description), description) }

  private static func has(_ key: String, _ form: SchemaValue) -> SchemaValue {
    .has(key, form).described("it has such a \(key)")
  }

  /// Returns the requirement that the default value of a property has the type of the property.
  private static func defaults(of type: PropertyType) -> SchemaValue {
    let isType = has("type", ["const": .text(type.rawValue)])
    let condition: SchemaValue =
      type == .string ? ["anyOf": [isType, ["not": .requires("type")]]] : isType
    let form: SchemaValue =
      switch type {
      case .string, .number, .integer, .boolean: ["type": .text(type.rawValue)]
      case .url: ["type": "string", "pattern": .text(SchemaPattern.url)]
      case .list: ["type": "array", "items": ["type": "string", "description": "an item"]]
      }
    let rule = "a default is a value of type \(type.rawValue)"
    return requirement(rule, of: condition, ["properties": ["default": form.described(rule)]])
  }
}
