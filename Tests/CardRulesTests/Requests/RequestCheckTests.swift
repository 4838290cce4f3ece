import Testing

@testable import CardRules

/// The checks that a table cannot express, beyond the examples of their rules.
@Suite struct RequestCheckTests {
  /// A body, and its findings: severity, rule and the bytes that are marked.
  struct Case: Sendable, CustomTestStringConvertible {
    let json: String
    let expected: [String]
    var testDescription: String { json }

    init(_ json: String, _ expected: [String]) { (self.json, self.expected) = (json, expected) }
  }

  private static func schedule(_ members: String) -> String {
    #"{"campaign_id":"c","schedule_id":"s","schedule":{\#(members)}}"#
  }

  private static func file(_ members: String) -> String {
    #"""
    {"campaign_id":"c","recipients":[{"external_user_id":"u"}],"attachments":[{\#(members)}]}
    """#
  }

  private static func card(_ title: String) -> String {
    #"{"type":"CLASSIC","title":"\#(title)","description":"B","time_to_live":3600}"#
  }

  /// Now is 2026-11-21T12:00:00Z.
  static let schedules = [
    Case(schedule(#""time":"2026-11-21T12:00:01Z""#), []),
    Case(
      schedule(#""time":"2026-11-21T12:00:00Z""#),
      [#"warning request/schedule-past "2026-11-21T12:00:00Z""#]),
    // It is still the day before somewhere.
    Case(schedule(#""time":"2026-11-21T00:00:01","in_local_time":true"#), []),
    Case(
      schedule(#""time":"2026-11-20T23:00:00","in_local_time":true"#),
      [#"warning request/schedule-past "2026-11-20T23:00:00""#]),
    Case(
      schedule(#""time":"2026-12-21T10:00:00+01:00","at_optimal_time":true"#),
      [#"info request/schedule-time "2026-12-21T10:00:00+01:00""#]),
  ]

  static let attachments = [
    Case(file(#""file_name":"a","url":"https://example.com/a.pdf""#), []),
    Case(file(#""file_name":"v1.0","url":"https://example.com/a.pdf""#), []),
    Case(file(#""file_name":".env","url":"https://example.com/a.pdf""#), []),
    Case(
      file(#""file_name":"a.jpeg","url":"https://example.com/a.jpeg""#),
      [#"warning request/attachment-name "a.jpeg""#]),
    Case(
      file(#""url":"https://example.com/a.pdf""#),
      [#"error request/key-missing {"url":"https://example.com/a.pdf"}"#]),
    Case(file(#""file_name":"a","url":"""#), [#"error request/key-missing """#]),
    Case(
      file(#""filename":"a","url":"https://example.com/a.pdf""#),
      [#"error request/key-misnamed "filename""#]),
  ]

  static let liquid = [
    Case(card("{% if true %}A{% endif %}"), []),
    Case(card("{% if a %}{% for x in y %}A{% endfor %}{% endif %}"), []),
    Case(card("{%- unless a -%}A{%- endunless -%}"), []),
    Case(card("{% if a %}A"), ["warning rest/liquid-unclosed {% if a %}"]),
    Case(
      card("{% if a %}{% for x in y %}A{% endif %}"),
      ["warning rest/liquid-unclosed {% for x in y %}"]),
    Case(card("Hi {{${first_name}"), ["warning rest/liquid-unclosed {{"]),
    Case(card("Hi {{${first_name}}}"), []),
    Case(
      card("Hi {{${first_name} | default: 'you'}}"), []),
    Case(card("Hi {{first_name}}"), ["warning rest/liquid-braces {{first_name}}"]),
    Case(card("{% assign first_name = 'A' %}{{first_name}}"), []),
    Case(
      card("{{custom_attribute.plan}}"),
      ["warning rest/liquid-braces {{custom_attribute.plan}}"]),
  ]

  @Test(arguments: schedules + attachments + liquid) func gives(_ sample: Case) {
    let probe = RequestProbe(sample.json, .noonOfAnExample)
    let found = probe.found.map { "\($0.severity.rawValue) \($0.rule) \($0.excerpt)" }
    #expect(found == sample.expected, "\(probe.found.map(\.message))")
  }

  /// Class types in trigger properties are compared with the team's registry only.
  @Test func classTypesOfTriggerPropertiesAreThoseOfTheRegistry() {
    func found(_ type: String, isOn: Bool) -> [String] {
      let body = #"""
        {"campaign_id":"c","trigger_properties":{"class_type":"\#(type)"},
        "recipients":[{"external_user_id":"u","trigger_properties":{"class_type":"\#(type)"}}]}
        """#
      return CardProbe(body) { if isOn { $0.inactive.remove("class/type-unknown") } }
        .summary(of: "class/type-spelling", "class/type-unknown", "request/class-type-liquid")
    }
    #expect(found("Home_Tile", isOn: true) == [])
    #expect(found("store_event", isOn: false) == [])
    #expect(
      found("store_event", isOn: true) == [
        #"error class/type-unknown "store_event" /trigger_properties/class_type 1"#,
        #"error class/type-unknown "store_event" /recipients/0/trigger_properties/class_type 1"#,
      ])
    #expect(
      found("home_tle", isOn: false) == [
        #"warning class/type-spelling "home_tle" /trigger_properties/class_type 1"#,
        #"warning class/type-spelling "home_tle" /recipients/0/trigger_properties/class_type 1"#,
      ])
    #expect(
      found("{{x}}", isOn: true).allSatisfy { $0.hasPrefix("error request/class-type-liquid") })
  }

  /// Two rules in turn do not defeat the limit of findings in a value.
  @Test func twoRulesInTurnAreLimitedEach() {
    let events = [String](
      repeating:
        #"{"external_id":"u","name":"x","time":"bad"},{"name":"x","time":"2026-11-21T10:00:00Z"}"#,
      count: 15_000
    ).joined(separator: ",")
    let named = #"{"external_id":"v","name":"x","time":"2026-11-21T10:00:00Z"}"#
    let findings = CardProbe(#"{"events":[\#(named),\#(events)]}"#).findings
    for rule: Rule in ["track/time-invalid", "request/user-unnamed"] {
      let own = findings.filter { $0.rule == rule }
      #expect(own.count == FindingSink.ruleLimit + 1)
      #expect(own.last?.message == "5000 more like this in the same value")
    }
  }

  /// Unknown rules of a configuration are limited too, and only the first have a nearest name.
  @Test func unknownRulesOfAConfigurationAreLimited() {
    let rules = (0..<50_000).map { #""card/id-misssing\#($0)*":"off""# }.joined(separator: ",")
    let findings = CardProbe(#"{"rules":{\#(rules)}}"#) { $0.kind = .configuration }.findings
    #expect(findings.count == FindingSink.ruleLimit + 1)
    #expect(findings.last?.message == "40000 more like this in the same value")
  }
}
