import CardProcessing
import CardJSON
import ContentCardKit

/// A function that checks what the table cannot express: clocks, sums, sizes and Liquid.
struct RequestCheck: Sendable {
  /// The objects that are checked.
  let parts: Set<RequestPart>
  /// The rules that the function reports.
  let rules: [Rule]
  /// The function.
  let run: @Sendable (_ object: RequestObject, _ findings: inout FindingSink) -> Void

  init(
    _ parts: Set<RequestPart>, reports rules: [Rule],
    _ run: @escaping @Sendable (RequestObject, inout FindingSink) -> Void
  ) {
    self.parts = parts
    self.rules = rules
    self.run = run
  }

  /// The checks.
  static let all: [RequestCheck] = [
    body, recipients, triggerProperties, schedule, attachment, card, liquid, users, total, event,
  ]

  /// The rules of the tables and of the checks.
  static let allRules: [Rule] = all.flatMap(\.rules) + tableRules

  /// The rules that the check of the tables reports.
  private static let tableRules: [Rule] = [
    .requestKeyMissing, .requestKeyMisnamed, .requestKeyUnknown, .requestValueType,
    .requestValueEmpty, .requestNotChecked, .requestUserNamedTwice, .requestRecipientsMissing,
    .requestBroadcastWithRecipients, .requestScheduleTime, .restTextMissing, .restImageMissing,
    .restExpiryMissing, .restExpiryTwice, .restExpireAtInvalid, .triggerNewUserIncomplete,
    .triggerPrioritizationMissing, .triggerAttachmentsBroadcast, .trackObjectsTooMany,
    .trackPushTokenImport, .trackNameTooLong, .trackTimeInvalid, .trackQuantityInvalid,
  ]
}

// Bodies.
extension RequestCheck {
  private static let body = RequestCheck(
    RequestPart.bodies, reports: [.requestAPIKey, .requestVariationUnpaired]
  ) { object, findings in
    if let key = object.value("api_key") {
      findings.report(
        .requestAPIKey, at: .key(key),
        "the key of the REST API is a secret; it belongs in the header")
    }
    guard RequestPart.messageBodies.contains(object.part),
      let messages = object.value("messages", of: .object),
      let card = object.document.member("content_card", .object, of: messages)
    else { return }
    switch (object.filled("campaign_id"), object.filled("message_variation_id", of: card)) {
    case (let campaign?, nil):
      findings.report(
        .requestVariationUnpaired, at: campaign,
        "the card has no \"message_variation_id\", without which the API refuses a campaign's card")
    case (nil, let variation?):
      findings.report(
        .requestVariationUnpaired, at: variation, severity: .info,
        "the request has no \"campaign_id\", so the variation means nothing")
    case (nil, nil), (_?, _?): break
    }
  }

  private static let recipients = RequestCheck(
    RequestPart.sendingBodies, reports: [.requestRecipientsTooMany, .requestRecipientRepeated]
  ) { object, findings in
    // Ids and aliases count together.
    let users = object.elements(of: object.part.recipientKeys)
    let limit = RequestPart.recipientLimit
    if users.count > limit {
      findings.report(
        .requestRecipientsTooMany, at: users[limit],
        "the request names \(users.count) users; the API takes \(limit), and this is the first "
          + "beyond them")
    }
    var met: Set<[String]> = []
    for user in users {
      guard let (name, place) = name(of: user, in: object), !met.insert(name).inserted else {
        continue
      }
      findings.report(
        .requestRecipientRepeated, at: place,
        "\(object.shown(place)) was named before; Braze sends one message to a user")
    }
  }

  /// A unique name of a user, and its location.
  private static func name(of user: Int, in object: RequestObject) -> ([String], place: Int)? {
    let document = object.document
    func text(_ key: StaticString, of node: Int) -> (String, Int)? {
      guard let value = object.filled(key, of: node), document.kind(value) == .string else {
        return nil
      }
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

  private static let triggerProperties = RequestCheck(
    RequestPart.triggerBodies.union([.recipient]),
    reports: [.requestClassTypeLiquid, .triggerPropertiesTooLarge]
  ) { object, findings in
    guard let pairs = object.value("trigger_properties", of: .object) else { return }
    let (size, limit) = (object.size(pairs), 50 * 1024)
    if size > limit {
      findings.report(
        .triggerPropertiesTooLarge, at: pairs,
        "\(size) bytes of trigger properties; the API takes \(limit)")
    }
    guard let type = object.document.member(object.checker.typeKey, of: pairs),
      object.document.kind(type) == .string
    else { return }
    if object.isLiquid(type) {
      return findings.report(
        .requestClassTypeLiquid, at: type,
        "the class type \(object.shown(type)) is not known before rendering")
    }
    let name = object.document.string(type)
    let isKnown = object.checker.classTypes.contains { $0.lowercased() == name.lowercased() }
    if isKnown || object.checker.classTypes.isEmpty { return }
    findings.report(
      .classTypeUnknown, at: type,
      "unknown class type \(MessageText.quoted(name))"
        + NearestName.hint(for: name, among: object.checker.classTypes))
  }

  private static let schedule = RequestCheck([.schedule], reports: [.requestSchedulePast]) {
    object, findings in
    guard let value = object.text("time"), let date = object.date(value) else { return }
    let isLocal = object.isTrue("in_local_time") || object.isTrue("at_optimal_time")
    let clock = object.document.string(value).utf8.drop { $0 | 0x20 != UInt8(ascii: "t") }
    if isLocal, clock.dropFirst().contains(where: { "Zz+-".utf8.contains($0) }) {
      findings.report(
        .requestScheduleTime, at: value, severity: .info,
        "drop the offset of \(object.shown(value)): in_local_time uses each user's zone")
    }
    // The time zone that is furthest behind UTC is 12 hours behind.
    let now = object.settings.now
    guard now != 0, date <= now - (isLocal ? 12 * 3_600_000 : 0) else { return }
    findings.report(.requestSchedulePast, at: value, "\(object.shown(value)) is in the past")
  }

  private static let attachment = RequestCheck([.attachment], reports: [.requestAttachmentName]) {
    object, findings in
    guard let value = object.text("file_name") else { return }
    let name = object.document.string(value)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
    let ending = name[name.index(after: dot)...]
    guard (2...4).contains(ending.count), ending.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return
    }
    findings.report(
      .requestAttachmentName, at: value, "drop \".\(ending)\": Braze adds the extension of the URL")
  }
}

// Content cards.
extension RequestCheck {
  private static let card = RequestCheck(
    [.contentCard],
    reports: [
      .restTypeUnknown, .restTimeToLiveInvalid, .restExpiryTooFar, .restExpireAtTooFar,
      .restExpiryPast, .restLocalTimeUnused,
    ]
  ) { object, findings in
    checkType(object, &findings)
    if let value = object.value("time_to_live", of: .number) {
      checkLifetime(value, object, &findings)
    }
    if let value = object.text("expire_at"), let date = object.date(value), object.settings.now != 0
    {
      let sent = object.sendingTime
      if date <= sent {
        let isPast = date <= object.settings.now
        findings.report(
          .restExpiryPast, at: value,
          "\(object.shown(value)) is \(isPast ? "in the past" : "before the message is sent")")
      } else if date > sent + RequestPart.timeToLive.upperBound * 1000 {
        findings.report(
          .restExpireAtTooFar, at: value, "\(object.shown(value)) is more than 30 days ahead")
      }
    }
    if let value = object.value("expire_in_local_time", of: .true),
      object.value("expire_at") == nil, object.value("time_to_live") != nil
    {
      findings.report(
        .restLocalTimeUnused, at: .key(value), "without \"expire_at\" this has no effect")
    }
  }

  private static func checkType(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let type = object.text("type") else { return }
    let name = object.document.string(type)
    if name.isEmpty || RequestPart.cardTypes.contains(name) { return }
    let hint =
      RequestObject.correctType(for: name).map { "; write \"\($0)\"" }
      ?? NearestName.hint(
        for: name, among: RequestPart.cardTypes,
        otherwise: "; expected CLASSIC, CAPTIONED_IMAGE or BANNER")
    findings.report(
      .restTypeUnknown, at: type, "\(object.shown(type)) is not a type of a REST card\(hint)")
  }

  private static func checkLifetime(
    _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    let (number, limit) = (object.document.content(value), RequestPart.timeToLive.upperBound)
    if JSONNumber.compare(number, ByteView("0")) <= 0 {
      findings.report(
        .restTimeToLiveInvalid, at: value,
        "expected a positive number of seconds, found \(object.shown(value))")
    } else if JSONNumber.compare(number, ByteView("60")) < 0 {
      findings.report(
        .restTimeToLiveInvalid, at: value, severity: .warning,
        "the card expires \(object.shown(value)) s after it is sent; few users will see it")
    } else if JSONNumber.compare(number, ByteView("2592000")) > 0 {
      let whole = JSONNumber.rounded(number).map { $0 / 86_400 }
      let days = whole.flatMap { $0 > 30 ? " (\($0) days)" : nil } ?? ""
      // A number that is a thousand times too large counts milliseconds.
      let milliseconds = JSONNumber.smallInteger(number).flatMap {
        $0 % 1000 == 0 && $0 >= 3_600_000 && $0 <= limit * 1000 ? $0 : nil
      }
      findings.report(
        .restExpiryTooFar, at: value,
        "\(object.shown(value)) s\(days) exceeds the 30-day maximum (\(limit) s)"
          + (milliseconds.map { "; in seconds it would be \($0 / 1000)" } ?? ""))
    }
  }

  private static let liquid = RequestCheck(
    [.contentCard], reports: [.restLiquidUnclosed, .restLiquidBraces]
  ) { object, findings in
    object.document.forEachMember(of: object.node) { _, value in
      checkLiquid(value, object, &findings)
      object.document.forEachMember(of: value) { _, extra in
        checkLiquid(extra, object, &findings)
      }
    }
  }

  private static func checkLiquid(
    _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    let document = object.document
    guard document.kind(value) == .string else { return }
    let text = CardText(value, of: document)
    if let open = LiquidTag.resolved(text, { LiquidTag.unclosed(in: $0) }) {
      let delimiter = LiquidTag.text(open, of: value, in: document)
      findings.report(
        .restLiquidUnclosed, at: .part(value, open),
        "\"\(delimiter)\" is not closed; expected \"\(delimiter == "{%" ? "%}" : "}}")\"")
    } else if let block = LiquidTag.resolved(text, { LiquidTag.unclosedBlock(in: $0) }) {
      let tag = MessageText.quoted(LiquidTag.text(block, of: value, in: document))
      findings.report(.restLiquidUnclosed, at: .part(value, block), "no end tag for \(tag)")
    }
    var advice = ""
    let place = LiquidTag.resolved(text) { text in
      guard let wrong = LiquidTag.wrongBraces(in: text) else { return nil }
      advice = wrong.advice
      return wrong.place
    }
    guard let place else { return }
    findings.report(.restLiquidBraces, at: .part(value, place), "write \(MessageText.cut(advice))")
  }
}

// Bodies for `/users/track`.
extension RequestCheck {
  private static let users = RequestCheck(RequestPart.tracked, reports: [.requestUserUnnamed]) {
    object, findings in
    let keys = object.part.userKeys
    let isNamed = keys.contains { object.filled($0) != nil || object.hasWrongKey(of: $0) }
    // An import of push tokens is for users who are not known yet.
    if isNamed || object.isTrue("push_token_import") || isCanvasUpdate(object) { return }
    findings.report(
      .requestUserUnnamed, at: object.node,
      "\(object.part.title) needs \(RequestObject.listed(keys, "or"))")
  }

  /// Whether the body is that of a user update in a Canvas, which names no user.
  private static func isCanvasUpdate(_ object: RequestObject) -> Bool {
    let (document, body) = (object.document, object.body)
    guard document.member(ByteView("attributes"), of: body) != nil else { return false }
    let keys = RequestPart.attributes.userKeys + ["external_user_id", "user_id"]
    var namesUser = false
    for list in RecognizedValue.trackedLists {
      guard let array = document.member(list, .array, of: body) else { continue }
      document.forEachElement(of: array) { element in
        if keys.contains(where: { object.filled($0, of: element) != nil }) { namesUser = true }
      }
    }
    return !namesUser
  }

  private static let total = RequestCheck([.usersTrack], reports: [.trackObjectsTotal]) {
    object, findings in
    let limit = RequestPart.trackedLimit
    let lists = RecognizedValue.trackedLists.map { object.elements(of: [$0]) }
    let elements = lists.joined().sorted()
    guard elements.count > limit, !lists.contains(where: { $0.count > limit }) else { return }
    findings.report(
      .trackObjectsTotal, at: elements[limit],
      "\(elements.count) objects in one request; newer accounts may send \(limit), and this is the "
        + "first beyond them")
  }

  private static let event = RequestCheck(
    [.event, .purchase],
    reports: [
      .trackTimeInFuture, .trackPropertyName, .trackTextTooLong, .trackDateInList,
      .trackPropertiesTooLarge,
    ]
  ) { object, findings in
    if object.settings.now != 0, let value = object.value("time", of: .string),
      let date = object.date(value, isTracked: true), date > object.settings.now
    {
      findings.report(
        .trackTimeInFuture, at: value,
        "\(object.shown(value)) is in the future; Braze sets it to now")
    }
    guard let properties = object.value("properties", of: .object) else { return }
    let (size, limit) = (object.size(properties), 100 * 1024)
    if size > limit {
      findings.report(
        .trackPropertiesTooLarge, at: properties,
        "\(size) bytes of properties; the API takes \(limit)")
    }
    object.document.forEachMember(of: properties) { key, value in
      if let problem = problem(ofName: object.document.string(key), object.part) {
        findings.report(.trackPropertyName, at: .key(value), problem)
      }
      checkText(value, object, &findings)
      object.document.forEachElement(of: value) { element in
        checkText(element, object, &findings)
        guard object.document.kind(element) == .string,
          object.date(element, isTracked: true) != nil
        else { return }
        findings.report(
          .trackDateInList, at: element,
          "\(object.shown(element)) is a date, which no list may hold")
      }
    }
  }

  private static func problem(ofName name: String, _ part: RequestPart) -> String? {
    if name.isEmpty { return "a property needs a name, found \"\"" }
    if name.hasPrefix("$") {
      return "the name \(MessageText.quoted(name)) of a property begins with \"$\""
    }
    let (length, limit) = (name.unicodeScalars.count, RequestPart.textLimit)
    if length > limit {
      return "the name of a property has \(length) characters; at most \(limit) are allowed"
    }
    if part == .event, name == "time" || name == "event_name" {
      return "\"\(name)\" is reserved by Braze: choose another name"
    }
    return nil
  }

  private static func checkText(
    _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    let limit = RequestPart.textLimit
    // A character has at least one byte, so most strings are not counted.
    guard object.document.kind(value) == .string, object.document.word(value).extent > limit else {
      return
    }
    let length = object.length(value)
    guard length > limit else { return }
    findings.report(
      .trackTextTooLong, at: value, "a text of \(length) characters; at most \(limit) are allowed")
  }
}
