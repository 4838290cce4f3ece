import ContentCardKit

/// The schema of REST request bodies, generated from the table of `RequestPart`.
struct RequestSchema {
  let classes: ClassSchema

  /// The schema.
  var value: SchemaValue {
    CardSchema.rest.document(
      title: "Braze content cards in REST requests",
      """
      A content_card messaging object, or a body for /messages/send, /campaigns/trigger/send, one \
      that schedules what these send, or a body for /users/track.
      """
    ).with(["type": "object"]).with(
      RequestSchema.branch(
        on: ["messages", "external_user_ids", "user_aliases"],
        then: RequestSchema.scheduled(
          .messagesSend, at: .messagesSchedule, changing: .messagesUpdate
        )
        .described("a body that sends messages, now or later"),
        else: "any other request",
        RequestSchema.branch(
          on: ["trigger_properties", "recipients", "campaign_id"],
          then: RequestSchema.scheduled(.trigger, at: .triggerSchedule, changing: .triggerUpdate)
            .described("a body that sends a campaign, now or later"),
          else: "a request that does not send a campaign",
          RequestSchema.branch(
            on: ["events", "attributes", "purchases"], then: RequestSchema.reference(.usersTrack),
            else: "a change of a schedule, or a content card",
            RequestSchema.branch(
              on: ["schedule_id"], then: RequestSchema.reference(.messagesUpdate),
              RequestSchema.reference(.contentCard)))))
    ).with(["$defs": definitions])
  }

  /// Returns a condition: `then` for objects with any of `keys`, and `other` for all others.
  private static func branch(
    on keys: [String], then: SchemaValue, else description: String? = nil, _ other: SchemaValue
  ) -> SchemaValue {
    let described = description.map {
      SchemaValue.members([("description", .text($0))]).with(other)
    }
    return [
      "if": ["anyOf": .array(keys.map(SchemaValue.requires))], "then": then,
      "else": described ?? other,
    ]
  }

  private var definitions: SchemaValue {
    SchemaValue.members(RequestPart.all.map { ($0.name, schema(of: $0)) }).with([
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

  private static func reference(_ part: RequestPart) -> SchemaValue {
    .ref(part.name, part.title)
  }

  /// Returns the schema of a body that sends immediately, sends at a scheduled time, or changes a
  /// schedule.
  private static func scheduled(
    _ sending: RequestPart, at schedule: RequestPart, changing update: RequestPart
  ) -> SchemaValue {
    branch(
      on: ["schedule_id"], then: reference(update), else: "a body that sends",
      branch(on: ["schedule"], then: reference(schedule), reference(sending)))
  }

  /// Returns the schema of an object: its keys from the table, then its requirements.
  private func schema(of part: RequestPart) -> SchemaValue {
    var value: SchemaValue = [
      "description": .text(part.title), "type": "object",
      "properties": .members(properties(of: part)),
    ]
    let required = part.keys.filter(\.isRequired).map(\.name.description)
    if !required.isEmpty { value = value.with(["required": .strings(required)]) }
    var requirements = part.requirements
      .filter { ($0.severity ?? $0.rule.severity) == .error }.map(\.schema)
    if part.name == RequestPart.usersTrack.name { requirements.append(RequestSchema.users) }
    if !requirements.isEmpty { value = value.with(["allOf": .array(requirements)]) }
    return value
  }

  /// Requires that every tracked object names a user or imports push tokens, or that none does, as
  /// in a user update step of a Canvas.
  private static let users: SchemaValue = {
    let names: SchemaValue = [
      "anyOf": .array(RequestPart.trackedUsers.map { .has("\($0)", SchemaValue.filled) }),
      "description": "it names a user",
    ]
    let named: SchemaValue = [
      "anyOf": [names, .has("push_token_import", ["const": true])],
      "description": "it names a user, or imports push tokens",
    ]
    let isAlone: SchemaValue = [
      "description": "a body that does not name a user",
      "not": ["anyOf": .array(RequestPart.trackedUsers.map { .has("\($0)", SchemaValue.filled) })],
    ]
    func each(_ form: SchemaValue, _ description: String) -> SchemaValue {
      let list: SchemaValue = ["items": form, "description": .text(description)]
      let lists = RequestPart.trackedLists.map { ("\($0)", list) }
      return ["properties": .members(lists), "description": .text(description)]
    }
    let unnamed: SchemaValue = ["not": names, "description": "it does not name a user"]
    return [
      "description": "each object names a user, or the body is for a Canvas",
      "anyOf": [
        each(named, "objects that name users"),
        each(unnamed, "objects for the user of a Canvas").with(["allOf": [isAlone]]),
      ],
    ]
  }()

  /// Returns the keys of the table, and their misnomers, which are not allowed.
  private func properties(of part: RequestPart) -> [(String, SchemaValue)] {
    let keys = part.keys.map { ("\($0.name)", form(of: $0, in: part).described($0.summary)) }
    let known = Set(keys.map(\.0))
    let misnomers = part.misnomers.flatMap { correct, names in
      names.filter { !known.contains($0) }.map { ($0, "the key is \"\(correct)\"") }
    }
    let misplaced = part.misplaced.sorted { $0.key < $1.key }.map { name, place in
      (name, "its place is \(place.holder).\(place.key)")
    }
    return keys
      + (misnomers + misplaced).map { ($0, ["not": [:], "description": .text($1)]) }
  }

  /// Returns the schema of a key's value.
  ///
  /// `null` is treated as absent, so it is allowed for optional keys. Liquid is allowed for any
  /// value in a card, and elsewhere for times.
  private func form(of key: RequestKey, in part: RequestPart) -> SchemaValue {
    let form = RequestSchema.form(of: key.value, isRequired: key.isRequired)
    var choices = [form]
    if part.isCard || key.value.isTime {
      choices.append(.ref("liquid", "a template that Braze renders"))
    }
    if !key.isRequired { choices.append(["type": "null", "description": "like an absent key"]) }
    return choices.count == 1
      ? form
      : ["anyOf": .array([form.described("the value itself")] + choices.dropFirst())]
  }

  private static func form(of value: RequestValue, isRequired: Bool) -> SchemaValue {
    var form: SchemaValue
    switch value {
    case .text(let limit), .id(let limit):
      form = ["type": "string"]
      // The API accepts numbers as ids.
      if case .id = value { form = ["type": ["string", "number"]] }
      if isRequired { form = form.with(["minLength": 1]) }
      if let limit { form = form.with(["maxLength": .number("\(limit)")]) }
    case .choice(let choices):
      // An empty string is a warning.
      form = ["enum": .strings(choices + (isRequired ? [] : [""]))]
    case .time(let isTracked):
      let pattern = isTracked ? SchemaPattern.trackedTime : SchemaPattern.time
      form = ["type": "string", "pattern": .text(pattern)]
    case .boolean: form = ["type": "boolean"]
    case .number: form = ["type": "number"]
    case .integer(let range):
      form = [
        "type": "integer", "minimum": .number("\(range.lowerBound)"),
        "maximum": .number("\(range.upperBound)"),
      ]
    case .object(nil): form = ["type": "object"]
    case .object(let name?): form = ["$ref": .text("#/$defs/\(name)")]
    case .part(let part): form = reference(part)
    case .list(let element, let limit):
      form = [
        "type": "array",
        "items": RequestSchema.form(of: element, isRequired: false).described("one of the values"),
      ]
      if let limit { form = form.with(["maxItems": .number("\(limit)")]) }
    }
    return form
  }

  private var extra: SchemaValue {
    [
      "title": "key-value pairs",
      "description": "the key-value pairs of the card, text to text",
      "type": "object",
      "properties": classTypeWithoutLiquid(isText: true),
      "additionalProperties": ["type": "string", "description": "the value of a key"],
      "allOf": .array(classes.conditions),
    ]
  }

  private var triggerProperties: SchemaValue {
    [
      "description": "values for the campaign's Liquid", "type": "object",
      "properties": classTypeWithoutLiquid(isText: false),
    ]
  }

  /// - Parameter isText: whether it must be a string, as in extras.
  private func classTypeWithoutLiquid(isText: Bool) -> SchemaValue {
    let value: SchemaValue = [
      "not": ["type": "string", "pattern": .text(SchemaPattern.liquid)],
      "description": "the class type, which must be known before the card is rendered",
    ]
    return [classes.typeKey: isText ? value.with(["type": "string"]) : value]
  }

  /// Returns the schema of the properties of an event or a purchase.
  private static func properties(isEvent: Bool) -> SchemaValue {
    let text: SchemaValue = .number("\(RequestPart.textLimit)")
    let names: SchemaValue = ["minLength": 1, "maxLength": text, "pattern": "^[^$]"]
    return [
      "description": .text("the properties of \(isEvent ? "an event" : "a purchase")"),
      "type": "object",
      "propertyNames": isEvent ? names.with(["not": ["enum": ["time", "event_name"]]]) : names,
      "additionalProperties": [
        "description": "the value of a property",
        "maxLength": text,
        "items": [
          "description": "an element, but not a date",
          "maxLength": text,
          "not": ["pattern": .text(SchemaPattern.trackedTime), "type": "string"],
        ],
      ],
    ]
  }
}
