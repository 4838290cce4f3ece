import CardProcessing
import CardJSON
import ContentCardKit

/// A function that checks what the table cannot express: clocks, sums, sizes and Liquid.
struct RequestCheck: Sendable {
  /// The objects that are checked.
  let parts: Set<RequestPart>
  /// The function.
  let run: @Sendable (_ object: RequestObject, _ findings: inout FindingSink) -> Void

  /// The checks.
  static let all: [RequestCheck] = [
    body, recipients, triggerProperties, schedule, attachment, card, liquid, users, total, event,
  ]
}

// Bodies.
extension RequestCheck {
  private static let body = RequestCheck(parts: RequestPart.bodies) { object, findings in
    if let key = object.value("api_key") {
      findings.report(
        .requestAPIKey, at: .key(key),
        "the key of the REST API is a secret; it belongs in the header")
    }
    guard RequestPart.messageBodies.contains(object.part),
      let messages = object.value("messages", of: .object),
      let card = messages.member("content_card", .object)
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

  private static let recipients = RequestCheck(parts: RequestPart.sendingBodies) {
    object, findings in
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
        "\(place.shown) was named before; Braze sends one message to a user")
    }
  }

  /// A unique name of a user, and its location.
  private static func name(
    of user: JSONNode, in object: RequestObject
  ) -> ([String], place: JSONNode)? {
    func text(_ key: StaticString, of node: JSONNode) -> (String, JSONNode)? {
      guard let value = object.filled(key, of: node), value.kind == .string else { return nil }
      return (value.string, value)
    }
    if user.kind == .string {
      return user.isEmpty ? nil : (["external_user_id", user.string], user)
    }
    for key: StaticString in ["external_user_id", "braze_id", "email"] {
      if let (name, place) = text(key, of: user) { return ([key.description, name], place) }
    }
    let alias = user.member(ByteView("user_alias")) ?? user
    guard let (name, _) = text("alias_name", of: alias),
      let (label, _) = text("alias_label", of: alias)
    else { return nil }
    return (["user_alias", label, name], alias)
  }

  private static let triggerProperties = RequestCheck(
    parts: RequestPart.triggerBodies.union([.recipient])
  ) { object, findings in
    guard let pairs = object.value("trigger_properties", of: .object) else { return }
    let (size, limit) = (pairs.compact.count, 50 * 1024)
    if size > limit {
      findings.report(
        .triggerPropertiesTooLarge, at: pairs,
        "\(size) bytes of trigger properties; the API takes \(limit)")
    }
    guard let type = pairs.member(object.checker.typeKey), type.kind == .string else { return }
    if type.isLiquid {
      return findings.report(
        .requestClassTypeLiquid, at: type,
        "the class type \(type.shown) is not known before rendering")
    }
    let name = type.string
    let isKnown = object.checker.classTypes.contains { $0.lowercased() == name.lowercased() }
    if isKnown || object.checker.classTypes.isEmpty { return }
    findings.report(
      .classTypeUnknown, at: type,
      "unknown class type \(MessageText.quoted(name))"
        + NearestName.hint(for: name, among: object.checker.classTypes))
  }

  private static let schedule = RequestCheck(parts: [.schedule]) { object, findings in
    guard let value = object.text("time"), let date = object.date(value) else { return }
    let isLocal = object.isTrue("in_local_time") || object.isTrue("at_optimal_time")
    let clock = value.string.utf8.drop { $0 | 0x20 != UInt8(ascii: "t") }
    if isLocal, clock.dropFirst().contains(where: { "Zz+-".utf8.contains($0) }) {
      findings.report(
        .requestScheduleTime, at: value, severity: .info,
        "drop the offset of \(value.shown): in_local_time uses each user's zone")
    }
    // The time zone that is furthest behind UTC is 12 hours behind.
    let now = object.settings.now
    guard now != 0, date <= now - (isLocal ? 12 * 3_600_000 : 0) else { return }
    findings.report(.requestSchedulePast, at: value, "\(value.shown) is in the past")
  }

  private static let attachment = RequestCheck(parts: [.attachment]) { object, findings in
    guard let value = object.text("file_name") else { return }
    let name = value.string
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
  private static let card = RequestCheck(parts: [.contentCard]) { object, findings in
    checkType(object, &findings)
    if let value = object.value("time_to_live", of: .number) {
      checkLifetime(value, &findings)
    }
    if let value = object.text("expire_at"), let date = object.date(value),
      object.settings.now != 0
    {
      let sent = object.sendingTime
      if date <= sent {
        let isPast = date <= object.settings.now
        findings.report(
          .restExpiryPast, at: value,
          "\(value.shown) is \(isPast ? "in the past" : "before the message is sent")")
      } else if date > sent + RequestPart.timeToLive.upperBound * 1000 {
        findings.report(.restExpireAtTooFar, at: value, "\(value.shown) is more than 30 days ahead")
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
    let name = type.string
    if name.isEmpty || RequestPart.cardTypes.contains(name) { return }
    let hint =
      RequestObject.correctType(for: name).map { "; write \"\($0)\"" }
      ?? NearestName.hint(
        for: name, among: RequestPart.cardTypes,
        otherwise: "; expected CLASSIC, CAPTIONED_IMAGE or BANNER")
    findings.report(.restTypeUnknown, at: type, "\(type.shown) is not a type of a REST card\(hint)")
  }

  private static func checkLifetime(_ value: JSONNode, _ findings: inout FindingSink) {
    let (number, limit) = (value.content, RequestPart.timeToLive.upperBound)
    if JSONNumber.compare(number, ByteView("0")) <= 0 {
      findings.report(
        .restTimeToLiveInvalid, at: value,
        "expected a positive number of seconds, found \(value.shown)")
    } else if JSONNumber.compare(number, ByteView("60")) < 0 {
      findings.report(
        .restTimeToLiveInvalid, at: value, severity: .warning,
        "the card expires \(value.shown) s after it is sent; few users will see it")
    } else if JSONNumber.compare(number, ByteView("2592000")) > 0 {
      let whole = JSONNumber.rounded(number).map { $0 / 86_400 }
      let days = whole.flatMap { $0 > 30 ? " (\($0) days)" : nil } ?? ""
      // A number that is a thousand times too large counts milliseconds.
      let milliseconds = JSONNumber.smallInteger(number).flatMap {
        $0 % 1000 == 0 && $0 >= 3_600_000 && $0 <= limit * 1000 ? $0 : nil
      }
      findings.report(
        .restExpiryTooFar, at: value,
        "\(value.shown) s\(days) exceeds the 30-day maximum (\(limit) s)"
          + (milliseconds.map { "; in seconds it would be \($0 / 1000)" } ?? ""))
    }
  }

  private static let liquid = RequestCheck(parts: [.contentCard]) { object, findings in
    for (_, value) in object.node.members {
      checkLiquid(value, &findings)
      for (_, extra) in value.members { checkLiquid(extra, &findings) }
    }
  }

  private static func checkLiquid(_ value: JSONNode, _ findings: inout FindingSink) {
    guard value.kind == .string else { return }
    let text = CardText(value)
    if let open = LiquidTag.resolved(text, { LiquidTag.unclosed(in: $0) }) {
      let delimiter = LiquidTag.text(open, of: value)
      findings.report(
        .restLiquidUnclosed, at: .part(value, open),
        "\"\(delimiter)\" is not closed; expected \"\(delimiter == "{%" ? "%}" : "}}")\"")
    } else if let block = LiquidTag.resolved(text, { LiquidTag.unclosedBlock(in: $0) }) {
      let tag = MessageText.quoted(LiquidTag.text(block, of: value))
      findings.report(.restLiquidUnclosed, at: .part(value, block), "no end tag for \(tag)")
    }
    var advice = ""
    let place = LiquidTag.resolved(text) { text in
      guard let wrong = LiquidTag.wrongBraces(in: text) else { return nil }
      advice = wrong.advice
      return wrong.place
    }
    guard let place else { return }
    findings.report(
      .restLiquidBraces, at: .part(value, place), "write \(MessageText.cut(advice))")
  }
}

// Bodies for `/users/track`.
extension RequestCheck {
  private static let users = RequestCheck(parts: RequestPart.tracked) { object, findings in
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
    guard object.body.member(ByteView("attributes")) != nil else { return false }
    let keys = RequestPart.attributes.userKeys + ["external_user_id", "user_id"]
    let lists = RecognizedValue.trackedLists.compactMap { object.body.member($0, .array) }
    return !lists.contains { list in
      list.elements.contains { element in
        keys.contains { object.filled($0, of: element) != nil }
      }
    }
  }

  private static let total = RequestCheck(parts: [.usersTrack]) { object, findings in
    let limit = RequestPart.trackedLimit
    let lists = RecognizedValue.trackedLists.map { object.elements(of: [$0]) }
    let elements = lists.joined().sorted { $0.index < $1.index }
    guard elements.count > limit, !lists.contains(where: { $0.count > limit }) else { return }
    findings.report(
      .trackObjectsTotal, at: elements[limit],
      "\(elements.count) objects in one request; newer accounts may send \(limit), and this is the "
        + "first beyond them")
  }

  private static let event = RequestCheck(parts: [.event, .purchase]) { object, findings in
    if object.settings.now != 0, let value = object.value("time", of: .string),
      let date = object.date(value, isTracked: true), date > object.settings.now
    {
      findings.report(
        .trackTimeInFuture, at: value, "\(value.shown) is in the future; Braze sets it to now")
    }
    guard let properties = object.value("properties", of: .object) else { return }
    let (size, limit) = (properties.compact.count, 100 * 1024)
    if size > limit {
      findings.report(
        .trackPropertiesTooLarge, at: properties,
        "\(size) bytes of properties; the API takes \(limit)")
    }
    for (key, value) in properties.members {
      if let problem = problem(ofName: key.string, object.part) {
        findings.report(.trackPropertyName, at: .key(value), problem)
      }
      checkText(value, &findings)
      for element in value.elements {
        checkText(element, &findings)
        guard element.kind == .string, object.date(element, isTracked: true) != nil else {
          continue
        }
        findings.report(
          .trackDateInList, at: element, "\(element.shown) is a date, which no list may hold")
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

  private static func checkText(_ value: JSONNode, _ findings: inout FindingSink) {
    let limit = RequestPart.textLimit
    // A character has at least one byte, so most strings are not counted.
    guard value.kind == .string, value.word.extent > limit else { return }
    let length = value.length
    guard length > limit else { return }
    findings.report(
      .trackTextTooLong, at: value, "a text of \(length) characters; at most \(limit) are allowed")
  }
}
