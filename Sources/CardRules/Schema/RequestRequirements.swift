/// What the keys of one object demand of each other, as a schema says it.
enum RequestRequirements {
  /// The requirements of an object.
  static func of(_ part: RequestPart) -> [SchemaValue] {
    switch part {
    case .contentCard: contentCard
    case .messagesSend, .messagesSchedule: recipients(of: part)
    case .trigger, .triggerSchedule: recipients(of: part) + [attachments]
    case .recipient: user(of: part) + [newUser, prioritization]
    case .event, .purchase: user(of: part)
    case .attributes: attributes
    case .messages, .messagesUpdate, .triggerUpdate, .schedule, .userAlias, .usersTrack, .email,
      .attachment:
      []
    }
  }

  private static func hasNot(_ key: String) -> SchemaValue {
    ["not": .has(key), "description": .text("it has no \(key)")]
  }

  private static let contentCard: [SchemaValue] = [
    .when(
      .has("type", ["enum": ["CLASSIC", "CAPTIONED_IMAGE"]]),
      then: [
        "description": "it has a title and a description",
        "allOf": [.has("title"), .has("description")],
      ], "cards that show words have them"),
    .when(
      .has("type", ["enum": ["CAPTIONED_IMAGE", "BANNER"]]),
      then: .has("image_url", ["type": "string", "minLength": 1]),
      "cards that show an image have one"),
    [
      "description": "it says when the card expires",
      "anyOf": [.has("time_to_live"), .has("expire_at")],
    ],
    [
      "description": "it says so once",
      "not": ["allOf": [.has("time_to_live"), .has("expire_at")]],
    ],
  ]

  /// Users are named, or the request is a broadcast, and not both.
  private static func recipients(of part: RequestPart) -> [SchemaValue] {
    let keys = part.recipientKeys.map(\.description)
    let named = keys.map { SchemaValue.has($0) }
    return [
      [
        "description": "it names users, or is a broadcast",
        "if": .has("broadcast", ["const": true]),
        "then": ["description": "a broadcast names no users", "allOf": .array(keys.map(hasNot))],
        "else": ["description": "it names users", "anyOf": .array(named)],
      ]
    ]
  }

  /// Exactly one of the keys that exclude each other, or one of the others.
  private static func user(of part: RequestPart) -> [SchemaValue] {
    let filled: SchemaValue = ["not": ["enum": [.null, ""]]]
    let keys = part.userKeys.map(\.description)
    let exclusive = part.exclusiveUserKeys.map(\.description)
    var requirements: [SchemaValue] = [
      ["description": "it names a user", "anyOf": .array(keys.map { .has($0, filled) })]
    ]
    for (index, first) in exclusive.enumerated() {
      for second in exclusive.dropFirst(index + 1) {
        requirements.append([
          "description": .text("it has not both \(first) and \(second)"),
          "not": ["allOf": [.has(first), .has(second)]],
        ])
      }
    }
    return requirements
  }

  private static let newUser = SchemaValue.when(
    .has("send_to_existing_only", ["const": false]),
    then: [
      "description": "a user that may be new has attributes and no alias",
      "allOf": [.has("attributes"), hasNot("user_alias")],
    ], "new users have attributes")

  private static let attachments = SchemaValue.when(
    .has("broadcast", ["const": true]), then: hasNot("attachments"),
    "a broadcast has no attachments")

  private static let prioritization = SchemaValue.when(
    .has("email"), then: .has("prioritization"), "an address may be that of several profiles")

  /// An import of push tokens names no user; all others do.
  private static let attributes: [SchemaValue] = [
    [
      "description": "it names a user, or imports push tokens",
      "if": .has("push_token_import", ["const": true]),
      "then": [
        "description": "an import has push tokens and names nobody",
        "allOf": [.has("push_tokens"), hasNot("external_id"), hasNot("braze_id")],
      ],
      "else": ["description": "it names a user", "allOf": .array(user(of: .attributes))],
    ]
  ]
}
