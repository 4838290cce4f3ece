import ContentCardKit

/// The schema of a registry of class types.
enum RegistrySchema {
  /// The schema.
  static var value: SchemaValue {
    CardSchema.registry.document(
      title: "cardctl's registry of class types",
      "Which class types exist, and which object each becomes."
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
      "fields": .list("fields of the card, each once", of: .ref("field", "a field"))
        .with(["minItems": 1, "uniqueItems": true]),
      "scalar": [
        "description": "a text, a number or a boolean", "type": ["string", "number", "boolean"],
      ],
    ]
  }

  private static let classes: SchemaValue = [
    "description": "the classes by their class types, which are compared without regard to case",
    "type": "object",
    "propertyNames": [
      "minLength": 1, "not": ["pattern": .text(SchemaPattern.ignoringCase("none"))],
    ],
    "additionalProperties": .ref("class", "what a class becomes"),
  ]

  private static let definition: SchemaValue = [
    "description": "what cards of a class become", "type": "object",
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
      "description": "where a property's value comes from, and what it has to be",
      "type": "object", "properties": propertyKeys, "additionalProperties": false,
      "oneOf": .array(PropertyDefinition.originKeys.map(SchemaValue.requires)),
      "allOf": .array(combinations),
    ]
  }

  private static var propertyKeys: SchemaValue {
    [
      "from": .ref("fields", "the first of these that is present"),
      "firstOf": [
        "description": "the first of these that is present, with its name",
        "type": "object", "minProperties": 1, "propertyNames": ["minLength": 1],
        "additionalProperties": .ref("fields", "where a kind is found"),
      ],
      "join": .ref("fields", "all of these, with text between"),
      "with": ["type": "string", "description": "the text between joined fields; a space"],
      "constant": .ref("scalar", "always this value"),
      "type": [
        "enum": .strings(PropertyType.allCases.map(\.rawValue)),
        "description": "what the value has to be; string by default",
      ],
      "minimum": ["type": "number", "description": "the least number allowed"],
      "maximum": ["type": "number", "description": "the greatest number allowed"],
      "values": .list("the allowed values", of: .ref("scalar", "one of them"))
        .with(["minItems": 1, "uniqueItems": true]),
      "separator": [
        "type": "string", "minLength": 1,
        "description": "the separator of the items of a list; a comma by default",
      ],
      "default": ["description": "the value of a card that has none"],
      "required": .any(
        "whether a card without a value cannot become the object",
        of: [
          ["description": "whether it is", "type": "boolean"],
          ["description": "the joined fields that have to be there", "$ref": "#/$defs/fields"],
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
      requirement("only joined fields have text between", of: .requires("with"), .requires("join")),
      requirement("joined fields are no list", of: .requires("join"), ["not": isList]),
      requirement(
        "only of joined fields some are required", of: has("required", ["type": "array"]),
        .requires("join")),
      requirement(
        "a kind to choose has no default", of: .requires("firstOf"), ["not": .requires("default")]),
      requirement(
        "a constant is all that there is", of: .requires("constant"),
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
