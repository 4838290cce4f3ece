import CardProcessing
import ContentCardKit

/// The schema of bodies of REST requests, made from the tables of `RequestPart`.
struct RequestSchema {
  let classes: ClassSchema

  /// The schema.
  var value: SchemaValue {
    [
      "$schema": CardSchema.dialect,
      "$id": CardSchema.rest.id,
      "title": "Braze content cards in REST requests",
      "description": """
      A content_card messaging object, or a body for /messages/send, /campaigns/trigger/send, one \
      that schedules what these send, or one for /users/track that goes with it.
      """,
      "type": "object",
      "if": RequestSchema.hasAny(["messages", "external_user_ids", "user_aliases"]),
      "then": RequestSchema.scheduled(.messagesSend, .messagesSchedule, .messagesUpdate)
        .described("a body that sends messages, now or later"),
      "else": [
        "description": "any other request",
        "if": RequestSchema.hasAny(["trigger_properties", "recipients", "campaign_id"]),
        "then": RequestSchema.scheduled(.trigger, .triggerSchedule, .triggerUpdate)
          .described("a body that sends a campaign, now or later"),
        "else": [
          "description": "a request that sends no campaign",
          "if": RequestSchema.hasAny(["events", "attributes", "purchases"]),
          "then": RequestSchema.reference(.usersTrack),
          "else": [
            "description": "a change of a schedule, or a content card",
            "if": RequestSchema.hasAny(["schedule_id"]),
            "then": RequestSchema.reference(.messagesUpdate),
            "else": RequestSchema.reference(.contentCard),
          ],
        ],
      ],
      "$defs": definitions,
    ]
  }

  private var definitions: SchemaValue {
    let parts = RequestPart.allCases.map { part in
      SchemaValue.Member(key: part.rawValue, value: schema(of: part))
    }
    return SchemaValue.object(parts).with([
      "extra": extra, "liquid": RequestSchema.liquid,
      "event_properties": RequestSchema.properties(isEvent: true),
      "purchase_properties": RequestSchema.properties(isEvent: false),
      "trigger_properties": triggerProperties,
    ])
  }

  private static let liquid: SchemaValue = [
    "title": "Liquid", "description": "a template that Braze renders", "type": "string",
    "pattern": .text(SchemaPattern.liquid),
  ]

  static func reference(_ part: RequestPart) -> SchemaValue {
    ["$ref": .text("#/$defs/\(part.rawValue)"), "description": .text(part.title)]
  }

  /// A body that sends at once, at a time, or changes when it sends.
  private static func scheduled(
    _ sending: RequestPart, _ schedule: RequestPart, _ update: RequestPart
  ) -> SchemaValue {
    [
      "if": hasAny(["schedule_id"]), "then": reference(update),
      "else": [
        "description": "a body that sends",
        "if": hasAny(["schedule"]), "then": reference(schedule), "else": reference(sending),
      ],
    ]
  }

  static func hasAny(_ keys: [String]) -> SchemaValue {
    ["anyOf": .array(keys.map(SchemaValue.requires))]
  }

  /// The schema of one object: its keys from the table, then what they demand of each other.
  private func schema(of part: RequestPart) -> SchemaValue {
    var value: SchemaValue = [
      "description": .text(part.title), "type": "object",
      "properties": .object(properties(of: part)),
    ]
    let required = part.keys.filter(\.isRequired).map(\.name.description)
    if !required.isEmpty { value = value.with(["required": .texts(required)]) }
    let requirements = RequestRequirements.of(part)
    if !requirements.isEmpty { value = value.with(["allOf": .array(requirements)]) }
    return value
  }

  /// The keys that Braze documents, and those under which others look for the same: the API ignores
  /// them, as it does all that it does not know, but nobody writes them for anything else.
  private func properties(of part: RequestPart) -> [SchemaValue.Member] {
    let keys = part.keys.map { key in
      SchemaValue.Member(
        key: key.name.description, value: form(of: key, in: part).described(key.summary))
    }
    let known = Set(part.keys.map(\.name.description))
    return keys
      + part.corrections.filter { !known.contains($0.0) }.map { name, correct in
        let value: SchemaValue = ["not": [:], "description": .text("the key is \"\(correct)\"")]
        return SchemaValue.Member(key: name, value: value)
      }
  }

  /// What the value of a key has to be; `null` counts as absent, so it is allowed unless required.
  private func form(of key: RequestKey, in part: RequestPart) -> SchemaValue {
    if let form = ownForm(of: key.name.description, in: part) { return form }
    var choices: [SchemaValue] = [plainForm(of: key)]
    if part == .contentCard, key.type != .text, !key.isRequired {
      choices.append(RequestSchema.liquidReference)
    }
    if choices.count == 1, !key.isRequired { return RequestSchema.nullable(choices[0]) }
    if !key.isRequired { choices.append(RequestSchema.null) }
    return choices.count == 1 ? choices[0] : RequestSchema.any(choices)
  }

  private static let liquidReference: SchemaValue = [
    "$ref": "#/$defs/liquid", "description": "a template that Braze renders",
  ]
  private static let null: SchemaValue = [
    "type": "null", "description": "the same as if the key were not there",
  ]

  /// Any of several forms, of which the first is the value itself unless it says otherwise.
  private static func any(_ forms: [SchemaValue]) -> SchemaValue {
    ["anyOf": .array([forms[0].described("the value itself")] + forms.dropFirst())]
  }

  private func plainForm(of key: RequestKey) -> SchemaValue {
    switch key.type {
    case .text: key.isRequired ? ["type": "string", "minLength": 1] : ["type": "string"]
    case .choice(let choices): ["enum": .texts(choices)]
    case .time: ["type": "string", "pattern": .text(SchemaPattern.time)]
    case .boolean: ["type": "boolean"]
    case .number: ["type": "number"]
    case .integer: ["type": "integer"]
    case .object: ["type": "object"]
    case .texts:
      ["type": "array", "items": ["type": "string", "description": "one of the texts"]]
    case .objects:
      ["type": "array", "items": ["type": "object", "description": "one of the objects"]]
    case .part(let part): RequestSchema.reference(part)
    case .parts(let part):
      SchemaValue.object([
        .init(key: "type", value: "array"),
        .init(key: "items", value: RequestSchema.reference(part)),
      ]).with(RequestSchema.limit(of: part).map { ["maxItems": .number("\($0)")] } ?? [:])
    }
  }

  /// The most objects of a part that a body lists.
  private static func limit(of part: RequestPart) -> Int? {
    switch part {
    case .attachment: nil
    case .recipient, .userAlias: RequestPart.recipientLimit
    default: TrackObjectsTooMany.limit
    }
  }

  private static func nullable(_ form: SchemaValue) -> SchemaValue {
    guard case .object(var members) = form, case .text(let type)? = members.first?.value,
      members.first?.key == "type"
    else { return any([form, null]) }
    members[0] = .init(key: "type", value: .texts([type, "null"]))
    return .object(members)
  }

  /// The values that have limits beyond their type.
  private func ownForm(of key: String, in part: RequestPart) -> SchemaValue? {
    switch (part, key) {
    case (.contentCard, "extra"):
      RequestSchema.any([
        ["$ref": "#/$defs/extra"], RequestSchema.liquidReference, RequestSchema.null,
      ])
    case (.contentCard, "time_to_live"):
      RequestSchema.any([
        [
          "type": "integer", "exclusiveMinimum": 0,
          "maximum": .number("\(RestExpiryTooFar.limit)"),
        ],
        RequestSchema.liquidReference, RequestSchema.null,
      ])
    case (_, "trigger_properties"):
      RequestSchema.any([["$ref": "#/$defs/trigger_properties"], RequestSchema.null])
    case (_, "external_user_ids"):
      [
        "type": ["array", "null"], "items": ["type": "string", "description": "a user's id"],
        "maxItems": .number("\(RequestPart.recipientLimit)"),
      ]
    case (.event, "time"), (.purchase, "time"):
      ["type": "string", "pattern": .text(SchemaPattern.trackedTime)]
    case (.event, "name"), (.purchase, "product_id"):
      [
        "type": "string", "minLength": 1, "maxLength": .number("\(TrackNameTooLong.limit)"),
      ]
    case (.event, "properties"):
      RequestSchema.any([["$ref": "#/$defs/event_properties"], RequestSchema.null])
    case (.purchase, "properties"):
      RequestSchema.any([["$ref": "#/$defs/purchase_properties"], RequestSchema.null])
    case (.purchase, "quantity"):
      ["type": ["integer", "null"], "minimum": 1, "maximum": 100]
    default: nil
    }
  }

  private var extra: SchemaValue {
    [
      "title": "key-value pairs",
      "description": "the key-value pairs of the card, text to text",
      "type": "object",
      "properties": classTypeWithoutLiquid(isText: true),
      "propertyNames": ["minLength": 1],
      "additionalProperties": ["type": "string", "description": "the value of a key"],
      "allOf": .array(classes.conditions(allowsLiquid: true)),
    ]
  }

  private var triggerProperties: SchemaValue {
    [
      "description": "values for the campaign's Liquid", "type": "object",
      "properties": classTypeWithoutLiquid(isText: false),
    ]
  }

  /// - Parameter isText: whether it can be nothing but text, as in extras.
  private func classTypeWithoutLiquid(isText: Bool) -> SchemaValue {
    let value: SchemaValue = [
      "not": ["type": "string", "pattern": .text(SchemaPattern.liquid)],
      "description": "the class type, which has to be known before the card is rendered",
    ]
    return [classes.typeKey: isText ? value.with(["type": "string"]) : value]
  }

  /// The properties of an event or a purchase.
  private static func properties(isEvent: Bool) -> SchemaValue {
    let text: SchemaValue = .number("\(TrackNameTooLong.limit)")
    let names: SchemaValue = ["minLength": 1, "maxLength": text, "pattern": "^[^$]"]
    return [
      "description": .text("the properties of \(isEvent ? "an event" : "a purchase")"),
      "type": "object",
      "propertyNames": isEvent ? names.with(["not": ["enum": ["time", "event_name"]]]) : names,
      "additionalProperties": [
        "description": "the value of a property",
        "maxLength": text,
        "items": [
          "description": "one of several values; dates are none of a list",
          "maxLength": text,
          "not": ["pattern": .text(SchemaPattern.trackedTime), "type": "string"],
        ],
      ],
    ]
  }
}
