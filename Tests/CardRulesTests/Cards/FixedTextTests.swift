import CardJSON
import ContentCardKit
import Testing

@testable import CardRules

/// Texts whose findings say what to write: with all fixes, no finding is left.
@Suite struct FixedTextTests {
  private static let id =
    "NmFmZmZlMDA0MjAxMzMwNGIzMGZjNzAxXyRfY2M9NWUxZjEwMDMmbXY9NmFmZmZlMGE0MjAxMzMwNGIzMGZjODAxJnBpPWNtcA=="

  private static let otherID =
    "NmFmNDIwODA0MjAxMzMwNGIzMGZjNzBiXyRfY2M9NWUxZjAwMGItMjYzZS00YWVkLTllMjMtMDlkY2Y4ODE1NDQ1Jm12PTZhZjQyMDhhNDIwMTMzMDRiMzBmYzgwYiZwaT1jbXA="

  private static func wire(_ rest: String) -> String {
    #"{"id":"\#(id)","tp":"text_announcement","ca":1701861950,"tt":"A","ds":"B",\#(rest)}"#
  }

  private static func native(_ rest: String) -> String {
    #"{"id":"\#(id)","type":"Classic","created":1701861950,"title":"A","cardDescription":"B","#
      + #""openURLInWebView":false,\#(rest)}"#
  }

  private static func send(_ rest: String, card: String = card("")) -> String {
    #"{"messages":{"content_card":\#(card)},\#(rest)}"#
  }

  private static func card(_ rest: String) -> String {
    #"{"type":"CLASSIC","title":"A","description":"B","time_to_live":86400\#(rest)}"#
  }

  private static let users = #""external_user_ids":["example-user-1"]"#

  private static func trigger(_ rest: String) -> String { #"{"campaign_id":"c",\#(rest)}"# }

  static let texts: [String] = [
    // Cards.
    wire(#""dismissable":true"#), wire(#""db":"true","p":0"#), wire(#""dismissable":"false""#),
    wire(#""image":"https://example.com/a.png","type":"x""#)
      .replacing(#","type":"x""#, with: "").replacing("text_announcement", with: "short_news"),
    wire(#""url":"https://example.com/","dm":5"#),
    wire(#""ea":1702861950000"#), wire(#""ea":"1702861950""#),
    "[\(wire(#""db":true"#)),\(wire(#""ea":"2023-12-18T01:12:30Z""#).replacing(id, with: otherID))]",
    wire(#""e":{"Message_Header":"a","class_type":"message_full_page"}"#),
    wire(#""e":{"classType":"ad_banner","n":1,"b":true,"z":null}"#),
    wire(#""e":{"a":null,"b":null}"#), wire(#""e":[]"#), wire(#""class_type":"ad_banner""#),
    wire(#""e":{"class_type":" ad_banner\n"}"#),
    wire(#""e":{"class_type":"Ad_banner "},"dm":1"#)
      .replacing(#","dm":1"#, with: ""),
    wire(#""u":"htps://example.com/a""#), wire(#""u":"example.com/a?b=c""#),
    wire(#""ar":"1.5","tp":"captioned_image","i":"https://example.com/a.png""#)
      .replacing(#""tp":"text_announcement","#, with: ""),
    wire(#""i":"https://example.com/a.png""#).replacing("text_announcement", with: "Short_News"),
    native(#""type":"Banner""#).replacing(#""type":"Classic","#, with: "")
      .replacing(
        #""title":"A","cardDescription":"B","#, with: #""image":"https://example.com/a","#),
    native(#""db":true"#), native(#""extras":{"a":1}"#),
    #"{"id":"\#(id)","type":"classic","updated":1701861950,"title":"A","description":"B"}"#,
    // Requests.
    send(users, card: card("").replacing("CLASSIC", with: "text_announcement")),
    send(users, card: card(#","extras":{"a":1}"#)), send(users, card: card(#","pinned":"true""#)),
    send(users, card: card(#","extra":[]"#)),
    send(users, card: card(#","class_type":"ad_banner""#)),
    send(users, card: card(#","class_type":"ad_banner","extra":{"a":"b"}"#)),
    send(users, card: card("").replacing("86400", with: #""86400""#)),
    send(users, card: card("").replacing("time_to_live", with: "timeToLive")),
    send(users, card: card(#","image":"https://example.com/a.png""#)),
    send(users, card: card("").replacing(#""A""#, with: #""{{first_name | default: 'you'}}""#)),
    send(users, card: card("").replacing(#""A""#, with: #""{{custom_attribute.a}} {{city}}""#)),
    send(users).replacing("content_card", with: "content_cards"),
    send(#""external_user_ids":"a""#), send(#""external_id":["a"]"#),
    send(#""recipients":[{"external_user_id":"a"},{"external_user_id":"b"}]"#),
    send(#""external_user_ids":[{"external_id":"a"}]"#),
    send(users).replacing(card(""), with: "[\(card(""))]"),
    send(#""user_aliases":{"name":"a","label":"b"}"#), send(users + #","broadcast":0"#),
    send(users + #","send_id":"""#), send(users + #","recipient_subscription_state":"All""#),
    send(users + #","override_messaging_limits":true"#),
    send(users + #","send_at":"2026-12-24T10:00:00Z""#),
    send(users + #","send_at":"2026-12-24T10:00:00","in_local_time":true"#),
    send(users + #","schedule":{"time":"2026-12-24T10:00:00Z"},"at_optimal_time":false"#),
    send(users + #","schedule":{"send_at":"2026-12-24T10:00:00+01:00","in_local_time":true}"#),
    #"{"content_card":\#(card("")),\#(users)}"#,
    trigger(#""recipients":{"external_id":"a"}"#),
    trigger(#""trigger_properties":{},"external_user_ids":["a","b"]"#),
    trigger(#""user_aliases":[{"alias_name":"a","alias_label":"b"}]"#),
    trigger(#""recipient":{"external_user_id":"a"}"#),
    trigger(#""recipients":[{"externalUserId":"a"}]"#), trigger(#""recipients":["a","b"]"#),
    #"{"campaignId":"c","recipients":[{"externalUserId":"a"}]}"#,
    trigger(#""recipients":[{"external_user_id":"a"}],"trigger_properties":[]"#),
    trigger(#""recipients":[{"external_user_id":"a","trigger_properties":[]}]"#),
    trigger(
      #""recipients":[{"user_alias":{"alias_name":"a","alias_label":"b"},"#
        + #""send_to_existing_only":false}]"#),
    trigger(
      #""attachments":[{"file_name":"a.pdf","url":"https://example.com/a.pdf"}],"#
        + #""recipients":[{"external_user_id":"a"}]"#),
    #"{"events":{"external_user_id":"a","event":"b","timestamp":"2026-11-20T10:00:00Z"}}"#,
    #"{"events":[{"external_id":"a","name":"b","time":"2026-11-20T10:00:00Z","properties":[]}]}"#,
    #"{"events":[{"external_id":"a","name":"b","time":"2026-11-20T10:00:00Z"}],"#
      + #""attribute":[{"external_id":"a","_update_existing_only":"false"}]}"#,
    #"{"purchases":[{"external_id":"a","product_id":"b","currency":"USD","price":"1.5","#
      + #""time":"2026-11-20T10:00:00Z","quantity":"2"}]}"#,
    // Syntax.
    wire(#""p":false,,"db":true"#), wire(#""e":{,"a":"b"}"#),
    wire(#""p":false,"#), wire(#""p":False,"db":True,"u":None"#), wire("p:false"),
    wire("'p':false"), wire("“p”:false,“tt”:“A”").replacing(#""tt":"A","#, with: ""),
    wire(#""p" => false"#), "[\n" + wire(#""p":false"#) + ",\n]", wire("\u{A0}\"p\":\u{A0}false"),
  ]

  @Test(arguments: texts) func nothingIsLeft(_ text: String) {
    var plan = CheckPlan()
    plan.settings.now = 1_795_262_400_000
    var validator = Validator(plan)
    var bytes = ByteBuffer(text.utf8)
    let before = validator.findings(in: bytes.sealed())
    #expect(before.contains { !$0.fix.isEmpty }, "\(before)")
    let fixed = validator.fixed(bytes.sealed())
    var result = ByteBuffer(fixed.utf8)
    let after = validator.findings(in: result.sealed())
    #expect(after == [], "\(fixed)")
  }

  /// Every finding that says what to write has a fix.
  @Test(arguments: texts) func prescribedReplacementsAreFixes(_ text: String) {
    for finding in CardProbe(text).findings
    where finding.message.contains("write ") && !finding.message.contains("an ISO 8601") {
      #expect(!finding.fix.isEmpty, "\(finding.message)")
    }
  }

  /// Random words in place of the values of fixable texts.
  ///
  /// Fixed once, nothing is fixed any more, and a text remains JSON.
  @Test(arguments: 0..<20 as Range<UInt64>) func fixesAreComplete(_ seed: UInt64) {
    var random = SystemRandom(seed: seed)
    let words = [
      "1", "0", "true", "null", "\"1\"", "\"false\"", "[]", "{}", "\"a\"", "1701861950000", "[1]",
      "{\"a\":null}", "\" group \"",
    ]
    let keys = [
      "tp", "dismissable", "dismissible", "db", "title", "extras", "e", "class_type", "type",
      "external_user_ids", "recipients", "messages", "content_cards", "send_at", "broadcast",
    ]
    for text in FixedTextTests.texts {
      var members = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      for _ in 0..<3 {
        let index = random.next(members.count)
        guard let colon = members[index].lastIndex(of: ":") else { continue }
        if random.next(2) == 0 {
          members[index] = members[index][...colon] + words[random.next(words.count)]
        } else {
          members[index] =
            "\"\(keys[random.next(keys.count)])\"" + members[index][colon...]
        }
      }
      let mutated = members.joined(separator: ",")
      var validator = Validator(CheckPlan())
      var bytes = ByteBuffer(mutated.utf8)
      let fixed = validator.fixed(bytes.sealed())
      var result = ByteBuffer(fixed.utf8)
      let left = validator.findings(in: result.sealed()).filter { !$0.fix.isEmpty }
      #expect(left == [], "\(mutated)\n\(fixed)")
      var scanner = JSONScanner()
      let isJSON = (try? scanner.scanWhole(bytes.sealed())) != nil
      let isStillJSON = (try? scanner.scanWhole(result.sealed())) != nil
      #expect(!isJSON || isStillJSON, "\(mutated)\n\(fixed)")
    }
  }
}

/// A small generator of numbers from a seed.
private struct SystemRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(count, 1)))
  }
}
