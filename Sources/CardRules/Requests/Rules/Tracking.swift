import CardProcessing
import CardJSON
import ContentCardKit

/// A body for /users/track holds no more objects of a kind than the API takes.
///
/// The source of the other limit, to which nothing in a body says that it is subject, is
/// https://www.braze.com/docs/api/endpoints/user_data/post_user_track_bulk/.
enum TrackObjectsTooMany: RequestRule {
  static let text = RuleText(
    id: "track/objects-too-many", severity: .error,
    summary: "a body for /users/track has at most 75 events, 75 purchases and 75 attributes",
    reason: "The API refuses the request, and none of the events in it is recorded. Where an "
      + "account may use /users/track/bulk, that takes 1000 objects in all.",
    bad: RuleExample(#"{"events":["# + objects(limit) + ",⟦" + object + "⟧]}"),
    good: RuleExample(#"{"events":["# + objects(limit) + "]}"),
    source: PublicPage.usersTrack)

  static let parts: Set<RequestPart> = [.usersTrack]

  /// The most objects of a kind in one request.
  static let limit = 75

  static let object = #"{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z"}"#

  /// So many objects, with commas between them.
  static func objects(_ count: Int) -> String {
    [String](repeating: object, count: count).joined(separator: ",")
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for key in RecognizedValue.trackedLists {
      let elements = object.elements(of: [key])
      guard elements.count > limit else { continue }
      findings.report(
        self, at: .value(elements[limit]),
        "\"\(key)\" has \(elements.count) objects; /users/track takes \(limit) (/users/track/bulk 1000 "
          + "in all), and this is the first beyond them")
    }
  }
}

/// A body for /users/track holds no more objects than every plan allows.
enum TrackObjectsTotal: RequestRule {
  static let text = RuleText(
    id: "track/objects-total", severity: .warning,
    summary: "a body for /users/track has at most 75 objects in all",
    reason: "Braze counts the objects of all kinds together for newer accounts, and refuses what "
      + "is beyond 75 of them; older accounts may send as many of each kind.",
    bad: RuleExample(
      #"{"events":["# + TrackObjectsTooMany.objects(TrackObjectsTooMany.limit)
        + #"],"attributes":[⟦{"external_id":"example-user-1","plan":"a"}⟧]}"#),
    good: RuleExample(
      #"{"events":["# + TrackObjectsTooMany.objects(TrackObjectsTooMany.limit - 1)
        + #"],"attributes":[{"external_id":"example-user-1","plan":"a"}]}"#),
    source: PublicPage.usersTrack)

  static let parts: Set<RequestPart> = [.usersTrack]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let limit = TrackObjectsTooMany.limit
    let lists = RecognizedValue.trackedLists.map { object.elements(of: [$0]) }
    if lists.contains(where: { $0.count > limit }) { return }
    let elements = lists.joined().sorted()
    guard elements.count > limit else { return }
    findings.report(
      self, at: .value(elements[limit]),
      "\(elements.count) objects in one request; newer accounts may send \(limit), and this is the "
        + "first beyond them")
  }
}

/// An import of push tokens names no user, and holds tokens.
enum TrackPushTokenImport: RequestRule {
  static let text = RuleText(
    id: "track/push-token-import", severity: .error,
    summary: "\"push_token_import\": true stands beside push tokens, and no external or Braze id",
    reason: "The import makes anonymous users of tokens: with an id it is refused, and without a "
      + "token there is nothing to import.",
    bad: #"""
      {"attributes":[{"push_token_import":true,⟦"external_id"⟧:"example-user-1",
      "push_tokens":[{"app_id":"example-app","token":"example-token"}]}]}
      """#,
    good: #"""
      {"attributes":[{"push_token_import":true,"email":"ada@example.com",
      "push_tokens":[{"app_id":"example-app","token":"example-token"}]}]}
      """#,
    source: PublicPage.attributesObject)

  static let parts: Set<RequestPart> = [.attributes]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let flag = object.value("push_token_import", of: .true) else { return }
    for key: StaticString in ["external_id", "braze_id"] {
      guard let value = object.value(key) else { continue }
      findings.report(
        self, at: .key(value), "\"push_token_import\" is true, and excludes \"\(key)\"")
    }
    if object.value("push_tokens") == nil {
      findings.report(self, at: .value(flag), "an import of push tokens needs \"push_tokens\"")
    }
  }
}

/// The names of events and products are no longer than Braze keeps.
enum TrackNameTooLong: RequestRule {
  static let text = RuleText(
    id: "track/name-too-long", severity: .error,
    summary: "the name of an event or product has at most 255 characters",
    reason: "The API refuses the object, and the event is lost.",
    bad: RuleExample(event("⟦\"" + String(repeating: "n", count: limit + 1) + "\"⟧")),
    good: RuleExample(event("\"" + String(repeating: "n", count: limit) + "\"")),
    source: PublicPage.eventObject)

  static let parts: Set<RequestPart> = [.event, .purchase]

  /// The longest name or text, in characters.
  static let limit = 255

  private static func event(_ name: String) -> String {
    #"{"events":[{"external_id":"u","time":"2026-11-21T10:00:00Z","name":"# + name + "}]}"
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    let key: StaticString = object.part == .purchase ? "product_id" : "name"
    guard let value = object.value(key, of: .string) else { return }
    let length = object.length(value)
    guard length > limit else { return }
    findings.report(
      self, at: .value(value), "\"\(key)\" has \(length) characters; at most \(limit) are allowed")
  }
}

/// The time of an event is one that the API can read.
enum TrackTimeInvalid: RequestRule {
  static let text = RuleText(
    id: "track/time-invalid", severity: .error,
    summary: "the time of an event or purchase is ISO 8601, or yyyy-MM-dd'T'HH:mm:ss:SSSZ",
    reason: "The API refuses an event whose time it cannot read, and the event is lost.",
    bad: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":⟦"1795255200"⟧}]}
      """#,
    good: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z"},
      {"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00:123+0100"}]}
      """#,
    source: PublicPage.eventObject)

  static let parts: Set<RequestPart> = [.event, .purchase]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.text("time"), object.document.word(value).extent > 0,
      object.trackedDate(value) == nil
    else { return }
    findings.report(self, at: .value(value), object.noTime(value))
  }
}

/// The time of an event is not in the future.
enum TrackTimeInFuture: RequestRule {
  static let text = RuleText(
    id: "track/time-in-future", severity: .info,
    summary: "the time of an event or purchase is not in the future",
    reason:
      "Braze puts the time at which it gets the event in place of one that lies ahead, so the "
      + "reports show another time than was sent.",
    bad: RuleExample(
      #"{"events":[{"external_id":"u","name":"a","time":⟦"2026-11-22T10:00:00Z"⟧}]}"#,
      .noonOfAnExample),
    good: RuleExample(
      #"{"events":[{"external_id":"u","name":"a","time":"2026-11-21T10:00:00Z"}]}"#,
      .noonOfAnExample),
    source: PublicPage.eventObject)

  static let parts: Set<RequestPart> = [.event, .purchase]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard object.settings.now != 0, let value = object.value("time", of: .string),
      let date = object.trackedDate(value), date > object.settings.now
    else { return }
    findings.report(
      self, at: .value(value), "\(object.shown(value)) lies ahead; Braze sets it to now")
  }
}

/// The names of an event's properties are ones that Braze accepts.
enum TrackPropertyName: RequestRule {
  static let text = RuleText(
    id: "track/property-name", severity: .error,
    summary: "a property's name has 1 to 255 characters, does not begin with \"$\" and is not "
      + "reserved",
    reason: "The API refuses the event because of one such name. \"time\" and \"event_name\" are "
      + "Braze's own.",
    bad: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z",
      "properties":{⟦"event_name"⟧:"tap"}}]}
      """#,
    good: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z",
      "properties":{"card_id":"example-card"}}]}
      """#,
    source: PublicPage.eventObject)

  static let parts: Set<RequestPart> = [.event, .purchase]

  private static let reserved = ["time", "event_name"]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let properties = object.value("properties", of: .object) else { return }
    object.document.forEachMember(of: properties) { key, value in
      guard let mistake = mistake(in: object.document.string(key), object.part) else { return }
      findings.report(self, at: .key(value), mistake)
    }
  }

  private static func mistake(in name: String, _ part: RequestPart) -> String? {
    if name.isEmpty { return "a property needs a name, found \"\"" }
    if name.hasPrefix("$") {
      return "the name \(MessageText.quoted(name)) of a property begins with \"$\""
    }
    let length = name.unicodeScalars.count
    if length > TrackNameTooLong.limit {
      return "the name of a property has \(length) characters; at most \(TrackNameTooLong.limit) "
        + "are allowed"
    }
    if part == .event, reserved.contains(name) {
      return "\"\(name)\" is reserved by Braze: choose another name"
    }
    return nil
  }
}

/// The texts in an event's properties are no longer than Braze keeps.
enum TrackTextTooLong: RequestRule {
  static let text = RuleText(
    id: "track/text-too-long", severity: .error,
    summary: "a text in the properties of an event has at most 255 characters",
    reason: "The API refuses the event because of one such text.",
    bad: .event(
      #"{"text":⟦""# + String(repeating: "t", count: TrackNameTooLong.limit + 1) + #""⟧}"#),
    good: .event(#"{"text":""# + String(repeating: "t", count: TrackNameTooLong.limit) + #""}"#),
    source: PublicPage.eventObject)

  static let parts: Set<RequestPart> = [.event, .purchase]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let properties = object.value("properties", of: .object) else { return }
    object.document.forEachMember(of: properties) { _, value in
      check(value, object, &findings)
      object.document.forEachElement(of: value) { check($0, object, &findings) }
    }
  }

  private static func check(
    _ value: Int, _ object: RequestObject, _ findings: inout FindingSink
  ) {
    let limit = TrackNameTooLong.limit
    // A character has at least one byte, so most texts need not be counted.
    guard object.document.kind(value) == .string, object.document.word(value).extent > limit
    else { return }
    let length = object.length(value)
    guard length > limit else { return }
    findings.report(
      self, at: .value(value), "a text of \(length) characters; at most \(limit) are allowed")
  }
}

/// The lists in an event's properties hold no dates.
enum TrackDateInList: RequestRule {
  static let text = RuleText(
    id: "track/date-in-list", severity: .error,
    summary: "a list in the properties of an event holds no dates",
    reason: "Braze reads a text that looks like a date as one, and takes no dates in lists.",
    bad: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z",
      "properties":{"visits":["first",⟦"2026-11-20T09:00:00Z"⟧]}}]}
      """#,
    good: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z",
      "properties":{"visit":"2026-11-20T09:00:00Z","steps":["first","2026"]}}]}
      """#,
    source: PublicPage.eventObject)

  static let parts: Set<RequestPart> = [.event, .purchase]

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let properties = object.value("properties", of: .object) else { return }
    object.document.forEachMember(of: properties) { _, list in
      object.document.forEachElement(of: list) { element in
        guard object.document.kind(element) == .string, object.trackedDate(element) != nil else {
          return
        }
        findings.report(
          self, at: .value(element), "\(object.shown(element)) is a date, which no list may hold")
      }
    }
  }
}

/// The properties of an event are no larger than the API takes.
enum TrackPropertiesTooLarge: RequestRule {
  static let text = RuleText(
    id: "track/properties-too-large", severity: .error,
    summary: "the properties of an event are at most 100 KB of JSON",
    reason: "The API refuses the event, and it is lost.",
    bad: .event("⟦{\"items\":[" + items(limit / 4) + "]}⟧"),
    good: .event("{\"items\":[" + items(4) + "]}"),
    source: PublicPage.eventObject)

  static let parts: Set<RequestPart> = [.event, .purchase]

  /// The largest size, in bytes without white space between tokens.
  static let limit = 100 * 1024

  private static func items(_ count: Int) -> String {
    [String](repeating: "100", count: count).joined(separator: ",")
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let properties = object.value("properties", of: .object) else { return }
    let size = object.size(properties)
    guard size > limit else { return }
    findings.report(
      self, at: .value(properties), "\(size) bytes of properties; the API takes \(limit)")
  }
}

extension RuleExample {
  /// A body with one event that has these properties.
  fileprivate static func event(
    _ properties: @escaping @autoclosure @Sendable () -> String
  ) -> RuleExample {
    RuleExample(
      #"{"events":[{"external_id":"u","name":"a","time":"2026-11-21T10:00:00Z","properties":"#
        + properties() + "}]}")
  }
}

/// The quantity of a purchase is one that the API takes.
enum TrackQuantityInvalid: RequestRule {
  static let text = RuleText(
    id: "track/quantity-invalid", severity: .error,
    summary: "the quantity of a purchase is 1 to 100",
    reason: "Braze counts a quantity as that many purchases, and takes no more than 100 of them.",
    bad: purchase("⟦101⟧"),
    good: purchase("100"),
    source: PublicPage.purchaseObject)

  static let parts: Set<RequestPart> = [.purchase]

  private static func purchase(_ quantity: String) -> RuleExample {
    RuleExample(
      #"{"purchases":[{"external_id":"u","product_id":"example","currency":"EUR","price":1.5,"#
        + #""time":"2026-11-21T10:00:00Z","quantity":"# + quantity + "}]}")
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("quantity", of: .number) else { return }
    let spelling = object.document.content(value)
    let isWithin =
      JSONNumber.compare(spelling, ByteView("1")) >= 0
      && JSONNumber.compare(spelling, ByteView("100")) <= 0
    if isWithin { return }
    findings.report(self, at: .value(value), "expected 1 to 100, found \(object.shown(value))")
  }
}
