/// The schema of `.cardctl.json`.
///
/// The schema of each key is in `ConfigurationFile.keys`.
enum ConfigurationSchema {
  /// The schema.
  static var value: SchemaValue {
    let level = "the level of the findings of a rule; off turns the rule off"
    return CardSchema.configuration.document(
      title: "cardctl's configuration",
      "A team's settings for all runs of cardctl, in the file .cardctl.json."
    ).with([
      "type": "object",
      "properties": .members(ConfigurationFile.keys.map { ($0.name, $0.schema()) }),
      "additionalProperties": false,
      "$defs": RegistrySchema.definitions.with([
        "level": .choice(level, RuleLevel.names),
        "profile": .choice("an SDK", Profile.allCases.map(\.rawValue)),
        "contractProperty": Contract.Property.schema,
      ]),
    ])
  }

  /// Returns the schema of a non-empty string.
  static func text(_ description: String) -> SchemaValue {
    ["type": "string", "minLength": 1, "description": .text(description)]
  }

  /// Returns the schema of one or several path patterns.
  static func patterns(_ description: String) -> SchemaValue {
    func pattern(_ description: String) -> SchemaValue {
      ["type": "string", "pattern": "^[^!]", "description": .text(description)]
    }
    return .any(
      description + ", relative to the directory of the configuration",
      of: [
        pattern("a line of a .gitignore without !"),
        .list("several such patterns", of: pattern("one of the patterns")),
      ])
  }

  /// The schema of class types.
  static var classes: SchemaValue {
    .any(
      "the team's class types",
      of: [
        text("the path of a registry, relative to the configuration"),
        .ref("classes", "the class types"),
      ])
  }

  /// The schema of overrides.
  static var overrides: SchemaValue {
    .list(
      "settings for some paths; later overrides take precedence",
      of: [
        "description": "one override", "type": "object", "required": ["files"],
        "properties": .members(ConfigurationFile.Override.keys.map { ($0.name, $0.schema()) }),
        "additionalProperties": false,
      ])
  }

  /// The schema of rule levels.
  ///
  /// Lists all ids and families of rules. Other patterns are only checked for valid characters.
  static var rules: SchemaValue {
    let rules = Rule.settable
    return [
      "description": "levels of rules; the last one that matches a rule is used",
      "type": "object",
      "propertyNames": .any(
        "a rule's id, or a pattern in which * matches any characters",
        of: [
          .choice("a rule", rules.map(\.id)),
          .choice("a family of rules", RulePattern.families(of: rules)),
          ["description": "any pattern", "pattern": .text(#"^[a-z/-]*\*[a-z/*-]*$"#)],
        ]),
      "additionalProperties": .ref("level", "the level of the rule"),
    ]
  }

  /// The schema of one or several SDKs.
  static var profiles: SchemaValue {
    .any(
      "the SDKs whose requirements are checked too",
      of: [
        .ref("profile", "one SDK"), .list("several SDKs", of: .ref("profile", "one of the SDKs")),
      ])
  }
}
