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
    let values: [SchemaValue]
    /// Whether the key must not have one of the values.
    let isNegated: Bool
    /// Keys whose values make the requirement void.
    let unless: [StaticString]

    init(
      _ key: StaticString, is values: [SchemaValue] = [], isNot others: [SchemaValue] = [],
      unless: [StaticString] = []
    ) {
      self.key = key
      self.values = values + others
      isNegated = !others.isEmpty
      self.unless = unless
    }
  }

  typealias Message = @Sendable (_ object: RequestObject, _ keys: String) -> String

  let demand: Demand
  let rule: Rule
  let severity: Severity
  let condition: Condition?
  /// Whether an empty string, array or object counts as a value.
  let acceptsEmpty: Bool
  /// Whether a finding is located at the value of the condition.
  let isAtCondition: Bool
  /// The message, given the key, or a list of all keys that are given.
  let message: Message

  init(
    _ demand: Demand, _ rule: Rule, severity: Severity? = nil, when condition: Condition? = nil,
    acceptsEmpty: Bool = false, isAtCondition: Bool = false, message: @escaping Message
  ) {
    self.demand = demand
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.condition = condition
    self.acceptsEmpty = acceptsEmpty
    self.isAtCondition = isAtCondition
    self.message = message
  }
}

// The requirements of the table.
extension RequestPart {
  static let cardRequirements = [
    RequestRequirement(
      .all(["title", "description"]), .restTextMissing,
      when: .init("type", is: ["CLASSIC", "CAPTIONED_IMAGE"]), acceptsEmpty: true
    ) { "a \($0.cardType ?? "") card needs \"\($1)\"" },
    RequestRequirement(
      .all(["image_url"]), .restImageMissing,
      when: .init("type", is: ["CAPTIONED_IMAGE", "BANNER"])
    ) { card, key in
      let type = card.cardType ?? ""
      return card.value("image_url") == nil
        ? "a \(type) card needs \"\(key)\"" : "\"\(key)\" of a \(type) card is empty"
    },
    RequestRequirement(
      .any(["time_to_live", "expire_at"]), .restExpiryMissing, acceptsEmpty: true
    ) { "the card does not say when it expires: expected \($1)" },
    RequestRequirement(
      .atMostOne(["time_to_live", "expire_at"]), .restExpiryTwice, acceptsEmpty: true
    ) { _, _ in "\"time_to_live\" and \"expire_at\" exclude each other: keep one" },
  ]

  var recipientRequirements: [RequestRequirement] {
    let own =
      RequestPart.messageBodies.contains(self)
      ? RequestRequirement(
        .any(["segment_id", "audience"] + recipientKeys), .requestRecipientsMissing,
        when: .init("broadcast", is: [true]), isAtCondition: true
      ) { _, _ in "broadcast needs \"segment_id\" or \"audience\"" }
      : RequestRequirement(
        .none(["attachments"]), .triggerAttachmentsBroadcast, when: .init("broadcast", is: [true])
      ) { _, _ in "\"broadcast\" is true, and excludes attachments" }
    return [
      own,
      RequestRequirement(
        .any(recipientKeys), .requestRecipientsMissing, when: .init("broadcast", isNot: [true])
      ) { "no recipients: expected \($1), or \"broadcast\": true" },
      RequestRequirement(
        .none(recipientKeys), .requestBroadcastWithRecipients, when: .init("broadcast", is: [true]),
        isAtCondition: true
      ) { "\"broadcast\" is true together with \($1), which it excludes" },
    ]
  }

  var onlyOneUser: RequestRequirement {
    RequestRequirement(.atMostOne(exclusiveUserKeys), .requestUserNamedTwice) {
      "expected only one of \($1)"
    }
  }

  static let userRequirements = [
    RequestRequirement(.any(RequestPart.recipient.userKeys), .requestUserUnnamed) {
      "a recipient needs \($1)"
    },
    RequestPart.recipient.onlyOneUser,
    RequestRequirement(
      .all(["attributes"]), .triggerNewUserIncomplete,
      when: .init("send_to_existing_only", is: [false], unless: ["user_alias"]),
      isAtCondition: true
    ) { "a user that may be new needs \"\($1)\"" },
    RequestRequirement(
      .none(["user_alias"]), .triggerNewUserIncomplete,
      when: .init("send_to_existing_only", is: [false]), isAtCondition: true
    ) { _, _ in "a user cannot be made from an alias; leave this out" },
    RequestRequirement(
      .none(["user_alias"]), .triggerNewUserIncomplete, severity: .warning,
      when: .init("send_to_existing_only", is: [true]), isAtCondition: true
    ) { _, _ in "this has no effect for an alias, which never makes a new user; leave it out" },
    RequestRequirement(
      .all(["prioritization"]), .triggerPrioritizationMissing,
      when: .init("email", unless: ["external_user_id", "user_alias", "braze_id"]),
      isAtCondition: true
    ) { "a recipient named by \"email\" needs \"\($1)\"" },
  ]

  static let importRequirements = [
    RequestRequirement(
      .none(["external_id", "braze_id"]), .trackPushTokenImport,
      when: .init("push_token_import", is: [true])
    ) { "\"push_token_import\" is true, and excludes \"\($1)\"" },
    RequestRequirement(
      .all(["push_tokens"]), .trackPushTokenImport, when: .init("push_token_import", is: [true]),
      isAtCondition: true
    ) { "an import of push tokens needs \"\($1)\"" },
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
      for key in keys where !isMeant(key) {
        report(.value(object.node(ofMissing: key)), "\(key)")
      }
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
      let given = keys.filter(isGiven).compactMap { object.value($0) }
        .sorted { $0.index < $1.index }
      if given.count > 1 { report(.key(given[1]), RequestObject.listed(keys, "or")) }
    case .anyValue:
      if object.node.members.allSatisfy({ $0.value.kind == .null }) {
        report(.value(object.node), "")
      }
    }
  }

  private func applies(to object: RequestObject) -> Bool {
    guard let condition else { return true }
    if condition.unless.contains(where: { object.value($0) != nil }) { return false }
    guard let value = object.value(condition.key) else { return condition.isNegated }
    // A value of the wrong type is reported, and decides nothing.
    guard let key = object.part.key(condition.key),
      key.value.accepts(value.kind)
    else { return false }
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
