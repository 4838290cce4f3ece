import ContentCards

/// The schema of cards in the SDKs' wire format.
struct WireSchema {
  let classes: ClassSchema

  /// The schema.
  var value: SchemaValue {
    [
      "$schema": CardSchema.dialect,
      "$id": CardSchema.wire.id,
      "title": "Braze content cards in the wire format",
      "description": """
      A card as SDKs receive and store it, an array of such cards, or a sync response.
      """,
      "if": ["type": "array"],
      "then": ["items": ["$ref": "#/$defs/card"]],
      "else": [
        "if": ["type": "object", "required": ["cards"]],
        "then": ["$ref": "#/$defs/sync_response"],
        "else": ["$ref": "#/$defs/card"],
      ],
      "$defs": ["card": card, "extras": extras, "sync_response": syncResponse],
    ]
  }

  private var card: SchemaValue {
    [
      "title": "content card",
      "type": "object",
      "properties": .object(properties),
      "required": ["id"],
      "additionalProperties": false,
      "if": WireSchema.isTombstone,
      "else": ["required": ["tp", "ca"], "allOf": .array(contentDemands)],
    ]
  }

  private var properties: [SchemaValue.Member] {
    let fields = Shape.wire.documentedKeys.map { key, field in
      SchemaValue.Member(
        key: key, value: WireSchema.form(of: field).with(["description": .text(field.summary)]))
    }
    let read: SchemaValue = [
      "type": "boolean", "description": "whether the card looks read; Android's own",
    ]
    return fields + [SchemaValue.Member(key: "read", value: read)]
  }

  /// What the value of a field has to be.
  private static func form(of field: CardField) -> SchemaValue {
    switch field {
    case .id: return ["type": "string", "pattern": "\\S"]
    case .type: return ["enum": .texts(Shape.wire.typeNames)]
    case .opensURLInWebView: return ["type": ["boolean", "null"]]
    case .created: return ["type": "number", "exclusiveMaximum": firstMilliseconds]
    case .expiresAt: return ["type": ["number", "null"], "exclusiveMaximum": firstMilliseconds]
    case .imageAspectRatio: return ["type": ["number", "null"], "exclusiveMinimum": 0]
    default: break
    }
    switch field.content {
    case .text: return ["type": ["string", "null"]]
    case .boolean: return ["type": "boolean"]
    case .number, .time: return ["type": ["number", "null"]]
    case .pairs: return ["$ref": "#/$defs/extras"]
    }
  }

  /// No time in seconds is as large: it would be the year 5138.
  private static let firstMilliseconds: SchemaValue = 100_000_000_000

  /// What the server has withdrawn has little more than an id.
  private static let isTombstone: SchemaValue = [
    "properties": ["r": ["const": true]], "required": ["r"],
  ]

  private var contentDemands: [SchemaValue] {
    let image = Shape.wire.typeName(of:)
    let types = [image(.captionedImage), image(.imageOnly)]
    return [
      [
        "if": ["properties": ["tp": ["enum": .texts(types)]], "required": ["tp"]],
        "then": [
          "properties": ["i": ["type": "string", "minLength": 1]], "required": ["i"],
        ],
      ]
    ]
  }

  private var extras: SchemaValue {
    [
      "title": "key-value pairs",
      "type": ["object", "null"],
      "propertyNames": ["minLength": 1],
      "additionalProperties": ["type": "string"],
      "allOf": .array(classes.conditions(allowsLiquid: false)),
    ]
  }

  private var syncResponse: SchemaValue {
    [
      "title": "sync response",
      "type": "object",
      "properties": [
        "cards": ["type": "array", "items": ["$ref": "#/$defs/card"]],
        "message": [
          "const": "success", "description": "anything else says that the sync has failed",
        ],
        "full_sync": [
          "type": "boolean", "description": "whether cards that are not listed are to be dropped",
        ],
        "last_full_sync_at": ["type": "integer", "description": "epoch seconds"],
        "last_card_updated_at": ["type": "integer", "description": "epoch seconds"],
      ],
      "required": ["cards"],
    ]
  }
}
