import CardJSON
import CardProcessing
import ContentCardKit
import Testing
import TestSupport

@testable import CardRules

/// Text with Liquid between the tokens of JSON.
@Suite struct TemplateTests {
  /// The findings of a text as `rule excerpt`, with infos if wanted.
  static func findings(
    _ text: String, contracts: Contracts = Contracts(), infos: Bool = false
  ) -> [String] {
    var plan = CheckPlan()
    plan.contracts = contracts
    var validator = Validator(plan)
    var bytes = ByteBuffer(text.utf8)
    let view = bytes.sealed()
    let found = validator.findings(in: view).filter { infos || $0.severity != .info }
    return found.map { "\($0.rule) \(view.slice($0.offset..<$0.endOffset).text)" }
  }

  static let examples = LiquidPage.all.flatMap { page in
    page.titles.map { (page.path, card(titled: $0)) } + page.bodies.map { (page.path, $0) }
  }

  /// A body with a card whose title is `text`.
  static func card(titled text: String) -> String {
    let title = text.split(separator: "\"", omittingEmptySubsequences: false).joined(
      separator: #"\""#)
    return """
      {"external_user_ids":["u"],"messages":{"content_card":{"type":"CLASSIC","title":"\(title)",
      "description":"d","time_to_live":86400}}}
      """
  }

  @Test("Liquid as the documentation shows it has no findings", arguments: examples)
  func documentedLiquid(_ page: String, _ body: String) {
    #expect(Self.findings(body) == [], "\(page)")
  }

  @Test func atLeastFortyExamplesAreTried() { #expect(Self.examples.count >= 40) }

  @Test(
    "each branch is checked, and a mistake outside of branches is reported once",
    arguments: [
      (
        #"{"events":[{"external_id":"u",{% if a %}"name":1{% else %}"nme":"x"{% endif %},"time":"x"}]}"#,
        [
          #"request/key-missing {"external_id":"u",{% if a %}"name":1{% else %}"nme":"x"{% endif %},"time":"x"}"#,
          "request/value-type 1", #"request/key-unknown "nme""#, #"track/time-invalid "x""#,
        ]
      ),
      (
        #"{"campaign_id":"c",{% case a %}{% when 1 %}"broadcast":1{% when 2 %}"broadcast":true{% when 3 %}"broadcast":"no"{% endcase %}}"#,
        ["request/value-type 1", #"request/value-type "no""#]
      ),
      (
        #"{"campaign_id":{% if a %}5{% else %}["x"]{% endif %},"broadcast":true}"#,
        ["request/value-type 5", #"request/value-type ["x"]"#]
      ),
    ]) func branches(_ text: String, _ expected: [String])
  {
    #expect(Self.findings(text) == expected)
  }

  @Test(
    "commas next to tags may be missing or extra, others may not",
    arguments: [
      (#"{"campaign_id":"c"{% if a %}"broadcast":true{% endif %}}"#, []),
      (#"{"campaign_id":"c",{% if a %}"broadcast":true,{% endif %}}"#, []),
      (#"{"campaign_id":"c",{% if a %},"broadcast":true,{% endif %},"send_id":"s"}"#, []),
      (#"{{% if a %},"campaign_id":"c",{% endif %}"broadcast":true}"#, []),
      (
        #"{"campaign_id":"c","recipients":[{% for u in l %}{"external_user_id":"{{u}}"}{% endfor %}]}"#,
        []
      ),
      (#"{"campaign_id":"c",,{% if a %}"broadcast":true{% endif %}}"#, ["json/syntax ,"]),
      (
        #"{"campaign_id":"c" "send_id":"s"{% if a %},"broadcast":true{% endif %}}"#,
        [#"json/syntax ""#]
      ),
      (
        #"{"campaign_id":"c",{% if a %}"broadcast":true{% endif %},"send_id":"s",}"#,
        ["json/syntax }"]
      ),
    ]) func commas(_ text: String, _ expected: [String])
  {
    #expect(Self.findings(text) == expected)
  }

  @Test(
    "blocks have ends, and keys have no Liquid",
    arguments: [
      (#"{"campaign_id":"c",{% if a %}"broadcast":true}"#, ["request/liquid {% if a %}"]),
      (#"{"campaign_id":"c",{% endif %}"broadcast":true}"#, ["request/liquid {% endif %}"]),
      (#"{"campaign_id":"c",{% else %}"broadcast":true}"#, ["request/liquid {% else %}"]),
      (
        #"{"campaign_id":"c",{% if a %}{% for b in c %}"broadcast":true{% endif %}}"#,
        ["request/liquid {% for b in c %}"]
      ),
      (
        #"{"campaign_id":"c","trigger_properties":{"{{k}}":{{v}}},"broadcast":true}"#,
        [#"request/liquid "{{k}}""#]
      ),
    ]) func mistakes(_ text: String, _ expected: [String])
  {
    #expect(Self.findings(text) == expected)
  }

  @Test func aTagIsAValueOfAnyTypeAndIsMentionedOnce() {
    let text =
      #"{"purchases":[{"external_id":{{u}},"currency":"EUR","price":{{p}}.50,"#
      + #""product_id":"x","quantity":{{q}},"time":{{t}},"properties":{{o}}}]}"#
    #expect(Self.findings(text, infos: true) == ["request/not-checked {{"])
  }

  @Test func aTagThatWritesMembersMakesItsObjectUnknown() {
    let text = #"{"campaign_id":"c","recipients":[{ {{content_blocks.${user}}} }],"send_id":5}"#
    #expect(Self.findings(text, infos: true) == ["request/not-checked {{"])
  }

  @Test func moreBranchesThanTheLimitAreMentioned() {
    let branches = (0..<130).map { "{% when \($0) %}\"broadcast\":true" }.joined()
    let text = #"{"campaign_id":"c",{% case a %}\#(branches){% endcase %}}"#
    #expect(Self.findings(text, infos: true) == ["request/not-checked {%"])
  }

  @Test("a delivered card is not a template")
  func deliveredCards() {
    let text = #"{"id":"a","tp":"short_news","ca":1,{% if a %}"tt":"A"{% endif %}}"#
    #expect(Self.findings(text).map { $0.prefix(11) } == ["json/syntax"])
  }

  @Test("mutated templates are read to their ends", arguments: 0..<20)
  func mutated(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let parts = [
      "{%", "%}", "{{", "}}", "\"", "{% endif %}", "{% raw %}", "{% else %}", "{% if a %}", ",",
      "}",
      "{% comment %}", "{{ \"a\" | b: \"c\" }}", "\\", "é", "\n", "{% when 1 %}", "[", ":",
    ]
    for (_, body) in Self.examples {
      var text = Array(body.unicodeScalars)
      for _ in 0..<Int.random(in: 1...5, using: &numbers) {
        let place = Int.random(in: 0...text.count, using: &numbers)
        let end = min(text.count, place + Int.random(in: 0...9, using: &numbers))
        let part = parts.randomElement(using: &numbers) ?? ""
        text.replaceSubrange(place..<end, with: Array(part.unicodeScalars))
      }
      var mutated = String.UnicodeScalarView()
      mutated.append(contentsOf: text)
      _ = Self.findings(String(mutated), infos: true)
    }
  }
}
