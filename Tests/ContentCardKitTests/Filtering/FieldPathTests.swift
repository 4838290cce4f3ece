import CardProcessing
import CardJSON
import ContentCardKit
import Testing

@Suite struct FieldPathTests {
  @Test func everyNameLeadsToItsField() {
    for name in FieldPath.names { #expect(FieldPath(name: name)?.name == name) }
    #expect(FieldPath.names.count == 29)
    #expect(Set(FieldPath.names).count == FieldPath.names.count)
  }

  @Test(arguments: ["extras.a", "extras.a.b", "extras. ", "extras.caf\u{E9}", "extras.a=b"])
  func extrasPathIsEverythingAfterTheFirstDot(name: String) {
    #expect(FieldPath(name: name)?.name == name)
  }

  @Test(arguments: ["", "extras.", "Title", "card.title", "title ", "expires", "extra.a"])
  func otherNamesAreRefused(name: String) {
    #expect(FieldPath(name: name) == nil)
    #expect(throws: SelectionError.unknownField(name)) { try FieldPath(named: name) }
  }

  @Test(
    arguments: [
      // "c1_$_cc=x&mv=v1&pi=cmp", with and without padding
      ("YzFfJF9jYz14Jm12PXYxJnBpPWNtcA==", "c1", "v1"),
      ("YzFfJF9jYz14Jm12PXYxJnBpPWNtcA", "c1", "v1"),
      ("Yy8vfl8kX2NjPXgmbXY9dj8/Jm5v", "c//~", "v??"),
      (#"Yy8vfl8kX2NjPXgmbXY9dj8\/Jm5v"#, "c//~", "v??"),
      // "c1_$_cc=x", "c1_$_cc=x&mv=&pi=cmp": no variation
      ("YzFfJF9jYz14", "c1", nil), ("YzFfJF9jYz14Jm12PSZwaT1jbXA=", "c1", nil),
      // "65705a3e420133004b30fc7c"
      ("NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdj", "65705a3e420133004b30fc7c", nil),
      // "a\"b_$_cc=x&mv=v1", "_$_cc=x&mv=v1", "hello"; not Base64
      ("YSJiXyRfY2M9eCZtdj12MQ==", nil, nil), ("XyRfY2M9eCZtdj12MQ==", nil, nil),
      ("aGVsbG8=", nil, nil), ("card-1", nil, nil), ("A", nil, nil), ("====", nil, nil),
      ("65705a3e420133004b30fc7c", nil, nil),
    ] as [(String, String?, String?)])
  func idsNameCampaignAndVariation(id: String, campaign: String?, variation: String?) throws {
    let card = #"{"id":"\#(id)","tp":"short_news","ca":1}"#
    #expect(try CardProbe.text(card, "campaign_id") == campaign)
    #expect(try CardProbe.text(card, "message_variation_id") == variation)
  }

  @Test func idsAreReadWithoutACard() {
    var scratch = ByteBuffer()
    let text = ByteBuffer("YzFfJF9jYz14Jm12PXYxJnBpPWNtcA==".utf8)
    let id = CompositeID(text.view, decodedInto: &scratch)
    #expect(id?.campaign.text == "c1")
    #expect(id?.variation?.text == "v1")
  }

  @Test(arguments: [
    (#""ea":1767225599"#, "true"), (#""ea":1767225600"#, "true"), (#""ea":1767225601"#, "false"),
    (#""ea":-1"#, "false"), (#""ea":0"#, "true"), (#""v":true"#, "false"),
    (#""ea":1767225600000"#, "true"), (#""ea":"2026-01-01T00:00:00.001Z""#, "false"),
  ])
  func cardsExpireAtTheInstant(members: String, expired: String) throws {
    #expect(try CardProbe.text(CardProbe.wire(members), "expired") == expired)
  }

  @Test(arguments: [
    ("", "0"), (#""tt":"abc","ds":"de","i":"f","dm":"gh","u":"i""#, "9"),
    (#""tt":"\u00e9\n\ud83d\ude00""#, "7"), (#""uw":true,"image_alt":"long","ar":1.5"#, "0"),
    (#""e":{"k":"val","n":1.50,"b":true,"f":false,"z":null,"o":{"deep":"text"}}"#, "22"),
    (#""e":{"\u00e9":"\t","k":"1","k":"2"}"#, "7"),
    (#""e":"{\"k\":\"v\"}""#, "2"),
  ])
  func payloadCountsTextLinkAndExtras(members: String, size: String) throws {
    #expect(try CardProbe.text(CardProbe.wire(members), "payload_size") == size)
  }

  @Test func theShapeIsAField() throws {
    #expect(try CardProbe.text(CardProbe.wire(), "shape") == "wire")
    #expect(try CardProbe.text(#"{"idString":"a"}"#, "shape") == "metadata")
  }
}
