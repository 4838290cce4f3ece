import CardJSON
import ContentCardKit

// Checks that the table cannot express: times, totals, sizes and Liquid.
extension RequestObject {
  /// Runs the checks that the table cannot express.
  func checkBeyondTable(_ findings: inout FindingSink) {
    if part.isBody, let key = value("api_key") {
      findings.report(
        .requestAPIKey, at: .key(key),
        "the key of the REST API is a secret; it belongs in the header")
    }
    for check in part.checks { check(self, &findings) }
  }

  private func checkSize(
    of node: JSONNode, atMost limit: Int, noun: String, _ rule: Rule,
    _ findings: inout FindingSink
  ) {
    let size = node.compact.count
    if size > limit {
      findings.report(rule, at: node, "\(size) bytes of \(noun); the API accepts at most \(limit)")
    }
  }
}

// Bodies.
extension RequestObject {
  func checkVariation(_ findings: inout FindingSink) {
    guard let card = value("messages", of: .object)?.member("content_card", .object) else { return }
    switch (filled("campaign_id"), filled("message_variation_id", of: card)) {
    case (let campaign?, nil):
      findings.report(
        .requestVariationUnpaired, at: campaign,
        "the card has no \"message_variation_id\", without which the API rejects a card of a campaign"
      )
    case (nil, let variation?):
      findings.report(
        .requestVariationUnpaired, at: variation, severity: .info,
        "the request has no \"campaign_id\", so the variation has no effect")
    case (nil, nil), (_?, _?): break
    }
  }

  func checkRecipients(_ findings: inout FindingSink) {
    // The limit applies to ids and aliases together.
    let keys: [StaticString] = ["external_user_ids", "user_aliases", "recipients"]
    let users = keys.filter { part.key($0) != nil }.flatMap(elements)
    let limit = RequestPart.recipientLimit
    if users.count > limit {
      findings.report(
        .requestRecipientsTooMany, at: users[limit],
        "the request names \(users.count) users; the API accepts at most \(limit), and this is the "
          + "first one above the limit")
    }
    if users.count < 2 { return }
    var met: Set<[String]> = []
    for user in users {
      guard let (name, place) = name(of: user), !met.insert(name).inserted else { continue }
      findings.report(
        .requestRecipientRepeated, at: place,
        "\(place.shown) is a duplicate; Braze sends only one message to a user")
    }
  }

  /// Returns a unique name of a user, and its location.
  private func name(of user: JSONNode) -> ([String], place: JSONNode)? {
    func text(_ key: StaticString, of node: JSONNode) -> (String, JSONNode)? {
      guard let value = filled(key, of: node), value.kind == .string else { return nil }
      return (value.string, value)
    }
    if user.kind == .string {
      return user.isEmpty ? nil : (["external_user_id", user.string], user)
    }
    for key: StaticString in ["external_user_id", "braze_id", "email"] {
      if let (name, place) = text(key, of: user) { return (["\(key)", name], place) }
    }
    let alias = user.member(ByteView("user_alias")) ?? user
    guard let (name, _) = text("alias_name", of: alias),
      let (label, _) = text("alias_label", of: alias)
    else { return nil }
    return (["user_alias", label, name], alias)
  }

  func checkTriggerProperties(_ findings: inout FindingSink) {
    guard let pairs = value("trigger_properties", of: .object) else { return }
    checkSize(
      of: pairs, atMost: 50 * 1024, noun: "trigger properties", .triggerPropertiesTooLarge,
      &findings)
    guard let type = pairs.member(checker.typeKey), type.kind == .string else { return }
    if type.isLiquid {
      return findings.report(
        .requestClassTypeLiquid, at: type,
        "the class type \(type.shown) is not known before rendering")
    }
    let (name, known) = (JSONString(type), checker.classTypes)
    let isKnown = known.contains { known in name.withText { $0.equalsIgnoringCase(known) } }
    if isKnown || known.isEmpty || name.content.count == 0 { return }
    ClassCheck.report(unknown: name, at: type, among: known, &findings)
  }

  func checkSchedule(_ findings: inout FindingSink) {
    guard let value = text("time"), let date = date(value) else { return }
    let isLocal = isTrue("in_local_time") || isTrue("at_optimal_time")
    let text = value.string
    let clock = text.utf8.drop { $0 | 0x20 != UInt8(ascii: "t") }
    if isLocal, let zone = clock.dropFirst().firstIndex(where: { "Zz+-".utf8.contains($0) }) {
      findings.report(
        .requestScheduleTime, at: value, severity: .info,
        "drop the offset of \(value.shown): in_local_time uses each user's time zone",
        fix: .write(text: String(text[..<zone]), at: value))
    }
    // Local time is at most 12 hours behind UTC.
    guard let now = checker.now, date <= now - (isLocal ? 12 * 3_600_000 : 0) else { return }
    findings.report(.requestSchedulePast, at: value, "\(value.shown) is in the past")
  }

  func checkAttachment(_ findings: inout FindingSink) {
    guard let value = text("file_name") else { return }
    let name = value.string
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
    let ending = name[name.index(after: dot)...]
    guard (2...4).contains(ending.count), ending.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return
    }
    findings.report(
      .requestAttachmentName, at: value, "drop \".\(ending)\": Braze adds the extension of the URL",
      fix: .write(text: String(name[..<dot]), at: value))
  }
}

// Content cards.
extension RequestObject {
  func checkType(_ findings: inout FindingSink) {
    guard let type = text("type") else { return }
    let (name, known) = (type.string, RequestPart.cardTypes)
    if name.isEmpty || known.contains(name) { return }
    let right = RequestObject.correctType(for: name)
    let hint =
      right.map { "; write \"\($0)\"" }
      ?? NearestName.hint(
        for: name, among: known, otherwise: "; expected CLASSIC, CAPTIONED_IMAGE or BANNER")
    findings.report(
      .restTypeUnknown, at: type, "\(type.shown) is not a type of a REST card\(hint)",
      fix: right.map { .write(text: $0, at: type) } ?? [])
  }

  func checkExpiry(_ findings: inout FindingSink) {
    if let value = value("time_to_live", of: .number) { checkLifetime(value, &findings) }
    if let now = checker.now, let value = text("expire_at"), let date = date(value) {
      // The message is sent now, or at the scheduled time if that is later.
      let schedule = body.member(ByteView("schedule"))?.member("time", .string)
      let sent = max(now, schedule.flatMap { self.date($0) } ?? now)
      if date <= sent {
        findings.report(
          .restExpiryPast, at: value,
          "\(value.shown) is \(date <= now ? "in the past" : "before the message is sent")")
      } else if date > sent + RequestPart.timeToLive.upperBound * 1000 {
        findings.report(.restExpireAtTooFar, at: value, "\(value.shown) is more than 30 days ahead")
      }
    }
    if let local = value("expire_in_local_time", of: .true), value("expire_at") == nil,
      value("time_to_live") != nil
    {
      findings.report(
        .restLocalTimeUnused, at: .key(local), "without \"expire_at\" this has no effect")
    }
  }

  private func checkLifetime(_ value: JSONNode, _ findings: inout FindingSink) {
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
      // The number is probably in milliseconds if a thousandth of it is a plausible TTL.
      let milliseconds = JSONNumber.smallInteger(number).flatMap {
        $0 % 1000 == 0 && $0 >= 3_600_000 && $0 <= limit * 1000 ? $0 : nil
      }
      findings.report(
        .restExpiryTooFar, at: value,
        "\(value.shown) s\(days) exceeds the 30-day maximum (\(limit) s)"
          + (milliseconds.map { "; in seconds it would be \($0 / 1000)" } ?? ""))
    }
  }

  func checkLiquid(_ findings: inout FindingSink) {
    for (_, value) in node.members {
      checkLiquid(value, &findings)
      for (_, extra) in value.members { checkLiquid(extra, &findings) }
    }
  }

  private func checkLiquid(_ value: JSONNode, _ findings: inout FindingSink) {
    guard value.kind == .string else { return }
    let text = JSONString(value)
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
    // In a string with escapes, the tag may have some too.
    let isPlain = !value.word.isEscaped && !advice.contains { "\"\\".contains($0) }
    findings.report(
      .restLiquidBraces, at: .part(value, place), "write \(MessageText.truncated(advice))",
      fix: isPlain ? .write(advice, at: .part(value, place)) : [])
  }
}

// Bodies for `/users/track`.
extension RequestObject {
  func checkUser(_ findings: inout FindingSink) {
    let keys = RequestPart.trackedUsers
    let isNamed = keys.contains { filled($0) != nil }
    // An import of push tokens is for unknown users.
    if isNamed || isTrue("push_token_import") || isOfCanvas { return }
    findings.report(
      .requestUserUnnamed, at: node, "\(part.title) needs \(RequestObject.listed(keys, "or"))")
  }

  /// Whether the body is for a user update step of a Canvas, which does not name a user.
  private var isOfCanvas: Bool {
    let keys = RequestPart.trackedUsers + ["external_user_id", "user_id"]
    if keys.contains(where: { filled($0, of: body) != nil }) { return false }
    let lists = RequestPart.trackedLists.compactMap { body.member($0, .array) }
    return !lists.contains { list in
      list.elements.contains { element in keys.contains { filled($0, of: element) != nil } }
    }
  }

  func checkTotal(_ findings: inout FindingSink) {
    let limit = RequestPart.trackedLimit
    let lists = RequestPart.trackedLists.map(elements)
    let elements = lists.joined().sorted { $0.index < $1.index }
    guard elements.count > limit, !lists.contains(where: { $0.count > limit }) else { return }
    findings.report(
      .trackObjectsTotal, at: elements[limit],
      "\(elements.count) objects in one request; newer accounts can send \(limit), and this is the "
        + "first one above the limit")
  }

  func checkEvent(_ findings: inout FindingSink) {
    if let now = checker.now, let value = value("time", of: .string),
      let date = date(value, isTracked: true), date > now
    {
      findings.report(
        .trackTimeInFuture, at: value, "\(value.shown) is in the future; Braze sets it to now")
    }
    guard let properties = value("properties", of: .object) else { return }
    checkSize(
      of: properties, atMost: 100 * 1024, noun: "properties", .trackPropertiesTooLarge, &findings)
    for (key, value) in properties.members {
      if let problem = problem(ofName: key.string) {
        findings.report(.trackPropertyName, at: .key(value), problem)
      }
      checkText(value, &findings)
      for element in value.elements {
        checkText(element, &findings)
        guard element.kind == .string, date(element, isTracked: true) != nil else { continue }
        findings.report(
          .trackDateInList, at: element,
          "\(element.shown) is a date, which is not allowed in a list")
      }
    }
  }

  private func problem(ofName name: String) -> String? {
    if name.isEmpty { return "a property name must not be empty" }
    if name.hasPrefix("$") {
      return "property name \(MessageText.quoted(name)) starts with \"$\""
    }
    let (length, limit) = (name.unicodeScalars.count, RequestPart.textLimit)
    if length > limit {
      return "a property name has \(length) characters; at most \(limit) are allowed"
    }
    if part.name == RequestPart.event.name, name == "time" || name == "event_name" {
      return "\"\(name)\" is reserved by Braze: choose another name"
    }
    return nil
  }

  private func checkText(_ value: JSONNode, _ findings: inout FindingSink) {
    let limit = RequestPart.textLimit
    guard let length = value.length(above: limit) else { return }
    findings.report(
      .trackTextTooLong, at: value, "a string of \(length) characters; at most \(limit) are allowed"
    )
  }
}
