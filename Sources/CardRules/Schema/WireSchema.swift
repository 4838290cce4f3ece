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
      "$defs": [
        "card": card, "extras": extras, "text": WireSchema.text, "sync_response": syncResponse,
      ],
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
    case .text: return ["$ref": "#/$defs/text"]
    case .boolean: return ["type": "boolean"]
    case .number, .time: return ["type": ["number", "null"]]
    case .pairs: return ["$ref": "#/$defs/extras"]
    }
  }

  /// Text as users read it: a delivered card has no Liquid left.
  private static let text: SchemaValue = [
    "type": ["string", "null"],
    "not": ["type": "string", "pattern": .text(SchemaPattern.liquid)],
  ]

  /// No time in seconds is as large.
  private static let firstMilliseconds = SchemaValue.number("\(CardTime.firstMilliseconds)")

  /// What the server has withdrawn has little more than an id.
  private static let isTombstone: SchemaValue = [
    "properties": ["r": ["const": true]], "required": ["r"],
  ]

  /// What the types are made of: an image, or words.
  private var contentDemands: [SchemaValue] {
    [
      [
        "if": isOfType([.captionedImage, .imageOnly]),
        "then": WireSchema.hasText("i"),
      ],
      [
        "if": isOfType([.classic, .classicImage, .captionedImage]),
        "then": [
          "anyOf": [WireSchema.hasText("tt"), WireSchema.hasText("ds"), hasClassType]
        ],
      ],
    ]
  }

  private func isOfType(_ types: [CardType]) -> SchemaValue {
    let names = types.map { Shape.wire.typeName(of: $0) }
    return ["properties": ["tp": ["enum": .texts(names)]], "required": ["tp"]]
  }

  private static func hasText(_ key: String) -> SchemaValue {
    [
      "properties": .object([.init(key: key, value: ["type": "string", "minLength": 1])]),
      "required": [.text(key)],
    ]
  }

  /// The app shows an object in place of such a card, so the words may stand in the extras.
  private var hasClassType: SchemaValue {
    [
      "properties": ["e": ["type": "object", "required": [.text(classes.typeKey)]]],
      "required": ["e"],
    ]
  }

  private var extras: SchemaValue {
    [
      "title": "key-value pairs",
      "type": ["object", "null"],
      "propertyNames": ["minLength": 1],
      "additionalProperties": ["type": "string", "$ref": "#/$defs/text"],
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
