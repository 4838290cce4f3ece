import ContentCardKit

/// The schema of `.cardctl.json`.
enum ConfigurationSchema {
  /// The schema.
  static var value: SchemaValue {
    [
      "$schema": CardSchema.dialect,
      "$id": CardSchema.configuration.id,
      "title": "cardctl's configuration",
      "description": "What a team sets for all runs of cardctl, in the file .cardctl.json.",
      "type": "object",
      "properties": .object(
        [.init(key: "$schema", value: schema)]
          + ConfigurationKey.allCases.map { .init(key: $0.rawValue, value: form(of: $0)) }),
      "additionalProperties": false,
      "$defs": RegistrySchema.definitions.with(["level": level, "profile": profile]),
    ]
  }

  private static let schema: SchemaValue = [
    "type": "string", "description": "the address of this schema, for editors",
  ]

  private static func form(of key: ConfigurationKey) -> SchemaValue {
    switch key {
    case .classes: classes
    case .typeKey: text("the key of the extras that names the class type; class_type by default")
    case .rules: rules
    case .profile: profiles
    case .baseline:
      text("the path of the baseline, from the folder of the configuration")
    case .maxWarnings:
      [
        "type": "integer", "minimum": 0,
        "description": "the most warnings with which validate succeeds",
      ]
    case .exclude: patterns("paths that are skipped in directories")
    case .overrides: overrides
    }
  }

  private static func text(_ description: String) -> SchemaValue {
    ["type": "string", "minLength": 1, "description": .text(description)]
  }

  private static func patterns(_ description: String) -> SchemaValue {
    [
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

  private static var overrides: SchemaValue {
    let members: [SchemaValue.Member] = OverrideKey.allCases.map { key in
      let value: SchemaValue =
        switch key {
        case .files: patterns("the paths that the override applies to")
        case .kind:
          [
            "description": "the kind of every value in the files",
            "enum": .strings(RecordKind.allCases.map(\.rawValue)),
          ]
        case .rules: rules
        case .profile: profiles
        }
      return .init(key: key.rawValue, value: value)
    }
    return [
      "description": "settings for some paths; a later override replaces what an earlier one sets",
      "type": "array",
      "items": [
        "description": "one override", "type": "object", "required": ["files"],
        "properties": .object(members), "additionalProperties": false,
      ],
    ]
  }

  private static func pattern(_ description: String) -> SchemaValue {
    ["type": "string", "pattern": "^[^!]", "description": .text(description)]
  }

  private static let classes: SchemaValue = [
    "description": "the team's class types",
    "anyOf": [
      text("the path of a registry, from the folder of the configuration"),
      ["$ref": "#/$defs/classes", "description": "the class types themselves"],
    ],
  ]

  /// Of patterns beyond a family of rules only their form can be described.
  private static var rules: SchemaValue {
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
      "additionalProperties": ["$ref": "#/$defs/level", "description": "the level of the rule"],
    ]
  }

  private static var level: SchemaValue {
    [
      "description": "what the findings of a rule count as; off switches it off",
      "enum": .strings(RuleLevel.names),
    ]
  }

  private static let profiles: SchemaValue = [
    "description": "the SDKs whose demands are added",
    "anyOf": [
      ["$ref": "#/$defs/profile", "description": "one SDK"],
      [
        "description": "several SDKs", "type": "array",
        "items": ["$ref": "#/$defs/profile", "description": "one of the SDKs"],
      ],
    ],
  ]

  private static var profile: SchemaValue {
    ["description": "an SDK", "enum": .strings(Profile.allCases.map(\.rawValue))]
  }
}
