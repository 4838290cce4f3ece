import CardJSON

/// A requirement on combinations of keys in an object.
///
/// Defines both the check and, for errors, the JSON Schema.
struct RequestRequirement: Sendable {
  /// The keys that the object must or must not have.
  enum Keys {
    /// Each of the keys.
    case all([StaticString])
    /// At least one of the keys.
    case any([StaticString])
    /// At most one of the keys.
    case atMostOne([StaticString])
    /// None of the keys.
    case none([StaticString])
    /// A value other than null.
    case anyValue
  }

  /// The condition under which a requirement applies: that a key has one of some values.
  struct Condition {
    /// The key.
    let key: StaticString
    /// The values of the key; empty for any value.
    var values: [SchemaValue] = []
    /// Whether the key must not have one of the values.
    var isNegated = false
    /// Keys whose presence cancels the requirement.
    var unless: [StaticString] = []

    static let isBroadcast = Condition(key: "broadcast", values: [true])
  }

  let keys: Keys
  let rule: Rule
  /// The severity of its findings; nil for the default of the rule.
  var severity: Severity?
  var condition: Condition?
  /// Whether a key with an empty string, array or object is treated as present.
  var acceptsEmpty = false
  /// Whether to report a finding at the condition's value.
  var isAtCondition = false
  /// Whether the fix is to omit the condition's key.
  var omitsCondition = false
  /// Returns the message for a key or a list of keys.
  let message: @Sendable (_ object: RequestObject, _ keys: String) -> String
}

// The requirements in the table.
extension RequestPart {
  static let cardRequirements: [RequestRequirement] = [
    .init(
      keys: .all(["title", "description"]), rule: .restTextMissing,
      condition: .init(key: "type", values: ["CLASSIC", "CAPTIONED_IMAGE"]), acceptsEmpty: true
    ) { "a \($0.cardType ?? "") card needs \"\($1)\"" },
    .init(
      keys: .all(["image_url"]), rule: .restImageMissing,
      condition: .init(key: "type", values: ["CAPTIONED_IMAGE", "BANNER"])
    ) { card, key in
      let type = card.cardType ?? ""
      return card.value("image_url") == nil
        ? "a \(type) card needs \"\(key)\"" : "\"\(key)\" of a \(type) card is empty"
    },
    .init(
      keys: .any(["time_to_live", "expire_at"]), rule: .restExpiryMissing, acceptsEmpty: true
    ) { "the card has no expiry: expected \($1)" },
    .init(
      keys: .atMostOne(["time_to_live", "expire_at"]), rule: .restExpiryTwice, acceptsEmpty: true
    ) { _, _ in "\"time_to_live\" and \"expire_at\" are mutually exclusive; keep one" },
  ]

  /// Returns the requirements of a `/messages` body whose recipients are under `keys`.
  static func messagesRequirements(_ keys: [StaticString]) -> [RequestRequirement] {
    let audience = RequestRequirement(
      keys: .any(["segment_id", "audience"] + keys), rule: .requestRecipientsMissing,
      condition: .isBroadcast, isAtCondition: true
    ) { _, _ in "broadcast needs \"segment_id\" or \"audience\"" }
    return [audience] + broadcastRequirements(keys)
  }

  static let triggerRequirements: [RequestRequirement] =
    [
      .init(
        keys: .none(["attachments"]), rule: .triggerAttachmentsBroadcast, condition: .isBroadcast
      ) { _, _ in "attachments are not allowed with \"broadcast\": true" }
    ] + broadcastRequirements(["recipients"])

  private static func broadcastRequirements(_ keys: [StaticString]) -> [RequestRequirement] {
    [
      .init(
        keys: .any(keys), rule: .requestRecipientsMissing,
        condition: .init(key: "broadcast", values: [true], isNegated: true)
      ) { "no recipients: expected \($1), or \"broadcast\": true" },
      .init(
        keys: .none(keys), rule: .requestBroadcastWithRecipients, condition: .isBroadcast,
        isAtCondition: true
      ) { "\"broadcast\": true cannot be combined with \($1)" },
    ]
  }

  static let someMessage = RequestRequirement(keys: .anyValue, rule: .requestKeyMissing) { _, _ in
    "there is no message to send"
  }

  /// The keys that Braze's reference requires of an email.
  static let emailRequirements: [RequestRequirement] = [
    .init(keys: .all(["app_id", "from"]), rule: .requestKeyMissing, severity: .warning) {
      "\($0.part.title) needs \"\($1)\""
    },
    .init(
      keys: .any(["body", "email_template_id"]), rule: .requestKeyMissing, severity: .warning
    ) { "\($0.part.title) needs \($1)" },
  ]

  /// Silent messages have no text.
  static let appleAlert = RequestRequirement(
    keys: .all(["alert"]), rule: .requestKeyMissing, severity: .warning,
    condition: .init(key: "content-available", values: [true], isNegated: true)
  ) { "\($0.part.title) needs \"\($1)\"" }

  static let androidText = RequestRequirement(
    keys: .all(["alert", "title"]), rule: .requestKeyMissing, severity: .warning,
    condition: .init(key: "send_to_sync", values: [true], isNegated: true)
  ) { "\($0.part.title) needs \"\($1)\"" }

  static let someRecord = RequestRequirement(
    keys: .any(["attributes", "events", "purchases"]), rule: .requestKeyMissing
  ) { _, _ in "there is nothing to record" }

  static let oneTrackedUser = oneUser(["external_id", "user_alias", "braze_id"])

  /// The keys that name the user of an event, a purchase or a set of attributes.
  static let trackedUsers: [StaticString] = [
    "external_id", "user_alias", "braze_id", "email", "phone",
  ]

  private static func oneUser(_ keys: [StaticString]) -> RequestRequirement {
    .init(keys: .atMostOne(keys), rule: .requestUserNamedTwice) { "expected only one of \($1)" }
  }

  private static let recipientUsers: [StaticString] = [
    "external_user_id", "user_alias", "braze_id", "email",
  ]

  static let recipientRequirements: [RequestRequirement] = [
    .init(keys: .any(recipientUsers), rule: .requestUserUnnamed) { "a recipient needs \($1)" },
    oneUser(recipientUsers),
    .init(
      keys: .all(["attributes"]), rule: .triggerNewUserIncomplete,
      condition: .init(key: "send_to_existing_only", values: [false], unless: ["user_alias"]),
      isAtCondition: true
    ) { "a recipient that may be a new user needs \"\($1)\"" },
    .init(
      keys: .none(["user_alias"]), rule: .triggerNewUserIncomplete,
      condition: .init(key: "send_to_existing_only", values: [false]), isAtCondition: true,
      omitsCondition: true
    ) { _, _ in "Braze cannot create a user from an alias; omit this" },
    .init(
      keys: .none(["user_alias"]), rule: .triggerNewUserIncomplete, severity: .warning,
      condition: .init(key: "send_to_existing_only", values: [true]), isAtCondition: true,
      omitsCondition: true
    ) { _, _ in "this has no effect for an alias, which never creates a user; omit it" },
    .init(
      keys: .all(["prioritization"]), rule: .triggerPrioritizationMissing,
      condition: .init(key: "email", unless: ["external_user_id", "user_alias", "braze_id"]),
      isAtCondition: true
    ) { "a recipient named by \"email\" needs \"\($1)\"" },
  ]

  static let importRequirements: [RequestRequirement] = [
    .init(
      keys: .none(["external_id", "braze_id"]), rule: .trackPushTokenImport,
      condition: .init(key: "push_token_import", values: [true])
    ) { "\"\($1)\" is not allowed with \"push_token_import\": true" },
    .init(
      keys: .all(["push_tokens"]), rule: .trackPushTokenImport,
      condition: .init(key: "push_token_import", values: [true]), isAtCondition: true
    ) { "an import of push tokens needs \"\($1)\"" },
  ]
}

// Checking a requirement.
extension RequestRequirement {
  /// Reports the keys of `object` that violate the requirement.
  func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard applies(to: object) else { return }
    func isGiven(_ key: StaticString) -> Bool {
      acceptsEmpty ? object.value(key) != nil : object.filled(key) != nil
    }
    let atCondition = isAtCondition ? condition.flatMap { object.value($0.key) } : nil
    func report(_ place: FindingPlace, _ keys: String) {
      findings.report(
        rule, at: atCondition.map { .value($0) } ?? place, severity: severity,
        message(object, keys),
        fix: omitsCondition ? atCondition.map { .remove($0, from: object.node) } ?? [] : [])
    }
    let whole = FindingPlace.value(object.node)
    switch keys {
    case .all(let keys):
      for key in keys where !isGiven(key) { report(.value(object.node(ofMissing: key)), "\(key)") }
    case .any(let keys):
      if !keys.contains(where: isGiven) { report(whole, RequestObject.listed(keys, "or")) }
    case .none(let keys):
      let given = keys.filter(isGiven)
      if isAtCondition, !given.isEmpty { return report(whole, RequestObject.listed(given, "and")) }
      for key in given { report(.key(object.value(key) ?? object.node), "\(key)") }
    case .atMostOne(let keys):
      let given = keys.filter(isGiven).compactMap { object.value($0) }.sorted {
        $0.index < $1.index
      }
      if given.count > 1 { report(.key(given[1]), RequestObject.listed(keys, "or")) }
    case .anyValue:
      if object.node.members.allSatisfy({ $0.value.kind == .null }) { report(whole, "") }
    }
  }

  private func applies(to object: RequestObject) -> Bool {
    guard let condition else { return true }
    if condition.unless.contains(where: { object.value($0) != nil }) { return false }
    guard let value = object.value(condition.key) else { return condition.isNegated }
    // A value of the wrong type is reported separately, and does not meet any condition.
    guard let key = object.part.key(condition.key), key.value.accepts(value.kind) else {
      return false
    }
    if condition.values.isEmpty { return true }
    let written: SchemaValue =
      switch value.kind {
      case .true: true
      case .false: false
      default: .text(object.cardType ?? value.string)
      }
    return condition.values.contains(written) != condition.isNegated
  }
}

// Converting a requirement to a schema.
extension RequestRequirement {
  /// The requirement as a JSON Schema.
  var schema: SchemaValue {
    guard let condition else { return keysSchema }
    var applies = SchemaValue.has(
      "\(condition.key)", condition.values.isEmpty ? .nonnull : ["enum": .array(condition.values)])
    if condition.isNegated { applies = ["not": applies] }
    if !condition.unless.isEmpty {
      applies = ["allOf": .array([applies] + condition.unless.map { .hasNot("\($0)") })]
    }
    return .when(applies, then: keysSchema, rule.summary)
  }

  private var keysSchema: SchemaValue {
    func has(_ key: StaticString) -> SchemaValue {
      .has("\(key)", acceptsEmpty ? .nonnull : .filled)
    }
    func hasNot(_ key: StaticString) -> SchemaValue {
      ["not": has(key), "description": .text("it does not have \(key)")]
    }
    func hasNotBoth(_ first: StaticString, _ second: StaticString) -> SchemaValue {
      [
        "description": .text("it does not have both \(first) and \(second)"),
        "not": ["allOf": [has(first), has(second)]],
      ]
    }
    let form: SchemaValue =
      switch keys {
      case .all(let keys): ["allOf": .array(keys.map(has))]
      case .any(let keys): ["anyOf": .array(keys.map(has))]
      case .none(let keys): ["allOf": .array(keys.map(hasNot))]
      case .atMostOne(let keys):
        [
          "allOf": .array(
            keys.indices.flatMap { first in
              keys[(first + 1)...].map { hasNotBoth(keys[first], $0) }
            })
        ]
      case .anyValue: ["not": ["additionalProperties": ["type": "null"]]]
      }
    return form.described(rule.summary)
  }
}
