import CardProcessing
import CardJSON

/// A request to send says to whom.
enum RequestRecipientsMissing: RequestRule {
  static let text = RuleText(
    id: "request/recipients-missing", severity: .warning,
    summary: "a request to send names recipients, or says \"broadcast\": true",
    reason: "Without recipients the API sends only when \"broadcast\" is true, so that nobody "
      + "writes to everybody by accident; else it refuses the request.",
    bad: #"⟦{"campaign_id":"example-campaign","trigger_properties":{"name":"Ada"}}⟧"#,
    good: #"{"campaign_id":"example-campaign","broadcast":true}"#,
    source: PublicPage.triggerSend)

  static let parts = RequestPart.sendingBodies

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    func names(_ keys: [StaticString]) -> Bool {
      keys.contains { !object.isEmpty($0) || object.hasWrongKey(of: $0) }
    }
    if let broadcast = object.value("broadcast"), object.document.kind(broadcast) != .false {
      // A campaign has a segment of its own.
      guard RequestPart.messageBodies.contains(object.part),
        !names(["segment_id", "audience"] + object.part.recipientKeys)
      else { return }
      return findings.report(
        self, at: .value(broadcast),
        "broadcast needs \"segment_id\" or \"audience\"")
    }
    let keys = object.part.recipientKeys
    if names(keys) { return }
    findings.report(
      self, at: .value(object.node),
      "no recipients: expected \(RequestObject.listed(keys)), or \"broadcast\": true")
  }
}

/// A request to send names no more users than the API takes.
enum RequestRecipientsTooMany: RequestRule {
  static let text = RuleText(
    id: "request/recipients-too-many", severity: .error,
    summary: "a request to send names at most 50 users",
    reason: "The API refuses the whole request, so that nobody gets the message.",
    bad: RuleExample(
      #"{"campaign_id":"c","recipients":["# + users(RequestPart.recipientLimit)
        + #",⟦{"external_user_id":"example"}⟧]}"#),
    good: RuleExample(
      #"{"campaign_id":"c","recipients":["# + users(RequestPart.recipientLimit) + "]}"),
    source: PublicPage.triggerSend)

  static let parts = RequestPart.sendingBodies

  private static func users(_ count: Int) -> String {
    (1...count).map { #"{"external_user_id":"example-user-\#($0)"}"# }.joined(separator: ",")
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    // Ids and aliases count together.
    let users = object.elements(of: object.part.recipientKeys)
    guard users.count > RequestPart.recipientLimit else { return }
    findings.report(
      self, at: .value(users[RequestPart.recipientLimit]),
      "the request names \(users.count) users; the API takes \(RequestPart.recipientLimit), and this is "
        + "the first beyond them")
  }
}

/// A request goes either to everybody or to the users it names.
enum RequestBroadcastWithRecipients: RequestRule {
  static let text = RuleText(
    id: "request/broadcast-with-recipients", severity: .error,
    summary: "a request that says \"broadcast\": true names no users",
    reason: "The API refuses such a request; were the recipients left out, the whole segment "
      + "would get the message.",
    bad: #"""
      {"campaign_id":"c","broadcast":⟦true⟧,"recipients":[{"external_user_id":"example-user-1"}]}
      """#,
    good: #"{"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}]}"#,
    source: PublicPage.triggerSend)

  static let parts = RequestPart.sendingBodies

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let broadcast = object.value("broadcast", of: .true) else { return }
    let keys = object.part.recipientKeys.filter { !object.isEmpty($0) }
    guard !keys.isEmpty else { return }
    findings.report(
      self, at: .value(broadcast),
      "\"broadcast\" is true beside \(RequestObject.listed(keys, "and")); it excludes them")
  }
}

/// A campaign id and a message variation id stand together.
enum RequestVariationUnpaired: RequestRule {
  static let text = RuleText(
    id: "request/variation-unpaired", severity: .warning,
    exceptions: [RuleException(.info, "for a variation without a campaign")],
    summary: "\"campaign_id\" and \"message_variation_id\" are both there or both absent",
    reason: "Braze documents that it refuses a request with a campaign whose message names no "
      + "variation of it (400, Message Variant Unspecified). A variation without a campaign means "
      + "nothing.",
    bad: #"""
      {"external_user_ids":["example-user-1"],"campaign_id":⟦"example-campaign"⟧,
      "messages":{"content_card":{"type":"CLASSIC","title":"Hi","description":"There",
      "time_to_live":3600}}}
      """#,
    good: #"""
      {"external_user_ids":["example-user-1"],"campaign_id":"example-campaign",
      "messages":{"content_card":{"type":"CLASSIC","title":"Hi","description":"There",
      "message_variation_id":"example-variation","time_to_live":3600}}}
      """#,
    source: PublicPage.errors)

  static let parts = RequestPart.messageBodies

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let document = object.document
    guard let messages = object.value("messages", of: .object),
      let card = document.member("content_card", .object, of: messages)
    else { return }
    let variation = object.given("message_variation_id", of: card)
    switch (object.given("campaign_id"), variation) {
    case (let campaign?, nil):
      findings.report(
        self, at: .value(campaign),
        "the card has no \"message_variation_id\", without which the API refuses a campaign's card")
    case (nil, let variation?):
      findings.report(
        self, at: .value(variation), severity: .info,
        "the request has no \"campaign_id\", so the variation means nothing")
    case (nil, nil), (_?, _?): break
    }
  }
}

/// The class type is known before a card is rendered.
enum RequestClassTypeLiquid: RequestRule {
  static let text = RuleText(
    id: "request/class-type-liquid", severity: .error,
    summary: "the class type of a request holds no Liquid",
    reason: "The class type decides which object a card becomes, and its extras are made for that "
      + "object. A class type that is rendered per user can be empty, misspelt, or at odds with "
      + "the extras.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      "trigger_properties":{"class_type":⟦"{{custom_attribute.${kind}}}"⟧}}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1",
      "trigger_properties":{"class_type":"home_tile","name":"{{${first_name}}}"}}]}
      """#,
    source: PublicPage.guide)

  static let parts = RequestPart.triggerBodies.union([.recipient])

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let pairs = object.value("trigger_properties", of: .object),
      let type = object.document.member(object.typeKey, of: pairs), object.isLiquid(type)
    else { return }
    findings.report(
      self, at: .value(type), "the class type \(object.shown(type)) is not known before rendering")
  }
}

/// The trigger properties of a request are no larger than the API takes.
enum TriggerPropertiesTooLarge: RequestRule {
  static let text = RuleText(
    id: "trigger/properties-too-large", severity: .error,
    summary: "\"trigger_properties\" is at most 50 KB of JSON",
    reason: "The API refuses the request, so that nobody gets the message.",
    bad: RuleExample(
      #"{"campaign_id":"c","broadcast":true,"trigger_properties":⟦{"text":""#
        + String(repeating: "a", count: limit) + #""}⟧}"#),
    good: #"{"campaign_id":"c","broadcast":true,"trigger_properties":{"text":"short"}}"#,
    source: PublicPage.triggerProperties)

  static let parts = RequestPart.triggerBodies.union([.recipient])

  /// The largest size, in bytes without white space between tokens.
  static let limit = 50 * 1024

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let pairs = object.value("trigger_properties", of: .object) else { return }
    let size = object.size(pairs)
    guard size > limit else { return }
    findings.report(
      self, at: .value(pairs), "\(size) bytes of trigger properties; the API takes \(limit)")
  }
}

/// Attachments go to users who are named.
enum TriggerAttachmentsBroadcast: RequestRule {
  static let text = RuleText(
    id: "trigger/attachments-broadcast", severity: .error,
    summary: "a request that says \"broadcast\": true has no \"attachments\"",
    reason: "The API takes attachments only for users who are named, and refuses the request.",
    bad: #"""
      {"campaign_id":"c","broadcast":true,
      ⟦"attachments"⟧:[{"file_name":"a","url":"https://example.com/a.pdf"}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}],
      "attachments":[{"file_name":"a","url":"https://example.com/a.pdf"}]}
      """#,
    source: PublicPage.triggerSend)

  static let parts = RequestPart.triggerBodies

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard object.isTrue("broadcast"), let files = object.value("attachments") else { return }
    findings.report(self, at: .key(files), "\"broadcast\" is true, and excludes attachments")
  }
}

/// A message is sent at a time that the API can read.
enum RequestScheduleTime: RequestRule {
  static let text = RuleText(
    id: "request/schedule-time", severity: .error,
    exceptions: [RuleException(.info, "for a time zone where each user's own counts")],
    summary: "the time of a schedule is ISO 8601",
    reason: "The API refuses a schedule whose time it cannot read, and nothing is sent. With "
      + "\"in_local_time\" or \"at_optimal_time\" Braze asks for a time without a time zone.",
    bad: #"""
      {"campaign_id":"c","schedule_id":"s","schedule":{"time":⟦"tomorrow at noon"⟧}}
      """#,
    good: #"""
      {"campaign_id":"c","schedule_id":"s","schedule":{"time":"2026-11-21T10:00:00Z"}}
      """#,
    source: PublicPage.scheduleObject)

  static let parts: Set<RequestPart> = [.schedule]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.text("time"), object.document.word(value).extent > 0 else { return }
    if object.date(value) == nil {
      return findings.report(self, at: .value(value), object.noTime(value))
    }
    let clock = object.document.string(value).utf8.drop { $0 | 0x20 != UInt8(ascii: "t") }
    let namesZone = clock.dropFirst().contains { "Zz+-".utf8.contains($0) }
    if namesZone, object.isTrue("in_local_time") || object.isTrue("at_optimal_time") {
      findings.report(
        self, at: .value(value), severity: .info,
        "drop the offset of \(object.shown(value)): in_local_time uses each user's zone")
    }
  }
}

/// No secret stands in the body of a request.
enum RequestAPIKey: RequestRule {
  static let text = RuleText(
    id: "request/api-key", severity: .warning,
    summary: "require the key of the REST API in the header of a request, not in its body",
    reason: "The key is a secret: whoever reads the file can send messages to all users. Braze "
      + "wants it in the header \"Authorization\", and will refuse bodies that hold it.",
    bad: #"{⟦"api_key"⟧:"example-key","campaign_id":"c","broadcast":true}"#,
    good: #"{"campaign_id":"c","broadcast":true}"#,
    source: PublicPage.api)

  static let parts = RequestPart.bodies

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let key = object.value("api_key") else { return }
    findings.report(
      self, at: .key(key), "the key of the REST API is a secret; it belongs in the header")
  }
}

/// A message is not scheduled for the past.
enum RequestSchedulePast: RequestRule {
  static let text = RuleText(
    id: "request/schedule-past", severity: .warning,
    summary: "disallow schedules in the past",
    reason: "The API refuses a schedule whose time has passed, and nothing is sent.",
    bad: RuleExample(
      #"{"campaign_id":"c","schedule_id":"s","schedule":{"time":⟦"2026-11-20T10:00:00Z"⟧}}"#,
      .noonOfAnExample),
    good: RuleExample(
      #"{"campaign_id":"c","schedule_id":"s","schedule":{"time":"2026-11-22T10:00:00Z"}}"#,
      .noonOfAnExample),
    source: PublicPage.scheduleObject)

  static let parts: Set<RequestPart> = [.schedule]

  /// The time zone that is furthest behind UTC, in milliseconds.
  private static let furthestZone: Int64 = 12 * 60 * 60 * 1000

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let isLocal = object.isTrue("in_local_time") || object.isTrue("at_optimal_time")
    let now = object.settings.now - (isLocal ? furthestZone : 0)
    guard object.settings.now != 0, let value = object.text("time"), let date = object.date(value),
      date <= now
    else { return }
    findings.report(self, at: .value(value), "\(object.shown(value)) is in the past")
  }
}

/// The name of an attachment has no extension.
enum RequestAttachmentName: RequestRule {
  static let text = RuleText(
    id: "request/attachment-name", severity: .warning,
    summary: "disallow extensions in the names of attachments",
    reason: "Braze adds the extension of the file behind the URL: with one in the name users get "
      + "a file such as ticket.pdf.pdf.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}],
      "attachments":[{"file_name":⟦"ticket.pdf"⟧,"url":"https://example.com/ticket.pdf"}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}],
      "attachments":[{"file_name":"ticket","url":"https://example.com/ticket.pdf"}]}
      """#,
    source: PublicPage.triggerSend)

  static let parts: Set<RequestPart> = [.attachment]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.text("file_name") else { return }
    let name = object.document.string(value)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
    let ending = name[name.index(after: dot)...]
    guard (2...4).contains(ending.count), ending.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return
    }
    findings.report(
      self, at: .value(value), "drop \".\(ending)\": Braze adds the extension of the URL")
  }
}

/// The class type of trigger properties is one of the registry.
enum TriggerClassTypeUnknown: RequestRule {
  /// The rule for class types of cards, of which this is another place.
  static let text = ClassTypeUnknown.text
  static let parts = RequestPart.triggerBodies.union([.recipient])

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard !object.classTypes.isEmpty,
      let pairs = object.value("trigger_properties", of: .object),
      let type = object.document.member(object.typeKey, of: pairs),
      object.document.kind(type) == .string, !object.isLiquid(type)
    else { return }
    let name = object.document.string(type)
    if object.classTypes.contains(where: { $0.lowercased() == name.lowercased() }) { return }
    findings.report(
      self, at: .value(type),
      "unknown class type \(MessageText.quoted(name))"
        + NearestName.hint(for: name, among: object.classTypes))
  }
}
