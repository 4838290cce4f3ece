import CardRules
import Testing

/// The fixes that rules offer: only unambiguous ones.
@Suite struct OfferedFixTests {
  private static func wire(_ rest: String) -> String {
    #"{"id":"a","tp":"text_announcement","tt":"A","ds":"B",\#(rest)}"#
  }

  private static func native(_ rest: String) -> String {
    #"{"idString":"a","created":1701861950,"title":"A","cardDescription":"B",\#(rest)}"#
  }

  static let offered = [
    (wire(#""ca":1701861950000"#), ["1701861950"]),
    (wire(#""ca":300000000000"#), ["300000000"]),
    (wire(#""ca":253402300799000"#), []),
    (wire(#""ca":1701861950000000"#), ["1701861950"]),
    (wire(#""ca":"1701861950""#), ["1701861950"]),
    (wire(#""ca":1701861950000,"tt":"C""#), ["1701861950"]),
    (wire(#""ca":1,"e":{"a":1,"a":"2"}"#), [#""1""#]),
    (wire(#""ca":1,"e":{"a":null,"b":[1],"c":{"d":1}}"#), [""]),
    (wire(#""ca":1,"e":[]"#), ["{}"]),
    (wire(#""ca":1,"dismissable":"false","p":1"#), [#""db""#, "false", "true"]),
    (
      wire(#""ca":1,"e":{"Message_Header":"a","class_type":" group "}"#),
      [#""message_header""#, #""group""#]
    ),
    (wire(#""ca":1,"e":{"classType":"group"}"#), [#""class_type""#]),
    (wire(#""ca":1,"class_type":"group""#), [#""e": {"class_type""#, "}"]),
    (wire(#""ca":1,"class_type":"group","e":{}"#), ["", #""class_type": "group""#]),
    (
      #"{"id":"a","tp":"Captioned_Image","ca":1,"i":"https://example.com/a","dm":1,"ar":"1.5"}"#,
      [#""captioned_image""#, #""1""#, "1.5"]
    ),
    (wire(#""ca":1701861950000,"ea":1702466750000"#), ["1701861950", "1702466750"]),
    (
      wire(#""ca":1,"e":{"a":-1.50e3,"b":false,"class_type":7}"#),
      [
        #""-1.50e3""#, #""false""#, #""7""#,
      ]
    ),
    (
      #"{"type":"CLASSIC","title":"A","description":"B","time_to_live":1,"extra":{"a":1}}"#,
      [#""1""#]
    ),
    (
      #"{"type":"captioned_image","title":"A","description":"B","ttl":60,"extras":[],"image":"#
        + #""https://example.com/a"}"#,
      [#""CAPTIONED_IMAGE""#, #""time_to_live""#, #""extra""#, "{}", #""image_url""#]
    ),
    (native(#""dismissable":true"#), [#""dismissible""#]),
    (native(#""dismiss\u0061ble":true"#), [#""dismissible""#]),
  ]

  @Test(arguments: offered) func isOffered(_ json: String, _ expected: [String]) {
    for text in [json, "[\(json)]", #"{"cards":[\#(json)]}"#] where json.contains("\"id") {
      #expect(CardProbe(text).findings.flatMap(\.fix).map(\.text) == expected, "\(text)")
    }
    #expect(CardProbe(json).findings.flatMap(\.fix).map(\.text) == expected)
  }

  static let doubtful = [
    // Not whole seconds, not written plainly.
    wire(#""ca":1701861950001"#), wire(#""ca":1701861950000.0"#), wire(#""ca":1.70186195E12"#),
    wire(#""ca":-1701861950000"#),
    // Two keys that mean the same.
    wire(#""ca":1701861950000,"ca":1701861950"#), wire(#""ca":1,"dismissable":true,"db":true"#),
    wire(#""ca":1,"dismissable":true,"dismissible":true"#),
    wire(#""ca":1,"e":{"Class_Type":"group","class_type":"group"}"#),
    wire(#""ca":1,"e":{"Class_Type":"group","CLASS_TYPE":"group"}"#),
    wire(#""ca":1,"class_type":"group","e":{"class_type":"group"}"#),
    #"{"type":"CLASSIC","title":"A","description":"B","ttl":60,"timeToLive":60}"#,
    #"{"type":"CLASSIC","title":"A","description":"B","ttl":60,"time_to_live":null}"#,
    native(#""dismissable":true,"dismissible":false"#),
    native(#""dismissible":null,"dismissable":true"#),
    native(#""dismissable":true,"dismissable":false"#),
    // Inside of a string.
    wire(#""ca":1,"e":"{\"a\":1}""#),
    #"["{\"id\":\"a\",\"tp\":\"text_announcement\",\"tt\":\"A\",\"ds\":\"B\",\"ca\":1701861950000}"]"#,
    #"{"contentCards":["{\"id\":\"a\",\"tp\":\"text_announcement\",\"tt\":\"A\",\"e\":{\"a\":1}}"]}"#,
    // Apps of the Web SDK store such values.
    #"{"id":"a","updated":null,"title":"A","description":"B","linkText":null,"extras":{"a":1}}"#,
  ]

  @Test(arguments: doubtful) func isNotOffered(_ json: String) {
    let findings = CardProbe(json).findings
    #expect(findings.allSatisfy { $0.fix.isEmpty }, "\(findings)")
    #expect(!findings.isEmpty)
  }

  /// Checking many extras with similar values takes linear time.
  @Test func manyExtrasAreOffered() {
    let extras = (0..<50_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let probe = CardProbe(Self.wire(#""ca":1,"e":{\#(extras)}"#))
    #expect(probe.findings.count { !$0.fix.isEmpty } == FindingSink.ruleLimit)
  }
}
