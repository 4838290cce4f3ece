import ContentCardKit

/// The schema of `.cardctl.json`; that of each key is in the table of its reader.
enum ConfigurationSchema {
  /// The schema.
  static var value: SchemaValue {
    let level = "what the findings of a rule count as; off switches it off"
    return CardSchema.configuration.document(
      title: "cardctl's configuration",
      "What a team sets for all runs of cardctl, in the file .cardctl.json."
    ).with([
      "type": "object",
      "properties": .members(ConfigurationFile.keys.map { ($0.name, $0.schema()) }),
      "additionalProperties": false,
      "$defs": RegistrySchema.definitions.with([
        "level": .choice(level, RuleLevel.names),
        "profile": .choice("an SDK", Profile.allCases.map(\.rawValue)),
      ]),
    ])
  }

  /// The form of a string that is not empty.
  static func text(_ description: String) -> SchemaValue {
    ["type": "string", "minLength": 1, "description": .text(description)]
  }

  /// The form of one pattern of paths or several.
  static func patterns(_ description: String) -> SchemaValue {
    func pattern(_ description: String) -> SchemaValue {
      ["type": "string", "pattern": "^[^!]", "description": .text(description)]
    }
    return .any(
      description + ", from the directory of the configuration",
      of: [
        pattern("a line of a .gitignore without !"),
        .list("several such patterns", of: pattern("one of the patterns")),
      ])
  }

  /// The form of class types.
  static var classes: SchemaValue {
    .any(
      "the team's class types",
      of: [
        text("the path of a registry, from the folder of the configuration"),
        .ref("classes", "the class types themselves"),
      ])
  }

  /// The form of overrides.
  static var overrides: SchemaValue {
    .list(
      "settings for some paths; a later override replaces what an earlier one sets",
      of: [
        "description": "one override", "type": "object", "required": ["files"],
        "properties": .members(ConfigurationFile.Override.keys.map { ($0.name, $0.schema()) }),
        "additionalProperties": false,
      ])
  }

  /// The form of levels of rules.
  ///
  /// Of patterns beyond a family of rules only their form can be described.
  static var rules: SchemaValue {
    let names = Rules.settableIDs
    return [
      "description": "levels of rules; of several that match a rule the last one holds",
      "type": "object",
      "propertyNames": .any(
        "a rule's id, or a pattern in which * matches any characters",
        of: [
          .choice("a rule", names), .choice("a family of rules", RulePattern.families(of: names)),
          ["description": "any pattern", "pattern": .text(#"^[a-z/-]*\*[a-z/*-]*$"#)],
        ]),
      "additionalProperties": .ref("level", "the level of the rule"),
    ]
  }

  /// The form of one SDK or several.
  static var profiles: SchemaValue {
    .any(
      "the SDKs whose demands are added",
      of: [
        .ref("profile", "one SDK"), .list("several SDKs", of: .ref("profile", "one of the SDKs")),
      ])
  }
}
