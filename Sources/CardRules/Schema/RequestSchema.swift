import ContentCards

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
      "then": RequestSchema.scheduled(.messagesSend, .messagesSchedule, .messagesUpdate),
      "else": [
        "if": RequestSchema.hasAny(["trigger_properties", "recipients", "campaign_id"]),
        "then": RequestSchema.scheduled(.trigger, .triggerSchedule, .triggerUpdate),
        "else": [
          "if": RequestSchema.hasAny(["events", "attributes", "purchases"]),
          "then": RequestSchema.reference(.usersTrack),
          "else": [
            "if": RequestSchema.hasAny(["schedule_id"]),
            "then": RequestSchema.reference(.messagesUpdate),
            "else": RequestSchema.reference(.contentCard),
          ],
        ],
      ],
      "$defs": .object(
        RequestPart.allCases.map { SchemaValue.Member(key: $0.rawValue, value: schema(of: $0)) }
          + [
            .init(key: "extra", value: extra), .init(key: "liquid", value: RequestSchema.liquid),
            .init(key: "event_properties", value: RequestSchema.properties(isEvent: true)),
            .init(key: "purchase_properties", value: RequestSchema.properties(isEvent: false)),
            .init(key: "trigger_properties", value: triggerProperties),
          ]),
    ]
  }

  private static let liquid: SchemaValue = [
    "title": "a template that Braze renders", "type": "string",
    "pattern": .text(SchemaPattern.liquid),
  ]

  static func reference(_ part: RequestPart) -> SchemaValue {
    ["$ref": .text("#/$defs/\(part.rawValue)")]
  }

  /// A body that sends at once, at a time, or changes when it sends.
  private static func scheduled(
    _ sending: RequestPart, _ schedule: RequestPart, _ update: RequestPart
  ) -> SchemaValue {
    [
      "if": hasAny(["schedule_id"]), "then": reference(update),
      "else": [
        "if": hasAny(["schedule"]), "then": reference(schedule), "else": reference(sending),
      ],
    ]
  }

  static func hasAny(_ keys: [String]) -> SchemaValue {
    ["anyOf": .array(keys.map { ["required": [.text($0)]] })]
  }

  /// The schema of one object: its keys from the table, then what they demand of each other.
  private func schema(of part: RequestPart) -> SchemaValue {
    var members: [SchemaValue.Member] = [
      .init(key: "title", value: .text(part.title)), .init(key: "type", value: "object"),
      .init(
        key: "properties",
        value: .object(
          part.keys.map { key in
            let value = form(of: key, in: part).with(["description": .text(key.summary)])
            return SchemaValue.Member(key: key.name.description, value: value)
          })),
    ]
    let required = part.keys.filter(\.isRequired).map(\.name.description)
    if !required.isEmpty { members.append(.init(key: "required", value: .texts(required))) }
    if !part.isOpen { members.append(.init(key: "additionalProperties", value: false)) }
    let demands = RequestDemands.of(part)
    if !demands.isEmpty { members.append(.init(key: "allOf", value: .array(demands))) }
    return .object(members)
  }

  /// What the value of a key has to be; `null` counts as absent, so it is allowed unless required.
  private func form(of key: RequestKey, in part: RequestPart) -> SchemaValue {
    if let form = ownForm(of: key.name.description, in: part) { return form }
    var choices: [SchemaValue] = [plainForm(of: key)]
    if part == .contentCard, key.type != .text, !key.isRequired {
      choices.append(["$ref": "#/$defs/liquid"])
    }
    if choices.count == 1, !key.isRequired { return RequestSchema.nullable(choices[0]) }
    if !key.isRequired { choices.append(["type": "null"]) }
    return choices.count == 1 ? choices[0] : ["anyOf": .array(choices)]
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
    case .texts: ["type": "array", "items": ["type": "string"]]
    case .objects: ["type": "array", "items": ["type": "object"]]
    case .part(let part): RequestSchema.reference(part)
    case .parts(let part): ["type": "array", "items": RequestSchema.reference(part)]
    }
  }

  private static func nullable(_ form: SchemaValue) -> SchemaValue {
    guard case .object(var members) = form, case .text(let type)? = members.first?.value,
      members.first?.key == "type"
    else { return ["anyOf": [form, ["type": "null"]]] }
    members[0] = .init(key: "type", value: .texts([type, "null"]))
    return .object(members)
  }

  /// The values that have limits beyond their type.
  private func ownForm(of key: String, in part: RequestPart) -> SchemaValue? {
    switch (part, key) {
    case (.contentCard, "extra"):
      ["anyOf": [["$ref": "#/$defs/extra"], ["$ref": "#/$defs/liquid"], ["type": "null"]]]
    case (.contentCard, "time_to_live"):
      [
        "anyOf": [
          [
            "type": "integer", "exclusiveMinimum": 0,
            "maximum": .number("\(RestExpiryTooFar.limit)"),
          ],
          ["$ref": "#/$defs/liquid"], ["type": "null"],
        ]
      ]
    case (_, "trigger_properties"):
      ["anyOf": [["$ref": "#/$defs/trigger_properties"], ["type": "null"]]]
    case (.messagesSend, "external_user_ids"), (.messagesSchedule, "external_user_ids"):
      RequestSchema.limited(["type": "string"], RequestPart.recipientLimit)
    case (.messagesSend, "user_aliases"), (.messagesSchedule, "user_aliases"):
      RequestSchema.limited(RequestSchema.reference(.userAlias), RequestPart.recipientLimit)
    case (_, "recipients"):
      RequestSchema.limited(RequestSchema.reference(.recipient), RequestPart.recipientLimit)
    case (.usersTrack, "events"):
      RequestSchema.limited(RequestSchema.reference(.event), TrackObjectsTooMany.limit)
    case (.usersTrack, "attributes"):
      RequestSchema.limited(RequestSchema.reference(.attributes), TrackObjectsTooMany.limit)
    case (.usersTrack, "purchases"):
      RequestSchema.limited(RequestSchema.reference(.purchase), TrackObjectsTooMany.limit)
    case (.event, "time"), (.purchase, "time"):
      ["type": "string", "pattern": .text(SchemaPattern.trackedTime)]
    case (.event, "name"), (.purchase, "product_id"):
      [
        "type": "string", "minLength": 1, "maxLength": .number("\(TrackNameTooLong.limit)"),
      ]
    case (.event, "properties"):
      ["anyOf": [["$ref": "#/$defs/event_properties"], ["type": "null"]]]
    case (.purchase, "properties"):
      ["anyOf": [["$ref": "#/$defs/purchase_properties"], ["type": "null"]]]
    case (.purchase, "quantity"):
      ["type": ["integer", "null"], "minimum": 1, "maximum": 100]
    default: nil
    }
  }

  private static func limited(_ items: SchemaValue, _ limit: Int) -> SchemaValue {
    ["type": ["array", "null"], "items": items, "maxItems": .number("\(limit)")]
  }

  private var extra: SchemaValue {
    [
      "title": "key-value pairs",
      "type": "object",
      "properties": classTypeWithoutLiquid,
      "propertyNames": ["minLength": 1],
      "additionalProperties": ["type": "string"],
      "allOf": .array(classes.conditions(allowsLiquid: true)),
    ]
  }

  private var triggerProperties: SchemaValue {
    ["type": "object", "properties": classTypeWithoutLiquid]
  }

  private var classTypeWithoutLiquid: SchemaValue {
    .object([
      .init(
        key: classes.typeKey,
        value: [
          "not": ["type": "string", "pattern": .text(SchemaPattern.liquid)],
          "description": "the class type, which has to be known before the card is rendered",
        ])
    ])
  }

  /// The properties of an event or a purchase.
  private static func properties(isEvent: Bool) -> SchemaValue {
    let text: SchemaValue = .number("\(TrackNameTooLong.limit)")
    let names: SchemaValue = ["minLength": 1, "maxLength": text, "pattern": "^[^$]"]
    return [
      "type": "object",
      "propertyNames": isEvent ? names.with(["not": ["enum": ["time", "event_name"]]]) : names,
      "additionalProperties": [
        "maxLength": text,
        "items": [
          "maxLength": text,
          "not": ["pattern": .text(SchemaPattern.trackedTime), "type": "string"],
        ],
      ],
    ]
  }
}
