import CardJSON
import ContentCardKit
import Testing

@testable import CardRules

/// Bodies in the whole validator: rules for requests and rules for their cards together.
@Suite struct RequestValidatorTests {
  private func findings(_ text: String) -> [Finding] {
    var validator = Validator(CheckPlan())
    var buffer = ByteBuffer(text.utf8)
    let findings = validator.findings(in: buffer.sealed())
    withExtendedLifetime(buffer) {}
    return findings
  }

  @Test func theExtrasOfARequestAreCheckedByTheRegistry() {
    let text = #"""
      {"external_user_ids":["example-user-1"],"messages":{"content_card":{"type":"CLASSIC",
      "title":"A","description":"B","time_to_live":60,
      "extra":{"class_type":"coupon_code","discount_percentage":"10%"}}}}
      """#
    let found = findings(text)
    #expect(found.map(\.rule) == ["class/property-invalid"])
    #expect(
      found.map(\.pointer) == ["/messages/content_card/extra/discount_percentage"])
  }

  @Test func liquidNeverStandsInAClassType() {
    let text = #"""
      {"type":"CLASSIC","title":"{{a}}","description":"B","time_to_live":60,
      "extra":{"class_type":"{{kind}}"}}
      """#
    #expect(findings(text).map(\.rule) == ["class/type-liquid"])
  }

  @Test func theExtrasOfACardWithoutAKnownTypeAreCheckedToo() {
    let text = #"""
      {"messages":{"content_card":{"type":"Classic","title":"A","description":"B",
      "time_to_live":60,"extra":{"class_type":"coupon_code"}}},"external_user_ids":["u"]}
      """#
    #expect(findings(text).map(\.rule).sorted() == ["class/property-missing", "rest/type-unknown"])
  }

  @Test(arguments: [
    #"{"campaign_id":"c","broadcast":true,"broadcast":true}"#,
    #"{"type":"classic","title":"A","title":"B","description":"C","time_to_live":60,"extra":{"class_type":"group"}}"#,
    #"{"external_user_ids":["u"],"messages":{"content_card":{"type":"BANNER","image_url":"https://example.com/a.png","time_to_live":60,"time_to_live":60,"extra":{"class_type":"ad_banner"}}}}"#,
  ]) func aRepeatedKeyIsReportedOnce(_ text: String) {
    let repeated = findings(text).filter { $0.rule == "json/duplicate-key" }
    #expect(repeated.count == 1)
  }

  @Test func severalBodiesInOneInputKeepTheirPlaces() {
    let body = #"{"type":"CLASSIC","title":"A","description":"B","extra":{"class_type":"group"}}"#
    let found = findings("\(body)\n\(body)\n")
    let start = body.utf8.count + 1
    #expect(found.map(\.rule) == ["rest/expiry-missing", "rest/expiry-missing"])
    #expect(found.map(\.offset) == [0, start])
    #expect(found.map(\.endOffset) == [start - 1, 2 * start - 1])
    #expect(found.map(\.record) == [1, 2])
  }
}
