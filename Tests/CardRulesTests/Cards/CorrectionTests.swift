import CardRules
import Testing

/// The fixes that rules offer: only unambiguous ones.
@Suite struct CorrectionTests {
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
    (native(#""dismissable":true"#), [#""dismissible""#]),
    (native(#""dismiss\u0061ble":true"#), [#""dismissible""#]),
  ]

  @Test(arguments: offered) func isOffered(_ json: String, _ expected: [String]) {
    for text in [json, "[\(json)]", #"{"cards":[\#(json)]}"#] where !json.contains("CLASSIC") {
      #expect(CardProbe(text).findings.compactMap(\.correction?.new) == expected, "\(text)")
    }
    #expect(CardProbe(json).findings.compactMap(\.correction?.new) == expected)
  }

  static let doubtful = [
    // Not whole seconds, not milliseconds, not written plainly.
    wire(#""ca":1701861950001"#), wire(#""ca":1701861950000000"#),
    wire(#""ca":1701861950000.0"#), wire(#""ca":1.70186195E12"#),
    wire(#""ca":"1701861950000""#), wire(#""ca":-1701861950000"#),
    // A duplicate key or value.
    wire(#""ca":1701861950000,"ca":1701861950"#), wire(#""ca":1701861950000,"tt":"C""#),
    wire(#""ca":1,"e":{"a":1,"a":"2"}"#), wire(#""ca":1,"e":{"a":1,"\u0061":2}"#),
    native(#""dismissable":true,"dismissible":false"#),
    native(#""dismissible":null,"dismissable":true"#),
    native(#""dismissable":true,"dismissable":false"#),
    // Neither a number nor a boolean.
    wire(#""ca":1,"e":{"a":null,"b":[1],"c":{"d":1}}"#),
    // Inside of a string.
    wire(#""ca":1,"e":"{\"a\":1}""#),
    #"["{\"id\":\"a\",\"tp\":\"text_announcement\",\"tt\":\"A\",\"ds\":\"B\",\"ca\":1701861950000}"]"#,
    #"{"contentCards":["{\"id\":\"a\",\"tp\":\"text_announcement\",\"tt\":\"A\",\"e\":{\"a\":1}}"]}"#,
    // Apps of the Web SDK store such values.
    #"{"id":"a","updated":null,"title":"A","description":"B","linkText":null,"extras":{"a":1}}"#,
  ]

  @Test(arguments: doubtful) func isNotOffered(_ json: String) {
    let findings = CardProbe(json).findings
    #expect(findings.allSatisfy { $0.correction == nil }, "\(findings)")
    #expect(!findings.isEmpty)
  }

  /// Checking many extras with similar values takes linear time.
  @Test func manyExtrasAreOffered() {
    let extras = (0..<50_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let probe = CardProbe(Self.wire(#""ca":1,"e":{\#(extras)}"#))
    #expect(probe.findings.count { $0.correction != nil } == FindingSink.ruleLimit)
  }
}
