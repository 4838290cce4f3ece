import CardJSON
import ContentCardKit
import Testing

@testable import CardRules

/// Bodies and cards as people and SDKs write them, each with exactly the rules that it violates.
@Suite struct RealBodyTests {
  /// A body and the ids of the rules that it violates, in text order.
  struct Body: Sendable, CustomTestStringConvertible {
    let name: String
    let json: String
    let rules: [Rule]

    init(_ name: String, _ json: String, _ rules: [Rule] = []) {
      (self.name, self.json, self.rules) = (name, json, rules)
    }

    var testDescription: String { name }
  }

  /// A REST card of a class; `rest` are more of its members.
  private static func card(_ rest: String = #""time_to_live":3600"#) -> String {
    #"{"type":"CLASSIC","title":"Hi","description":"There","extra":{"class_type":"ad_banner"},"#
      + rest + "}"
  }

  /// A body for /messages/send with a card; `rest` are more of its members.
  private static func send(_ rest: String, card: String = card()) -> String {
    #"{"messages":{"content_card":\#(card)},\#(rest)}"#
  }

  private static let users = #""external_user_ids":["example-user-1"]"#
  private static let recipients = #""recipients":[{"external_user_id":"example-user-1"}]"#

  static let sending = [
    Body("send to users", send(users)),
    Body("send to a segment", send(#""broadcast":true,"segment_id":"example-segment""#)),
    Body("send without recipients", send(#""broadcast":true"#), ["request/recipients-missing"]),
    Body(
      "send to a segment, the users left empty",
      send(#""broadcast":true,"segment_id":"example-segment","external_user_ids":[]"#)),
    Body(
      "send, with a variation of null",
      send(
        #"\#(users),"campaign_id":null"#,
        card: card(#""message_variation_id":null,"time_to_live":90"#))),
    Body(
      "send a card that has a key of an SDK",
      send(users, card: card(#""time_to_live":900,"id":"x","ca":1"#)),
      ["request/key-unknown", "request/key-unknown"]),
    Body("send, old form", send(#"\#(users),"api_key":"example-key""#), ["request/api-key"]),
    Body(
      "send, nothing filled in",
      send(#"\#(users),"campaign_id":"","recipient_subscription_state":"""#),
      ["request/value-empty", "request/value-empty"]),
    Body(
      "send for a campaign without its variation", send(#"\#(users),"campaign_id":"example""#),
      ["request/variation-unpaired"]),
    Body("send nothing", #"{\#(users),"messages":{}}"#, ["request/key-missing"]),
    Body(
      "send a card outside of the messages", #"{\#(users),"messages":{},"content_card":{}}"#,
      ["request/key-missing", "request/key-misnamed"]),
    Body(
      "send, the messages misspelt", #"{"broadcast":true,"segment_id":"s","mesages":{}}"#,
      ["request/key-missing", "request/key-unknown"]),
    Body(
      "send a list of messages",
      #"{"campaign_id":"c","broadcast":true,"segment_id":"s","messages":[{}]}"#,
      ["request/value-type"]),
    Body(
      "send to the same user twice",
      send(#""external_user_ids":["example-user-1","example-user-1"]"#),
      ["request/recipient-repeated"]),
    Body(
      "send, another channel too",
      #"{"messages":{"content_card":\#(card()),"apple_push":{"alert":"Hi"}},\#(users)}"#),
    Body("send, with a schema", send(#"\#(users),"$schema":"rest.schema.json""#)),
    Body(
      "schedule",
      send(
        #"\#(users),"schedule":{"time":"2026-12-24T10:00:00","in_local_time":true}"#,
        card: card(#""expire_at":"2027-01-20T10:00:00Z""#))),
    Body(
      "schedule in each user's time, with a zone",
      send(#"\#(users),"schedule":{"time":"2026-12-24T10:00:00+01:00","in_local_time":true}"#),
      ["request/schedule-time"]),
    Body(
      "schedule beyond the card's end",
      send(
        #"\#(users),"schedule":{"time":"2026-12-24T10:00:00Z"}"#,
        card: card(#""expire_at":"2026-12-23T10:00:00Z""#)), ["rest/expiry-past"]),
    Body(
      "schedule to recipients",
      send(#"\#(recipients),"schedule":{"time":"2026-12-24"},"override_messaging_limits":false"#)),
    Body(
      "change a schedule", #"{"schedule_id":"example","schedule":{"time":"2026-12-24T10:00:00Z"}}"#),
    Body(
      "change what is scheduled",
      #"{"schedule_id":"example","messages":{"content_card":\#(card())}}"#),
    Body(
      "schedule, for Windows as it was",
      #"{\#(users),"schedule":{"time":"2026-12-24T10:00:00Z"},"#
        + #""messages":{"windows_push":{},"windows8_push":"(optional)"}}"#, ["request/value-type"]),
    Body("send later, misspelt", send(#"\#(users),"schedul":{}"#), ["request/key-unknown"]),
  ]

  static let triggering = [
    Body("trigger", #"{"campaign_id":"example",\#(recipients)}"#),
    Body(
      "trigger by Braze's id",
      #"{"campaign_id":"example","recipients":[{"braze_id":"0123456789abcdef01234567"}]}"#),
    Body(
      "trigger by alias, at the root",
      #"{"campaign_id":"c","user_aliases":[{"alias_name":"a","alias_label":"b"}]}"#,
      ["request/key-misnamed"]),
    Body(
      "trigger by address, which one left open",
      #"{"campaign_id":"c","recipients":[{"email":"ada@example.com","prioritization":[]}]}"#,
      ["trigger/prioritization-missing"]),
    Body(
      "trigger by address",
      #"{"campaign_id":"example","recipients":[{"email":"ada@example.com"}]}"#,
      ["trigger/prioritization-missing"]),
    Body(
      "trigger by address, with priority",
      #"{"campaign_id":"example","recipients":[{"email":"ada@example.com","#
        + #""prioritization":["unidentified","most_recently_updated"]}]}"#),
    Body(
      "trigger everybody, with a file",
      #"{"campaign_id":"c","broadcast":true,"attachments":[{"file_name":"a","url":"b:c"}]}"#,
      ["trigger/attachments-broadcast"]),
    Body(
      "trigger the same alias twice",
      #"{"campaign_id":"c","recipients":[{"user_alias":{"alias_name":"a","alias_label":"b"}},"#
        + #"{"user_alias":{"alias_label":"b","alias_name":"a"}}]}"#, ["request/recipient-repeated"]),
    Body(
      "trigger everybody, the recipients left empty",
      #"{"campaign_id":"c","broadcast":true,"recipients":[]}"#),
    Body(
      "trigger without recipients", #"{"campaign_id":"c","recipients":[]}"#,
      ["request/recipients-missing"]),
    Body(
      "schedule a trigger",
      #"{"campaign_id":"c",\#(recipients),"schedule":{"time":"2026-12-24T10:00:00Z"}}"#),
    Body(
      "schedule a trigger, never",
      #"{"campaign_id":"c",\#(recipients),"schedule":{"time":"soon"}}"#, ["request/schedule-time"]),
    Body(
      "change the schedule of a trigger",
      #"{"campaign_id":"c","schedule_id":"s","schedule":{"time":"2026-12-24T10:00:00Z"}}"#),
  ]

  private static func attributes(_ rest: String) -> String { #"{"attributes":[{\#(rest)}]}"# }

  private static let event =
    #"{"external_id":"u","name":"a","time":"2026-11-01T10:00:00Z"}"#

  private static func users(_ count: Int) -> String {
    (1...count).map { #"{"external_id":"example-user-\#($0)","plan":"a"}"# }.joined(separator: ",")
  }

  private static let tokens = #""push_tokens":[{"app_id":"example-app","token":"example"}]"#

  static let tracking = [
    Body("anonymous tokens", attributes(#""push_token_import":true,\#(tokens)"#)),
    Body(
      "tokens of an address",
      attributes(#""push_token_import":true,"email":"ada@example.com",\#(tokens)"#)),
    Body(
      "tokens of a user", attributes(#""push_token_import":false,"external_id":"u",\#(tokens)"#)),
    Body(
      "anonymous tokens of a user",
      attributes(#""push_token_import":true,"external_id":"u",\#(tokens)"#),
      ["track/push-token-import"]),
    Body("nothing", #"{"attributes":[],"events":[]}"#, ["request/key-missing"]),
    Body("events alone", #"{"attributes":[],"events":[\#(event)]}"#),
    // A user update of a Canvas.
    Body("no user", attributes(#""plan":"a""#)),
    Body(
      "no user in one of two", #"{"attributes":[{"external_id":"a"},{"plan":"b"}]}"#,
      ["request/user-unnamed"]),
    Body("by address", attributes(#""email":"ada@example.com","plan":"a""#)),
    Body("75 of a kind", #"{"attributes":[\#(users(75))]}"#),
    Body("76 of a kind", #"{"attributes":[\#(users(76))]}"#, ["track/objects-too-many"]),
    Body(
      "75 of a kind and one of another",
      #"{"attributes":[\#(users(75))],"events":[\#(event)]}"#, ["track/objects-total"]),
  ]

  static let unchecked = [
    #"{"canvas_id":"c","canvas_entry_properties":{},\#(recipients)}"#,
    #"{"canvas_id":"c",\#(recipients),"schedule":{"time":"2026-12-24T10:00:00Z"}}"#,
    #"{"trigger_properties":{"a":"b"},"recipient":{"external_user_id":"example-user-1"}}"#,
    #"{"external_send_id":"YWJj","recipient":{"external_user_id":"example-user-1"}}"#,
    #"{"message":"success","name":"n","channels":["content_cards"],"schedule_type":"time_based","#
      + #""messages":{"v":{"channel":"content_cards","name":"V","extras":{"a":"b"}}}}"#,
    #"{"message":"success","messages":[{"channel":"content_cards"}],"conversion_behaviors":[]}"#,
    #"{"message":"success","dispatch_id":"d"}"#,
    #"{"scheduled_broadcasts":[{"name":"n","id":"i","type":"Canvas"}],"message":"success"}"#,
    #"{"message":"success","campaigns":[{"id":"c","name":"n"}]}"#,
    #"{"last_full_sync_at":0,"last_card_updated_at":0,"api_key":"k","device_id":"d"}"#,
    #"{"events":[{"name":"cci","data":{"ids":["a"]}}],"api_key":"k","device_id":"d"}"#,
    #"{"message":"success","name":"n","steps":[],"variants":[{"name":"v"}]}"#,
    #"{"message":"success","attributes":[{"name":"n","data_type":"String"}]}"#,
    #"{"message":"success","feature_flags":[{"id":"f","enabled":true,"properties":{}}]}"#,
    #"{"last_full_sync_at":0,"last_card_updated_at":0}"#,
  ].map { Body($0, $0, ["request/not-checked"]) }

  private static let id = "NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdjXyRfY2M9MSZtdj0yJnBpPWNtcA=="
  private static let extras = #""extras":{"class_type":"ad_banner"}"#

  static let cards = [
    Body(
      "web, as JSON.stringify writes it",
      #"{"id":"\#(id)","viewed":false,"title":"A","imageUrl":null,"description":"B","#
        + #""created":null,"updated":"2026-11-01T10:00:00.000Z","categories":null,"#
        + #""expiresAt":null,"url":null,"linkText":null,\#(extras),"pinned":false,"#
        + #""dismissible":null,"dismissed":false,"clicked":false,"test":false,"Yc":"a","ge":1}"#),
    Body(
      "web 5, with its time of creation",
      #"{"id":"\#(id)","title":"A","description":"B","created":"2026-11-01T10:00:00.000Z","#
        + #""updated":"2026-11-01T10:00:00.000Z","isControl":false,\#(extras)}"#),
    Body(
      "web, handed on in the wire form",
      #"{"id":"\#(id)","tp":"text_announcement","ca":1795165200,"tt":"A","ds":"B","Yc":"a","#
        + #""e":{"class_type":"ad_banner"}}"#),
    Body(
      "React Native, without a type",
      #"{"id":"\#(id)","created":1795165200,"openURLInWebView":false,"isControl":false,\#(extras)}"#,
      ["card/type-missing"]),
    Body(
      "Cordova on iOS, without a link",
      #"{"id":"\#(id)","created":1795165200,"isTest":false,"type":"Classic","title":"A","#
        + #""url":null,"cardDescription":"B","extras":"{\"class_type\":\"ad_banner\"}"}"#),
    Body(
      "Cordova on iOS",
      #"{"id":"\#(id)","created":1795165200,"isTest":false,"type":"Classic","title":"A","#
        + #""cardDescription":"B","extras":"{\"class_type\":\"ad_banner\"}"}"#),
    Body(
      "React Native, an image without its base",
      #"{"image":"https://example.com/a.png","imageAspectRatio":2.0,"type":"ImageOnly"}"#,
      ["card/created-missing", "card/id-missing"]),
    Body(
      "a sync response without its cards", #"{"message":"success","last_full_sync_at":1}"#,
      ["sync/no-cards"]),
    Body(
      "an in-app message of Flutter, which has keys of a REST card",
      #"{"message":"B","type":"MODAL","click_action":"NONE","header":"A","extras":{},"#
        + #""image_url":"https://example.com/a.png","trigger_id":"t"}"#, ["request/not-checked"]),
    Body(
      "a Canvas, whose recipients are those of campaigns",
      #"{"canvas_id":"c","recipients":[{"external_user_id":"a","braze_id":"b"},{}]}"#,
      ["request/not-checked", "request/user-named-twice", "request/user-unnamed"]),
    Body(
      "a transactional message without its user",
      #"{"external_send_id":"YWJj","recipient":{"trigger_properties":{}}}"#,
      ["request/not-checked", "request/user-unnamed"]),
    Body(
      "a body in camel case", #"{"campaignId":"c","triggerProperties":{},"recipients":{}}"#,
      ["request/key-misnamed"]),
    Body("the deletion of a schedule", #"{"campaign_id":"c","schedule_id":"s"}"#),
    Body(
      "a user update, of events alone", #"{"events":[{"name":"a","time":"2026-11-21T10:00:00Z"}]}"#),
    Body(
      "a user beside the events",
      #"{"external_id":"u","events":[{"name":"a","time":"2026-11-21T10:00:00Z"}]}"#,
      ["request/key-unknown", "request/user-unnamed"]),
    Body("REST, for all platforms", card(#""time_to_live":60,"ios_uri":"a:b","web_uri":"c:d""#)),
    Body(
      "REST, a link text alone", card(#""time_to_live":60,"uri_text":"More""#),
      ["links/click-not-logged"]),
    Body("REST, far ahead", card(#""expire_at":"2027-11-21""#), ["rest/expire-at-too-far"]),
    Body(
      "REST, a format that cards do not show",
      card(#""time_to_live":60,"image_url":"https://example.com/a.webp""#),
      ["links/image-format"]),
    Body(
      "REST, nothing to read", #"{"type":"CLASSIC","time_to_live":60}"#,
      ["rest/text-missing", "rest/text-missing"]),
  ]

  @Test(arguments: sending + triggering + tracking + unchecked + cards)
  func eachHasExactlyItsFindings(_ body: Body) {
    var plan = CheckPlan()
    plan.settings.now = 1_795_262_400_000
    var validator = Validator(plan)
    var bytes = ByteBuffer(body.json.utf8)
    let findings = validator.findings(in: bytes.sealed())
    #expect(findings.map(\.rule) == body.rules, "\(findings.map(\.message))")
  }
}
