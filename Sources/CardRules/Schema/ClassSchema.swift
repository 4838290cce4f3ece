import ContentCardKit

/// The requirements of a registry on extras, as schema conditions.
///
/// Properties that may come from the card's own fields are not described: they depend on the type
/// of the card, which only the rules consider.
struct ClassSchema {
  let registry: Registry
  /// The extras key of the class type.
  let typeKey: String

  /// Returns a condition for each class with requirements: if the class type is its name, the
  /// requirements apply.
  var conditions: [SchemaValue] {
    registry.classes.compactMap { definition in
      let requirements = definition.properties.compactMap(requirement)
      guard let first = requirements.first else { return nil }
      let name = SchemaPattern.ignoringCase(definition.name)
      return [
        "description": .text("the requirements of \(definition.name)"),
        "if": .member(typeKey, ["type": "string", "pattern": .text(name)]),
        "then": requirements.count == 1
          ? first
          : ["description": "all requirements of the class", "allOf": .array(requirements)],
      ]
    }
  }

  /// Returns the condition that a property is present and valid; nil if the property is optional or
  /// not only from extras.
  private func requirement(of property: PropertyDefinition) -> SchemaValue? {
    guard property.isRequired, let keys = extraKeys(of: property) else { return nil }
    let value: SchemaValue = [
      "anyOf": [
        form(of: property).described("the value itself"),
        ["pattern": .text(SchemaPattern.liquid), "description": "a template that Braze renders"],
      ],
      "description": .text("the value of \(property.name)"),
    ]
    let choices = keys.map { SchemaValue.member($0, value).described("\($0) is present") }
    return choices.count == 1
      ? choices[0]
      : ["description": .text("\(property.name) has a value"), "anyOf": .array(choices)]
  }

  /// Returns the extras keys that a property reads; nil if it reads anything else.
  private func extraKeys(of property: PropertyDefinition) -> [String]? {
    switch property.origin {
    case .join, .constant: return nil
    case .from, .firstOf:
      let keys = property.sources.compactMap(\.extraKey)
      return keys.count == property.sources.count ? keys : nil
    }
  }

  /// Returns the schema of the text of a value.
  private func form(of property: PropertyDefinition) -> SchemaValue {
    if let values = property.values { return ["enum": .strings(values)] }
    return switch property.type {
    case .string, .list: ["minLength": 1]
    case .number: ["pattern": .text(SchemaPattern.number)]
    case .integer: ["pattern": .text(SchemaPattern.integer)]
    case .boolean: ["enum": ["true", "false", "1", "0"]]
    case .url: ["pattern": .text(SchemaPattern.url)]
    }
  }
}
