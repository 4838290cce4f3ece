import CardRules
import Testing

/// The shapes of cards that fit several: those of their envelopes, or of the cards before them.
@Suite struct AssumedShapeTests {
  private static let wire = #"{"id":"a","tp":"control","ca":1,"ea":-1}"#
  private static let stored = #"{"id":"b","tp":"control","ca":"2026-11-20T08:00:00.000Z"}"#
  /// A wrong time in a wire card, or a card of the web SDK's storage.
  private static let either = #"{"id":"c","tp":"control","ca":1795165200000,"ea":"2026-12-24"}"#

  static let texts: [(text: String, isWire: Bool)] = [
    (either, false), ("[\(either)]", false), ("[\(wire),\(either)]", true),
    ("[\(either),\(wire)]", false), ("[\(wire),\(stored),\(either)]", true),
    ("\(wire)\n\(either)", false), (#"{"mContentCards":[\#(either)]}"#, true),
    (#"{"cards":[\#(either)],"full_sync":true}"#, true), (#"{"v":[\#(either)]}"#, false),
    (#"{"data":{"cards":[\#(either)]}}"#, true), ("[[\(wire)],\(either)]", false),
    (#"[{"cards":[\#(wire)]},{"v":[\#(either)]}]"#, false),
  ]

  @Test(arguments: texts) func isThatOfTheNeighbors(_ text: String, _ isWire: Bool) {
    let findings = CardProbe(text).findings
    let rules = findings.filter { $0.offset > 0 }.map(\.rule)
    #expect(rules.contains("card/time-unit") == isWire, "\(findings)")
    let notes = findings.filter { $0.message.contains("(read as wire, like the cards around it)") }
    #expect(notes.isEmpty != isWire, "\(findings)")
  }
}
