/// What the keys of one object demand of each other, as a schema says it.
enum RequestDemands {
  /// The demands of an object.
  static func of(_ part: RequestPart) -> [SchemaValue] {
    switch part {
    case .contentCard: contentCard
    case .messagesSend: recipients(["external_user_ids", "user_aliases"])
    case .messagesSchedule: recipients(["external_user_ids", "user_aliases", "recipients"])
    case .trigger, .triggerSchedule: recipients(["recipients"]) + [attachments]
    case .recipient: user(of: part) + [newUser, prioritization]
    case .event, .purchase: user(of: part)
    case .attributes: attributes
    case .messages, .messagesUpdate, .triggerUpdate, .schedule, .userAlias, .usersTrack: []
    }
  }

  /// The object has the key, and its value is not `null`.
  private static func has(_ key: String, _ form: SchemaValue = ["not": ["type": "null"]])
    -> SchemaValue
  {
    [
      "properties": .object([.init(key: key, value: form)]), "required": [.text(key)],
    ]
  }

  private static func hasNot(_ key: String) -> SchemaValue { ["not": has(key)] }

  private static let contentCard: [SchemaValue] = [
    [
      "if": has("type", ["enum": ["CLASSIC", "CAPTIONED_IMAGE"]]),
      "then": ["allOf": [has("title"), has("description")]],
    ],
    [
      "if": has("type", ["enum": ["CAPTIONED_IMAGE", "BANNER"]]),
      "then": has("image_url", ["type": "string", "minLength": 1]),
    ],
    ["anyOf": [has("time_to_live"), has("expire_at")]],
    ["not": ["allOf": [has("time_to_live"), has("expire_at")]]],
  ]

  /// Users are named, or the request is a broadcast, and not both.
  private static func recipients(_ keys: [String]) -> [SchemaValue] {
    let named = keys.map { has($0) }
    return [
      [
        "if": has("broadcast", ["const": true]),
        "then": ["allOf": .array(keys.map(hasNot))],
        "else": ["anyOf": .array(named)],
      ]
    ]
  }

  /// Exactly one of the keys that exclude each other, or one of the others.
  private static func user(of part: RequestPart) -> [SchemaValue] {
    let filled: SchemaValue = ["not": ["enum": [.null, ""]]]
    let keys = part.userKeys.map(\.description)
    let exclusive = part.exclusiveUserKeys.map(\.description)
    var demands: [SchemaValue] = [["anyOf": .array(keys.map { has($0, filled) })]]
    for (index, first) in exclusive.enumerated() {
      for second in exclusive.dropFirst(index + 1) {
        demands.append(["not": ["allOf": [has(first), has(second)]]])
      }
    }
    return demands
  }

  private static let newUser: SchemaValue = [
    "if": has("send_to_existing_only", ["const": false]),
    "then": ["allOf": [has("attributes"), hasNot("user_alias")]],
  ]

  private static let attachments: SchemaValue = [
    "if": has("broadcast", ["const": true]), "then": hasNot("attachments"),
  ]

  private static let prioritization: SchemaValue = [
    "if": has("email"), "then": has("prioritization"),
  ]

  /// An import of push tokens names nobody; all others name a user.
  private static let attributes: [SchemaValue] = [
    [
      "if": has("push_token_import", ["const": true]),
      "then": ["allOf": [has("push_tokens"), hasNot("external_id"), hasNot("braze_id")]],
      "else": ["allOf": .array(user(of: .attributes))],
    ]
  ]
}
