import ContentCardKit

/// The requirements of a registry on extras, as conditions of a schema.
///
/// Only extras are described: a property that may come from the card's own fields
/// depends on its type, which the rules know better.
struct ClassSchema {
  let registry: Registry
  /// The key of the extras that names the class type.
  let typeKey: String

  /// For each class with demands: if the class type is its name, then its requirements.
  ///
  /// - Parameter allowsLiquid: whether a value may be Liquid, whatever it has to be in the end.
  func conditions(allowsLiquid: Bool) -> [SchemaValue] {
    registry.classes.compactMap { definition in
      let requirements = definition.properties.compactMap { requirement(of: $0, allowsLiquid) }
      guard !requirements.isEmpty else { return nil }
      return [
        "description": .text("what \(definition.name) demands"),
        "if": .member(
          typeKey,
          ["type": "string", "pattern": .text(SchemaPattern.ignoringCase(definition.name))]),
        "then": requirements.count == 1
          ? requirements[0]
          : ["description": "all that the class demands", "allOf": .array(requirements)],
      ]
    }
  }

  /// That a required property from the extras alone is there, and that its value is one.
  private func requirement(of property: PropertyDefinition, _ allowsLiquid: Bool) -> SchemaValue? {
    guard property.requirement == .required, let keys = extraKeys(of: property) else { return nil }
    var value = form(of: property)
    if allowsLiquid {
      value = [
        "anyOf": [
          value.described("the value itself"),
          ["pattern": .text(SchemaPattern.liquid), "description": "a template that Braze renders"],
        ]
      ]
    }
    value = value.described("what \(property.name) is made of")
    let choices = keys.map { SchemaValue.member($0, value).described("\($0) is there") }
    return choices.count == 1
      ? choices[0]
      : ["description": .text("\(property.name) has a value"), "anyOf": .array(choices)]
  }

  /// The keys of the extras that a property reads; nil when it reads anything else.
  private func extraKeys(of property: PropertyDefinition) -> [String]? {
    switch property.origin {
    case .join, .constant: return nil
    case .from, .firstOf: break
    }
    var keys: [String] = []
    for source in property.sources {
      guard let key = source.extraKey else { return nil }
      keys.append(key)
    }
    return keys
  }

  /// The format of the text of a value.
  private func form(of property: PropertyDefinition) -> SchemaValue {
    if let values = property.values { return ["enum": .strings(values)] }
    switch property.type {
    case .string, .list: return ["minLength": 1]
    case .number: return ["pattern": .text(SchemaPattern.number)]
    case .integer: return ["pattern": .text(SchemaPattern.integer)]
    case .boolean: return ["enum": ["true", "false", "1", "0"]]
    case .url: return ["pattern": .text(SchemaPattern.url)]
    }
  }
}
