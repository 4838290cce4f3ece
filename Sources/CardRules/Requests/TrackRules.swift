import CardProcessing
import CardJSON

// The rules for bodies of /users/track.
extension Rule {
  static let trackObjectsTooMany = Rule(
    id: "track/objects-too-many", severity: .error, source: PublicPage.usersTrack,
    summary: "disallow more than 75 events, 75 purchases or 75 attributes",
    reason: "The API refuses the request and records nothing. Accounts that may use "
      + "/users/track/bulk can send 1000 objects in all.",
    bad: RuleExample(#"{"events":[\#(events(75)),⟦\#(events(1))⟧]}"#),
    good: RuleExample(#"{"events":[\#(events(75))]}"#))

  static let trackObjectsTotal = Rule(
    id: "track/objects-total", severity: .warning, source: PublicPage.usersTrack,
    summary: "disallow more than 75 objects in a body for /users/track",
    reason: "For newer accounts Braze counts the objects of all kinds together, and refuses more "
      + "than 75. Older accounts may send 75 of each kind.",
    bad: RuleExample(
      #"{"events":[\#(events(75))],"attributes":[⟦{"external_id":"example-user-1","plan":"a"}⟧]}"#),
    good: RuleExample(
      #"{"events":[\#(events(74))],"attributes":[{"external_id":"example-user-1","plan":"a"}]}"#))

  static let trackPushTokenImport = Rule(
    id: "track/push-token-import", severity: .error, source: PublicPage.attributesObject,
    summary: "require push tokens, and no external or Braze id, with \"push_token_import\": true",
    reason: "The import creates anonymous users from tokens. It is refused with an id, and imports "
      + "nothing without a token.",
    bad: #"""
      {"attributes":[{"push_token_import":true,⟦"external_id"⟧:"example-user-1",
      "push_tokens":[{"app_id":"example-app","token":"example-token"}]}]}
      """#,
    good: #"""
      {"attributes":[{"push_token_import":true,"email":"ada@example.com",
      "push_tokens":[{"app_id":"example-app","token":"example-token"}]}]}
      """#)

  static let trackNameTooLong = Rule(
    id: "track/name-too-long", severity: .error, source: PublicPage.eventObject,
    summary: "disallow more than 255 characters in the name of an event or product",
    reason: "The API refuses the object, and the event is lost.",
    bad: .named(#"⟦"\#(letters(256, "n"))"⟧"#), good: .named(#""\#(letters(255, "n"))""#))

  static let trackTimeInvalid = Rule(
    id: "track/time-invalid", severity: .error, source: PublicPage.eventObject,
    summary: "require ISO 8601 or yyyy-MM-dd'T'HH:mm:ss:SSSZ for the time of an event",
    reason: "The API refuses an event whose time it cannot read, and the event is lost.",
    bad: #"{"events":[{"external_id":"example-user-1","name":"a","time":⟦"1795255200"⟧}]}"#,
    good: #"""
      {"events":[{"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00Z"},
      {"external_id":"example-user-1","name":"a","time":"2026-11-21T10:00:00:123+0100"}]}
      """#)

  static let trackTimeInFuture = Rule(
    id: "track/time-in-future", severity: .info, source: PublicPage.eventObject, traits: .clock,
    summary: "disallow times in the future for events and purchases",
    reason: "Braze replaces a time in the future by the time at which it gets the event, so "
      + "reports show another time than was sent.",
    bad: RuleExample(
      #"{"events":[{"external_id":"u","name":"a","time":⟦"2026-11-22T10:00:00Z"⟧}]}"#,
      .noonOfAnExample), right: #""2026-11-21T10:00:00Z""#)

  static let trackPropertyName = Rule(
    id: "track/property-name", severity: .error, source: PublicPage.eventObject,
    summary: "require property names of 1 to 255 characters, without a leading \"$\", that are not "
      + "reserved",
    reason: "The API refuses the event because of one such name. \"time\" and \"event_name\" are "
      + "Braze's own.",
    bad: .event(#"{⟦"event_name"⟧:"tap"}"#), good: .event(#"{"card_id":"example-card"}"#))

  static let trackTextTooLong = Rule(
    id: "track/text-too-long", severity: .error, source: PublicPage.eventObject,
    summary: "disallow strings of more than 255 characters in the properties of an event",
    reason: "The API refuses the event because of one such string.",
    bad: .event(#"{"text":⟦"\#(letters(256, "t"))"⟧}"#),
    good: .event(#"{"text":"\#(letters(255, "t"))"}"#))

  static let trackDateInList = Rule(
    id: "track/date-in-list", severity: .error, source: PublicPage.eventObject,
    summary: "disallow dates in lists of an event's properties",
    reason: "Braze reads a string that looks like a date as a date, and accepts no dates in lists.",
    bad: .event(#"{"visits":["first",⟦"2026-11-20T09:00:00Z"⟧]}"#),
    good: .event(#"{"visit":"2026-11-20T09:00:00Z","steps":["first","2026"]}"#))

  static let trackPropertiesTooLarge = Rule(
    id: "track/properties-too-large", severity: .error, source: PublicPage.eventObject,
    summary: "disallow more than 100 KB of properties in an event",
    reason: "The API refuses the event, and it is lost.",
    bad: .event("⟦{\"items\":[" + items(25 * 1024) + "]}⟧"),
    good: .event("{\"items\":[" + items(4) + "]}"))

  static let trackQuantityInvalid = Rule(
    id: "track/quantity-invalid", severity: .error, source: PublicPage.purchaseObject,
    summary: "require a quantity of 1 to 100 in a purchase",
    reason: "Braze counts a quantity as that many purchases, and accepts at most 100.",
    bad: .purchase("⟦101⟧"), good: .purchase("100"))
}
