import CardProcessing
import CardJSON
import ContentCardKit

/// Every object that is about a user names exactly one.
enum RequestUserUnnamed: RequestRule {
  static let text = RuleText(
    id: "request/user-unnamed", severity: .error,
    summary: "a recipient, event, purchase or set of attributes names its user",
    reason: "The API refuses an object without a user. A recipient that is not named gets no card, "
      + "an event without a user is lost.",
    bad: #"{"campaign_id":"c","recipients":[⟦{"trigger_properties":{"name":"Ada"}}⟧]}"#,
    good: #"{"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}]}"#,
    source: PublicPage.recipientObject)

  static let parts: Set<RequestPart> = [.recipient, .event, .purchase, .attributes]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    // The tokens of an import belong to users who are not known yet.
    if object.isTrue("push_token_import") || isCanvasUpdate(object) { return }
    let keys = object.part.userKeys
    if keys.contains(where: { object.given($0) != nil || object.hasWrongKey(of: $0) }) { return }
    findings.report(
      self, at: .value(object.node),
      "\(object.part.title) needs \(RequestObject.listed(keys))")
  }
}

extension RequestUserUnnamed {
  /// Whether the body is that of a user update in a Canvas, which names no user anywhere: Braze
  /// knows whom the Canvas is for.
  private static func isCanvasUpdate(_ object: RequestObject) -> Bool {
    let (document, body) = (object.document, object.body)
    guard object.part != .recipient, document.member(ByteView("attributes"), of: body) != nil else {
      return false
    }
    var namesUser = false
    for list in RecognizedValue.trackedLists {
      guard let array = document.member(list, .array, of: body) else { continue }
      document.forEachElement(of: array) { element in
        let keys = RequestPart.attributes.userKeys + ["external_user_id", "user_id"]
        if keys.contains(where: { object.given($0, of: element) != nil }) { namesUser = true }
      }
    }
    return !namesUser
  }
}

extension RequestPart {
  /// The keys by which an object names its user.
  var userKeys: [StaticString] {
    self == .recipient
      ? ["external_user_id", "user_alias", "braze_id", "email"]
      : ["external_id", "user_alias", "braze_id", "email", "phone"]
  }

  /// Those of them that exclude each other.
  var exclusiveUserKeys: [StaticString] {
    self == .recipient
      ? userKeys : ["external_id", "user_alias", "braze_id"]
  }
}

/// No object names its user in two ways.
enum RequestUserNamedTwice: RequestRule {
  static let text = RuleText(
    id: "request/user-named-twice", severity: .error,
    summary: "a recipient, event, purchase or set of attributes names its user in one way only",
    reason: "The API refuses an object that names a user twice, because the two may differ.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      ⟦"user_alias"⟧:{"alias_name":"example","alias_label":"device"}}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"},
      {"user_alias":{"alias_name":"example","alias_label":"device"}}]}
      """#,
    source: PublicPage.recipientObject)

  static let parts: Set<RequestPart> = [.recipient, .event, .purchase, .attributes]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let keys = object.part.exclusiveUserKeys
    let given = keys.compactMap { object.given($0) }.sorted()
    guard given.count > 1, let second = given.dropFirst().first else { return }
    findings.report(
      self, at: .key(second), "expected only one of \(RequestObject.listed(keys))")
  }
}

/// A recipient that may be unknown comes with what makes a user of it.
enum TriggerNewUserIncomplete: RequestRule {
  static let text = RuleText(
    id: "trigger/new-user-incomplete", severity: .error,
    exceptions: [RuleException(.warning, "for true beside an alias")],
    summary: "\"send_to_existing_only\": false needs \"attributes\" and an external id",
    reason: "Braze makes a new user only from attributes, and never for an alias. The API refuses "
      + "such a recipient.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      "send_to_existing_only":⟦false⟧}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      "send_to_existing_only":false,"attributes":{"first_name":"Ada"}}]}
      """#,
    source: PublicPage.recipientObject)

  static let parts: Set<RequestPart> = [.recipient]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let flag = object.value("send_to_existing_only") else { return }
    let makesUsers = object.document.kind(flag) == .false
    if object.value("user_alias") != nil {
      findings.report(
        self, at: .value(flag), severity: makesUsers ? nil : .warning,
        makesUsers
          ? "a user cannot be made from an alias; leave this out"
          : "this is not for aliases, of which no user is ever made; leave it out")
    } else if makesUsers, object.isEmpty("attributes") {
      findings.report(self, at: .value(flag), "a user that may be new needs \"attributes\"")
    }
  }
}

/// A recipient by e-mail address says which of several profiles gets the message.
enum TriggerPrioritizationMissing: RequestRule {
  static let text = RuleText(
    id: "trigger/prioritization-missing", severity: .error,
    summary: "a recipient that is named by \"email\" has \"prioritization\"",
    reason: "Several profiles may have the address. The API refuses a recipient that does not say "
      + "which of them gets the message.",
    bad: #"{"campaign_id":"c","recipients":[{"email":⟦"ada@example.com"⟧}]}"#,
    good: #"""
      {"campaign_id":"c","recipients":[{"email":"ada@example.com",
      "prioritization":["identified","most_recently_updated"]}]}
      """#,
    source: PublicPage.recipientObject)

  static let parts: Set<RequestPart> = [.recipient]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let email = object.value("email"), object.isEmpty("prioritization") else { return }
    // Beside another name the address is the mistake, and is reported as such.
    if object.part.exclusiveUserKeys.contains(where: {
      $0.description != "email" && object.value($0) != nil
    }) {
      return
    }
    findings.report(
      self, at: .value(email), "a recipient named by \"email\" needs \"prioritization\"")
  }
}

/// A request names each of its users once.
enum RequestRecipientRepeated: RequestRule {
  static let text = RuleText(
    id: "request/recipient-repeated", severity: .warning,
    summary: "a request names each user once",
    reason: "Braze sends one message to a user who is named twice, with the properties of one of "
      + "the two; those of the other are lost.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"},
      {"external_user_id":⟦"example-user-1"⟧}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"},
      {"external_user_id":"example-user-2"}]}
      """#,
    source: PublicPage.recipientObject)

  static let parts = RequestPart.sendingBodies

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    var met: Set<[String]> = []
    for user in object.elements(of: object.part.recipientKeys) {
      guard let (name, place) = name(of: user, in: object), !met.insert(name).inserted else {
        continue
      }
      findings.report(
        self, at: .value(place),
        "\(object.shown(place)) was named before; Braze sends one message to a user")
    }
  }

  /// How a user is named, in words that no other way of naming has, and where.
  private static func name(of user: Int, in object: RequestObject) -> ([String], place: Int)? {
    let document = object.document
    func text(_ key: StaticString, of node: Int) -> (String, Int)? {
      guard let value = object.given(key, of: node), document.kind(value) == .string
      else { return nil }
      return (document.string(value), value)
    }
    if document.kind(user) == .string {
      return object.isEmptyText(user) ? nil : (["external_user_id", document.string(user)], user)
    }
    for key: StaticString in ["external_user_id", "braze_id", "email"] {
      if let (name, place) = text(key, of: user) { return ([key.description, name], place) }
    }
    let alias = document.member(ByteView("user_alias"), of: user) ?? user
    guard let (name, _) = text("alias_name", of: alias),
      let (label, _) = text("alias_label", of: alias)
    else { return nil }
    return (["user_alias", label, name], alias)
  }
}
