import CardJSON

/// A demand that the keys of one object make on each other.
///
/// The check and the JSON Schema are generated from it. A schema has the requirements that are
/// errors.
struct RequestRequirement: Sendable {
  /// The keys that the object must or must not have.
  enum Demand {
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

  /// When the requirement applies.
  struct Condition {
    /// The key.
    let key: StaticString
    /// Its values; empty for any value.
    var values: [SchemaValue] = []
    /// Whether the key must not have one of the values.
    var isNegated = false
    /// Keys whose values make the requirement void.
    var unless: [StaticString] = []
  }

  let demand: Demand
  var condition: Condition?
  /// Whether an empty string, array or object counts as a value.
  var acceptsEmpty = false
  /// Whether a finding is located at the value of the condition.
  var isAtCondition = false
  let rule: Rule
  var severity: Severity?
  /// The message, given the key, or a list of all keys that are given.
  let message: @Sendable (RequestObject, String) -> String

  /// Whether a schema has the requirement.
  var isInSchema: Bool { (severity ?? rule.severity) == .error }
}

// How the table writes requirements.
extension RequestRequirement {
  typealias Message = @Sendable (_ object: RequestObject, _ keys: String) -> String

  static func anyOf(
    _ keys: [StaticString], _ rule: Rule, acceptsEmpty: Bool = false, message: @escaping Message
  ) -> RequestRequirement {
    RequestRequirement(
      demand: .any(keys), acceptsEmpty: acceptsEmpty, rule: rule, message: message)
  }

  static func atMostOne(
    of keys: [StaticString], _ rule: Rule, acceptsEmpty: Bool = false, message: @escaping Message
  ) -> RequestRequirement {
    RequestRequirement(
      demand: .atMostOne(keys), acceptsEmpty: acceptsEmpty, rule: rule, message: message)
  }

  /// - Parameters:
  ///   - values: the values of `key`; empty for any value.
  ///   - unless: keys whose values make the requirement void.
  static func when(
    _ key: StaticString, is values: [SchemaValue] = [], unless: [StaticString] = [],
    requires keys: [StaticString], _ rule: Rule, acceptsEmpty: Bool = false,
    isAtCondition: Bool = false, message: @escaping Message
  ) -> RequestRequirement {
    RequestRequirement(
      demand: .all(keys), condition: Condition(key: key, values: values, unless: unless),
      acceptsEmpty: acceptsEmpty, isAtCondition: isAtCondition, rule: rule, message: message)
  }

  static func when(
    _ key: StaticString, is values: [SchemaValue], excludes keys: [StaticString], _ rule: Rule,
    severity: Severity? = nil, isAtCondition: Bool = false, message: @escaping Message
  ) -> RequestRequirement {
    RequestRequirement(
      demand: .none(keys), condition: Condition(key: key, values: values),
      isAtCondition: isAtCondition, rule: rule, severity: severity, message: message)
  }

  static func when(
    _ key: StaticString, is values: [SchemaValue] = [], isNot others: [SchemaValue] = [],
    requiresAny keys: [StaticString], _ rule: Rule, message: @escaping Message
  ) -> RequestRequirement {
    let isNegated = !others.isEmpty
    return RequestRequirement(
      demand: .any(keys),
      condition: Condition(key: key, values: isNegated ? others : values, isNegated: isNegated),
      isAtCondition: !isNegated, rule: rule, message: message)
  }
}

// The table.
extension RequestPart {
  /// The requirements of the object.
  ///
  /// `RequestCheck` checks the users of `/users/track`.
  var requirements: [RequestRequirement] {
    switch self {
    case .contentCard: RequestPart.cardRequirements
    case .messagesSend, .messagesSchedule, .trigger, .triggerSchedule: recipientRequirements
    case .messages:
      [
        RequestRequirement(demand: .anyValue, rule: .requestKeyMissing) { _, _ in
          "there is no message to send"
        }
      ]
    case .recipient: RequestPart.userRequirements
    case .attributes: RequestPart.importRequirements + [onlyOneUser]
    case .event, .purchase: [onlyOneUser]
    case .usersTrack:
      [
        .anyOf(["attributes", "events", "purchases"], .requestKeyMissing) { _, _ in
          "there is nothing to record"
        }
      ]
    case .messagesUpdate, .triggerUpdate, .schedule, .userAlias, .email, .attachment: []
    }
  }

  private static let cardRequirements: [RequestRequirement] = [
    .when(
      "type", is: ["CLASSIC", "CAPTIONED_IMAGE"], requires: ["title", "description"],
      .restTextMissing, acceptsEmpty: true
    ) { "a \($0.cardType ?? "") card needs \"\($1)\"" },
    .when(
      "type", is: ["CAPTIONED_IMAGE", "BANNER"], requires: ["image_url"], .restImageMissing
    ) { card, key in
      card.value("image_url") == nil
        ? "a \(card.cardType ?? "") card needs \"\(key)\""
        : "\"\(key)\" of a \(card.cardType ?? "") card is empty"
    },
    .anyOf(["time_to_live", "expire_at"], .restExpiryMissing, acceptsEmpty: true) { _, keys in
      "the card does not say when it expires: expected \(keys)"
    },
    .atMostOne(of: ["time_to_live", "expire_at"], .restExpiryTwice, acceptsEmpty: true) { _, _ in
      "\"time_to_live\" and \"expire_at\" exclude each other: keep one"
    },
  ]

  private var recipientRequirements: [RequestRequirement] {
    let sends = RequestPart.messageBodies.contains(self)
    let own: RequestRequirement =
      sends
      ? .when(
        "broadcast", is: [true], requiresAny: ["segment_id", "audience"] + recipientKeys,
        .requestRecipientsMissing
      ) { _, _ in "broadcast needs \"segment_id\" or \"audience\"" }
      : .when(
        "broadcast", is: [true], excludes: ["attachments"], .triggerAttachmentsBroadcast
      ) { _, _ in "\"broadcast\" is true, and excludes attachments" }
    return [
      own,
      .when(
        "broadcast", isNot: [true], requiresAny: recipientKeys, .requestRecipientsMissing
      ) { _, keys in "no recipients: expected \(keys), or \"broadcast\": true" },
      .when(
        "broadcast", is: [true], excludes: recipientKeys, .requestBroadcastWithRecipients,
        isAtCondition: true
      ) { _, keys in "\"broadcast\" is true together with \(keys), which it excludes" },
    ]
  }

  private var onlyOneUser: RequestRequirement {
    .atMostOne(of: exclusiveUserKeys, .requestUserNamedTwice) { _, keys in
      "expected only one of \(keys)"
    }
  }

  private static let userRequirements: [RequestRequirement] = [
    .anyOf(RequestPart.recipient.userKeys, .requestUserUnnamed) { _, keys in
      "a recipient needs \(keys)"
    },
    RequestPart.recipient.onlyOneUser,
    .when(
      "send_to_existing_only", is: [false], unless: ["user_alias"], requires: ["attributes"],
      .triggerNewUserIncomplete, isAtCondition: true
    ) { _, key in "a user that may be new needs \"\(key)\"" },
    .when(
      "send_to_existing_only", is: [false], excludes: ["user_alias"], .triggerNewUserIncomplete,
      isAtCondition: true
    ) { _, _ in "a user cannot be made from an alias; leave this out" },
    .when(
      "send_to_existing_only", is: [true], excludes: ["user_alias"], .triggerNewUserIncomplete,
      severity: .warning, isAtCondition: true
    ) { _, _ in "this has no effect for an alias, which never makes a new user; leave it out" },
    .when(
      "email", unless: ["external_user_id", "user_alias", "braze_id"],
      requires: ["prioritization"], .triggerPrioritizationMissing, isAtCondition: true
    ) { _, key in "a recipient named by \"email\" needs \"\(key)\"" },
  ]

  private static let importRequirements: [RequestRequirement] = [
    .when(
      "push_token_import", is: [true], excludes: ["external_id", "braze_id"],
      .trackPushTokenImport
    ) { _, key in "\"push_token_import\" is true, and excludes \"\(key)\"" },
    .when(
      "push_token_import", is: [true], requires: ["push_tokens"], .trackPushTokenImport,
      isAtCondition: true
    ) { _, key in "an import of push tokens needs \"\(key)\"" },
  ]
}

// The check.
extension RequestRequirement {
  /// Reports the keys of `object` that break the requirement.
  func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard applies(to: object) else { return }
    func isGiven(_ key: StaticString) -> Bool {
      acceptsEmpty ? object.value(key) != nil : object.filled(key) != nil
    }
    /// A wrong key is reported as such, and counts as the right one.
    func isMeant(_ key: StaticString) -> Bool { isGiven(key) || object.hasWrongKey(of: key) }
    let atCondition = condition.flatMap { isAtCondition ? object.value($0.key) : nil }
    func report(_ place: FindingPlace, _ keys: String) {
      findings.report(
        rule, at: atCondition.map { .value($0) } ?? place, severity: severity,
        message(object, keys))
    }
    switch demand {
    case .all(let keys):
      for key in keys where !isMeant(key) { report(object.place(ofMissing: key), "\(key)") }
    case .any(let keys):
      if !keys.contains(where: isMeant) {
        report(.value(object.node), RequestObject.listed(keys, "or"))
      }
    case .none(let keys):
      let given = keys.filter(isGiven)
      if isAtCondition, !given.isEmpty {
        report(.value(object.node), RequestObject.listed(given, "and"))
      } else {
        for key in given { report(.key(object.value(key) ?? object.node), "\(key)") }
      }
    case .atMostOne(let keys):
      let given = keys.filter(isGiven).compactMap { object.value($0) }.sorted()
      if given.count > 1 { report(.key(given[1]), RequestObject.listed(keys, "or")) }
    case .anyValue:
      var hasValue = false
      object.document.forEachMember(of: object.node) { _, value in
        if object.document.kind(value) != .null { hasValue = true }
      }
      if !hasValue { report(.value(object.node), "") }
    }
  }

  private func applies(to object: RequestObject) -> Bool {
    guard let condition else { return true }
    if condition.unless.contains(where: { object.value($0) != nil }) { return false }
    guard let value = object.value(condition.key) else { return condition.isNegated }
    // A value of the wrong type is reported, and decides nothing.
    guard let key = object.part.key(condition.key),
      key.value.accepts(object.document.kind(value))
    else { return false }
    if condition.values.isEmpty { return true }
    let written: SchemaValue =
      switch object.document.kind(value) {
      case .true: true
      case .false: false
      default: .text(object.cardType ?? object.document.string(value))
      }
    return condition.values.contains(written) != condition.isNegated
  }
}

// The schema.
extension RequestRequirement {
  /// The requirement as a JSON Schema.
  var schema: SchemaValue {
    guard let condition else { return demandSchema }
    var applies = SchemaValue.has(
      "\(condition.key)",
      condition.values.isEmpty ? ["not": ["type": "null"]] : ["enum": .array(condition.values)])
    if condition.isNegated { applies = ["not": applies] }
    if !condition.unless.isEmpty {
      applies = ["allOf": .array([applies] + condition.unless.map { .hasNot("\($0)") })]
    }
    return .when(applies, then: demandSchema, rule.summary)
  }

  private var demandSchema: SchemaValue {
    func has(_ key: StaticString) -> SchemaValue {
      .has("\(key)", acceptsEmpty ? ["not": ["type": "null"]] : SchemaValue.filled)
    }
    func hasNot(_ key: StaticString) -> SchemaValue {
      ["not": has(key), "description": .text("it does not have \(key)")]
    }
    let form: SchemaValue =
      switch demand {
      case .all(let keys): ["allOf": .array(keys.map(has))]
      case .any(let keys): ["anyOf": .array(keys.map(has))]
      case .none(let keys): ["allOf": .array(keys.map(hasNot))]
      case .atMostOne(let keys):
        [
          "allOf": .array(
            keys.indices.flatMap { first in
              keys.indices.dropFirst(first + 1).map { second in
                [
                  "description": .text("it does not have both \(keys[first]) and \(keys[second])"),
                  "not": ["allOf": [has(keys[first]), has(keys[second])]],
                ]
              }
            })
        ]
      case .anyValue: ["not": ["additionalProperties": ["type": "null"]]]
      }
    return form.described(rule.summary)
  }
}
