import ContentCardKit

/// The schema of `.cardctl.json`.
enum ConfigurationSchema {
  /// The schema.
  static var value: SchemaValue {
    CardSchema.configuration.document(
      title: "cardctl's configuration",
      "What a team sets for all runs of cardctl, in the file .cardctl.json."
    ).with([
      "type": "object",
      "properties": .members(ConfigurationFile.keys.map { ($0.name, $0.schema()) }),
      "additionalProperties": false,
      "$defs": RegistrySchema.definitions.with(["level": level, "profile": profile]),
    ])
  }

  /// The form of the key `$schema`.
  static let address: SchemaValue = [
    "type": "string", "description": "the address of this schema, for editors",
  ]

  /// The form of a string that is not empty.
  private static func text(_ description: String) -> SchemaValue {
    ["type": "string", "minLength": 1, "description": .text(description)]
  }

  /// The form of the key of the class type.
  static let typeKey = text(
    "the key of the extras that names the class type; class_type by default")

  /// The form of the path of a baseline.
  static let baseline = text("the path of the baseline, from the folder of the configuration")

  /// The form of a number of warnings.
  static let maximumWarnings: SchemaValue = [
    "type": "integer", "minimum": 0,
    "description": "the most warnings with which validate succeeds",
  ]

  /// The form of a kind of values.
  static var kind: SchemaValue {
    [
      "description": "the kind of every value in the files",
      "enum": .strings(RecordKind.allCases.map(\.rawValue)),
    ]
  }

  /// The form of one pattern of paths or several.
  static func patterns(_ description: String) -> SchemaValue {
    func pattern(_ description: String) -> SchemaValue {
      ["type": "string", "pattern": "^[^!]", "description": .text(description)]
    }
    return [
      "description": .text(description + ", from the directory of the configuration"),
      "anyOf": [
        pattern("a line of a .gitignore without !"),
        [
          "description": "several such patterns", "type": "array",
          "items": pattern("one of the patterns"),
        ],
      ],
    ]
  }

  /// The form of overrides.
  static var overrides: SchemaValue {
    [
      "description": "settings for some paths; a later override replaces what an earlier one sets",
      "type": "array",
      "items": [
        "description": "one override", "type": "object", "required": ["files"],
        "properties": .members(ConfigurationFile.Override.keys.map { ($0.name, $0.schema()) }),
        "additionalProperties": false,
      ],
    ]
  }

  /// The form of class types.
  static let classes: SchemaValue = [
    "description": "the team's class types",
    "anyOf": [
      text("the path of a registry, from the folder of the configuration"),
      .ref("classes", "the class types themselves"),
    ],
  ]

  /// The form of levels of rules.
  ///
  /// Of patterns beyond a family of rules only their form can be described.
  static var rules: SchemaValue {
    let names = Rules.settableIDs
    return [
      "description": "levels of rules; of several that match a rule the last one holds",
      "type": "object",
      "propertyNames": [
        "description": "a rule's id, or a pattern in which * matches any characters",
        "anyOf": [
          ["description": "a rule", "enum": .strings(names)],
          ["description": "a family of rules", "enum": .strings(RulePattern.families(of: names))],
          ["description": "any pattern", "pattern": .text(#"^[a-z/-]*\*[a-z/*-]*$"#)],
        ],
      ],
      "additionalProperties": .ref("level", "the level of the rule"),
    ]
  }

  private static var level: SchemaValue {
    [
      "description": "what the findings of a rule count as; off switches it off",
      "enum": .strings(RuleLevel.names),
    ]
  }

  /// The form of one SDK or several.
  static let profiles: SchemaValue = [
    "description": "the SDKs whose demands are added",
    "anyOf": [
      .ref("profile", "one SDK"),
      [
        "description": "several SDKs", "type": "array",
        "items": .ref("profile", "one of the SDKs"),
      ],
    ],
  ]

  private static var profile: SchemaValue {
    ["description": "an SDK", "enum": .strings(Profile.allCases.map(\.rawValue))]
  }
}
