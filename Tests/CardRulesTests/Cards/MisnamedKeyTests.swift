import CardRules
import Testing

/// Under a misnamed key, checks continue as if the name were right.
@Suite struct MisnamedKeyTests {
  private static func summary(_ text: String) -> [String] {
    CardProbe(text).findings.map { "\($0.rule) \($0.pointer)" }
  }

  static let texts: [(text: String, findings: [String])] = [
    (
      #"{"external_user_ids":["a"],"messages":{"content_cards":{"type":"BANNER","extras":"#
        + #"{"class_type":"coupon_code"},"ttl":0,"image":"x"}}}"#,
      [
        "request/key-misnamed /messages/content_cards",
        "request/key-misnamed /messages/content_cards/extras",
        "class/property-missing /messages/content_cards/extras",
        "request/key-misnamed /messages/content_cards/ttl",
        "rest/time-to-live-invalid /messages/content_cards/ttl",
        "request/key-misnamed /messages/content_cards/image",
        "links/invalid /messages/content_cards/image",
      ]
    ),
    (
      #"{"campaign_id":"c","recipient":[{"external_id":"a","properties":{"class_type":"{{a}}"}}]}"#,
      [
        "request/key-misnamed /recipient", "request/key-misnamed /recipient/0/external_id",
        "request/key-misnamed /recipient/0/properties",
        "request/class-type-liquid /recipient/0/properties/class_type",
      ]
    ),
    (
      #"{"id":"a","tp":"text_announcement","ca":1,"title":"","extras":{"class_type":"coupon_code"}}"#,
      [
        "card/id-composite /id", "card/unknown-key /title",
        "card/unknown-key /extras", "class/property-missing /extras",
      ]
    ),
    (
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","e":{"classType":"coupon_code"}}"#,
      [
        "card/id-composite /id", "class/property-missing /e", "extras/key-unknown /e/classType",
      ]
    ),
    // With both names, the right one is used.
    (
      #"{"type":"CLASSIC","title":"A","description":"B","time_to_live":60,"extra":{},"#
        + #""extras":{"a":1}}"#, ["request/key-misnamed /extras"]
    ),
  ]

  @Test(arguments: texts) func theChecksGoOn(_ text: String, _ expected: [String]) {
    #expect(Self.summary(text).sorted() == expected.sorted())
    let inArray = Self.summary("[\(text)]").map { $0.replacing(" /0", with: " ") }
    if text.contains("\"id\"") { #expect(inArray.sorted() == expected.sorted()) }
  }

  /// Locations are those of the input, also after renamed keys.
  @Test func placesAreThoseOfTheInput() {
    let text =
      #"{"external_user_ids":["a"],"messages":{"content_cards":{"type":"classic","#
      + #""title":"A","message":"B","timeToLive":"60","extras":{"n":1}}}}"#
    let probe = CardProbe(text)
    #expect(
      probe.findings.map(probe.text) == [
        #""content_cards""#, #""classic""#, #""message""#, #""timeToLive""#, #""60""#, #""extras""#,
        "1",
      ])
  }

  @Test(arguments: ["cupon_code", "coupon-code", "Home_tlie", "ad_baner"])
  func similarClassTypesAreWarnings(_ name: String) {
    let card = #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","e":{"class_type":"\#(name)"}}"#
    for isTeams in [false, true] {
      let probe = CardProbe(card) {
        $0.settings.hasOwnClasses = isTeams
        if isTeams { $0.inactive.remove("class/type-unknown") }
      }
      let found = probe.findings.filter { $0.rule.id.hasPrefix("class/") }
      #expect(found.map(\.rule) == ["class/type-spelling"])
      #expect(found.first?.severity == .warning)
    }
  }

  @Test(arguments: ["store_event", "group_offer", "coupon_code_2", "tile", "message"])
  func otherClassTypesAreNotSimilar(_ name: String) {
    let card = #"{"id":"a","tp":"text_announcement","ca":1,"tt":"A","e":{"class_type":"\#(name)"}}"#
    #expect(CardProbe(card).findings.allSatisfy { !$0.rule.id.hasPrefix("class/") })
  }
}
