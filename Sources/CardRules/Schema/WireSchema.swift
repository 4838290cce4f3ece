import ContentCardKit

/// The schema of cards in the SDKs' wire format.
struct WireSchema {
  let classes: ClassSchema

  /// The schema.
  var value: SchemaValue {
    CardSchema.wire.document(
      title: "Braze content cards in the wire format",
      "A card as SDKs receive and store it, an array of such cards, or a sync response."
    ).with([
      "if": ["type": "array"],
      "then": ["description": "an array of cards", "items": .ref("card", "one of the cards")],
      "else": [
        "description": "a sync response or a card",
        "if": ["type": "object", "required": ["cards"]],
        "then": .ref("sync_response", "a sync response"), "else": .ref("card", "a card alone"),
      ],
      "$defs": [
        "card": card, "extras": extras, "text": WireSchema.text,
        "sync_response": WireSchema.syncResponse,
      ],
    ])
  }

  private var card: SchemaValue {
    let fields = Shape.wire.documentedKeys.map { key, field in
      (key, WireSchema.form(of: field).with(["description": .text(field.summary)]))
    }
    return [
      "title": "content card",
      "description": "a content card; keys that no SDK reads are allowed",
      "type": "object",
      "properties": SchemaValue.members(fields).with([
        "read": ["type": "boolean", "description": "whether the card looks read; Android only"]
      ]),
      "required": ["id"],
      // A tombstone has little more than an id.
      "if": .member("r", ["const": true]),
      "else": [
        "description": "a card that was not removed has a type, a creation time and content",
        "required": ["tp", "ca"], "allOf": .array(contentRequirements),
      ],
    ]
  }

  /// Returns the schema of a field's value.
  private static func form(of field: CardField) -> SchemaValue {
    switch field {
    case .id: return ["type": "string", "pattern": "\\S"]
    case .type: return ["enum": .strings(Shape.wire.typeNames)]
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

  /// Text as users see it.
  ///
  /// A delivered card contains no Liquid.
  private static let text: SchemaValue = [
    "description": "text without Liquid, which is rendered before a card is delivered",
    "type": ["string", "null"],
    "not": ["type": "string", "pattern": .text(SchemaPattern.liquid)],
  ]

  /// The smallest value that is treated as milliseconds; times in seconds must be smaller.
  private static let firstMilliseconds = SchemaValue.number("\(CardTime.firstMilliseconds)")

  /// The content that card types require: an image or text.
  private var contentRequirements: [SchemaValue] {
    // With a class type, the app shows an object in place of the card, with text from the extras.
    let classType: SchemaValue = [
      "type": "object", "required": [.text(classes.typeKey)],
      "description": "extras with a class type",
    ]
    func isOfType(_ types: [CardType]) -> SchemaValue {
      .member("tp", ["enum": .strings(types.map { Shape.wire.typeName(of: $0) })])
    }
    func hasText(_ key: String, _ description: String) -> SchemaValue {
      SchemaValue.member(
        key, ["type": "string", "minLength": 1, "description": "a non-empty string"]
      ).described(description)
    }
    return [
      .when(
        isOfType([.captionedImage, .imageOnly]), then: hasText("i", "the card has an image"),
        "cards that show an image have one"),
      .when(
        isOfType([.classic, .classicImage, .captionedImage]),
        then: [
          "description": "the card has a title or a text, or a class type",
          "anyOf": [
            hasText("tt", "the card has a title"), hasText("ds", "the card has a text"),
            .member("e", classType).described("the app shows its own object in place of the card"),
          ],
        ], "cards that show text have some"),
    ]
  }

  private var extras: SchemaValue {
    [
      "title": "key-value pairs",
      "description": "the key-value pairs of the card, text to text",
      "type": ["object", "null"], "propertyNames": ["minLength": 1],
      "additionalProperties": [
        "type": "string", "$ref": "#/$defs/text", "description": "the value of a key",
      ],
      "allOf": .array(classes.conditions(allowsLiquid: false)),
    ]
  }

  private static let syncResponse: SchemaValue = [
    "title": "sync response",
    "description": "the server's response to an SDK's request for cards",
    "type": "object",
    "properties": [
      "cards": [
        "type": "array", "description": "the cards", "items": .ref("card", "one of the cards"),
      ],
      "message": [
        "const": "success", "description": "any other text means that the sync failed",
      ],
      "full_sync": [
        "enum": [true, false, 0, 1, .null],
        "description": "whether to delete cards that are not listed",
      ],
      "last_full_sync_at": ["type": ["integer", "null"], "description": "epoch seconds"],
      "last_card_updated_at": ["type": ["integer", "null"], "description": "epoch seconds"],
    ],
    "required": ["cards"],
  ]
}
