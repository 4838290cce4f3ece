import ContentCardKit
import Testing

@testable import CardRules

/// Whole bodies as people write them, good and bad.
@Suite struct RequestFixtureTests {
  @Test(arguments: try RequestProbe.fixtures(in: "good"))
  func goodBodyHasNoWarning(_ name: String) throws {
    var settings = CheckSettings()
    settings.now = 1_795_262_400_000
    settings.isNowGiven = true
    let text = try RequestProbe.fixture("good/" + name)
    let probe = RequestProbe(text, settings)
    #expect(probe.kind?.rawValue == expectedKind(name))
    #expect(probe.found.filter { $0.severity > .info } == [])
    // The rules for the cards in it find nothing either.
    #expect(CardProbe(text).findings.filter { $0.severity > .info } == [])
  }

  /// A fixture's name begins with its kind.
  private func expectedKind(_ name: String) -> String {
    if name.hasPrefix("content-card") { return "rest" }
    return RecordKind.allCases.map(\.rawValue).first { name.hasPrefix($0) } ?? ""
  }

  @Test(arguments: try RequestProbe.fixtures(in: "bad"))
  func everyMistakeOfABadBodyIsLocated(_ name: String) throws {
    let text = try RequestProbe.fixture("bad/" + name)
    let probe = RequestProbe(text)
    #expect(probe.kind?.rawValue == expectedKind(name))
    #expect(probe.found.map(\.description) == RequestFixtureTests.expected[name])
    // Together with the other rules, the same is found, and nothing twice.
    let places = CardProbe(text).findings.map { finding in
      "\(finding.rule) \(finding.offset..<finding.endOffset) \(finding.pointer)"
    }
    #expect(Set(places).count == places.count)
    for own in probe.found { #expect(places.contains("\(own.rule) \(own.range) \(own.pointer)")) }
  }

  /// For each bad body: rule, pointer and the first bytes of each finding.
  private static let expected: [String: [String]] = [
    "configuration.json": [
      #"registry/invalid /classes/offer {"objekt": "Offer"}"#,
      #"registry/name-unknown /classes/offer/objekt "objekt""#,
      #"configuration/value /typeKey """#,
      #"configuration/value /rules/card~1id-mising "card/id-mising""#,
      #"configuration/value /rules/rest~1expiry-past "warn""#,
      #"configuration/value /profile "swift""#,
      #"configuration/value /baseline false"#,
      #"configuration/value /maxWarnings -1"#,
      #"configuration/key-unknown /maxWarning "maxWarning""#,
    ],
    "content-card-empty.json": [
      #"rest/text-missing  {"type": "CAPTIONED_IMAGE", "title": nul"#,
      #"rest/text-missing /title null"#,
      #"rest/image-missing /image_url """#,
      #"rest/time-to-live-invalid /time_to_live 0"#,
      #"request/value-type /pinned 1"#,
    ],
    "content-card-sdk-names.json": [
      #"rest/type-unknown /type "image_only""#,
      #"request/key-misnamed /image "image""#,
      #"request/key-misnamed /expiry_at "expiry_at""#,
      #"request/key-unknown /dismissible "dismissible""#,
      #"request/key-unknown /pined "pined""#,
      #"request/key-misnamed /extras "extras""#,
    ],
    "content-card-times.json": [
      #"rest/liquid-unclosed /title {{"#,
      #"rest/expiry-too-far /time_to_live 604800000"#,
      #"rest/expiry-twice /expire_at "expire_at""#,
      #"rest/expire-at-invalid /expire_at "tomorrow""#,
    ],
    "messages-send-both.json": [
      #"request/broadcast-with-recipients /broadcast true"#,
      #"request/value-type /external_user_ids/1 2"#,
      #"request/key-misnamed /user_aliases/0/label "label""#,
      #"request/value-type /campaign_id 17"#,
      #"request/variation-unpaired /campaign_id 17"#,
      #"rest/image-missing /messages/content_card {"type": "BANNER", "time_to_live": 3600."#,
      #"request/value-type /messages/content_card/time_to_live 3600.5"#,
    ],
    "messages-send-nobody.json": [
      #"request/recipients-missing  {"#,
      #"request/value-type /recipient_subscription_state "optedin""#,
      #"request/key-unknown /message_type "message_type""#,
      #"request/key-misnamed /messages/content_cards "content_cards""#,
      #"rest/type-unknown /messages/content_card/type "Classic""#,
      #"request/value-type /messages/content_card/time_to_live "3600""#,
    ],
    "registry.json": [
      #"registry/invalid /classes/offer/object """#,
      #"registry/invalid /classes/offer/properties/image {"form": ["image"]}"#,
      #"registry/name-unknown /classes/offer/properties/image/form "form""#,
      #"registry/name-unknown /classes/offer/properties/price/from/0 "extra.price""#,
      #"registry/name-unknown /classes/offer/properties/price/from/1 "price""#,
      #"registry/repeated /classes/offer/properties/tags/from/1 "extras.tags""#,
      #"registry/invalid /classes/offer/properties/text/separator ",""#,
      #"registry/repeated /classes/OFFER "OFFER""#,
      #"registry/invalid /classes/none "none""#,
    ],
    "trigger-recipients.json": [
      #"request/key-missing /campaign_id """#,
      #"request/class-type-liquid /trigger_properties/class_type "{% if a %}group{% else %}home_tile{% en"#,
      #"request/user-unnamed /recipients/0 {}"#,
      #"request/user-named-twice /recipients/1/user_alias "user_alias""#,
      #"request/key-misnamed /recipients/2/external_id "external_id""#,
      #"request/key-missing /recipients/3/user_alias {"alias_name": "a"}"#,
      #"trigger/new-user-incomplete /recipients/3/send_to_existing_only false"#,
      #"request/value-type /recipients/4 "example-user-3""#,
    ],
    "users-track.json": [
      #"request/user-unnamed /events/0 {"name": "a", "time": "2026-11-21T10:00:"#,
      #"request/key-misnamed /events/1/event_name "event_name""#,
      #"request/key-misnamed /events/1/timestamp "timestamp""#,
      #"request/user-named-twice /events/2/braze_id "braze_id""#,
      #"request/key-missing /events/2/name """#,
      #"track/time-invalid /events/2/time "21.11.2026""#,
      #"track/property-name /events/2/properties/$set "$set""#,
      #"track/property-name /events/2/properties/ """#,
      #"track/property-name /events/2/properties/time "time""#,
      #"track/date-in-list /events/2/properties/dates/0 "2026-11-20""#,
      #"request/value-type /events/3/time 1795255200"#,
      #"request/value-type /events/3/properties []"#,
      #"request/value-type /purchases/0/price "12.5""#,
      #"track/quantity-invalid /purchases/0/quantity 0"#,
      #"request/key-misnamed /attribute "attribute""#,
    ],
  ]
}
