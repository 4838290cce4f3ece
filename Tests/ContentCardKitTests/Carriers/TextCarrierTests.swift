import Testing

@testable import CardProcessing

/// JSON in logs.
@Suite struct TextCarrierTests {
  private static let card =
    #"{"id":"a","tp":"short_news","ca":1701861950,"tt":"A","ds":"B [c] {d}"}"#

  /// A response as the Android SDK prints it, with a prefix before each line.
  private static func response(_ prefix: String, cut: Int = 0) -> String {
    let lines = [
      "Made request with id => \"1\"", "and response JSON:", "{", "  \"cards\": [", "    {",
      "      \"id\": \"a\",", "      \"tp\": \"short_news\",", "      \"ca\": 1701861950,",
      "      \"tt\": \"A\"", "    },", "    {", "      \"id\": \"b\",",
      "      \"tp\": \"short_news\",", "      \"ca\": 1701861950,", "      \"tt\": \"B\"", "    }",
      "  ],", "  \"message\": \"success\"", "}",
    ]
    return lines.dropLast(cut).map { prefix + $0 + "\n" }.joined()
  }

  private static func ids(_ text: String) -> [String] {
    text.split(separator: "\"id\"").dropFirst().map { part in
      String(part.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
    }
  }

  @Test(
    arguments: [
      "D/Braze v36.0.0 .u( 4711): ", "D/Braze v36.0.0 .u: ", "D( 4711: 4750) ",
      "11-21 07:11:02.412 D/Braze v36.0.0 .u( 4711): ",
      "11-21 07:11:02.412  4711  4750 D Braze v36.0.0 .u: ",
      "2026-11-21 07:11:02.412345 +0100 u0_a12  4711  4750 D Braze v36.0.0 .u: ",
      "     1795245062.412  4711  4750 D Braze v36.0.0 .u: ",
      "1795245062.412 D/Braze v36.0.0 .u( 4711): ",
      "2026-11-21 07:11:02.412 4711-4750/com.example.shop D/Braze v36.0.0 .u: ",
      "2026-11-21 07:11:02.412  4711-4750  Braze v36.0.0 .u  com.example.shop  D  ",
    ])
  func prefixesAreRemoved(prefix: String) {
    let log = TextCarrierTests.response(prefix)
    let whole = CarrierDriver(text: log)
    #expect(TextCarrierTests.ids(whole.values) == ["a", "b"])
    #expect(whole.messages.isEmpty)
    #expect(whole.lines.first == 3)
    #expect(CarrierDriver(text: log, step: 7) == whole)
  }

  @Test func suffixesAreRemoved() {
    let log = TextCarrierTests.response("D( 4711) ").replacing("\n", with: "  (Braze v36.0.0 .u)\n")
    #expect(TextCarrierTests.ids(CarrierDriver(text: log).values) == ["a", "b"])
  }

  @Test func aCutValueEndsWithItsMessage() {
    let log =
      TextCarrierTests.response("11-21 07:11:02.412 D/Braze .u( 1): ", cut: 5)
      + "11-21 07:11:02.430 D/Braze .p( 1): Server card json: \(TextCarrierTests.card)\n"
      + "11-21 07:11:02.430 D/Braze .p( 1): Cached card json: \(TextCarrierTests.card)\n"
      + "11-21 07:11:02.431 D/Braze .p( 1): Server card json: "
      + TextCarrierTests.card.replacing("\"a\"", with: "\"b\"") + "\n"
    for step in [Int.max, 5, 64] {
      let driver = CarrierDriver(text: log, step: step)
      #expect(TextCarrierTests.ids(driver.values) == ["a", "b"])
      #expect(driver.messages == ["a card begins at line 11 and is cut at line 14"])
      #expect(driver.note == "skipped 2 repeated copies")
    }
  }

  @Test func aMarkOfOmissionCuts() {
    let log =
      "[braze] [http] response\n- Body: {\n  \"cards\" : [\n    {\n      \"ca\" : 1,\n"
      + "      \"cl\" : 0,\n      \"db\" : 1,\n<…>\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.values.isEmpty)
    #expect(driver.messages == ["a card begins at line 4 and is cut at line 7"])
  }

  @Test func whatIsNotJSONIsNamed() {
    let log =
      "cards: {\n    cards =     (\n                {\n            ca = 1;\n        }\n    );\n}\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.values.isEmpty)
    #expect(driver.messages.count == 1)
    #expect(driver.messages.first?.contains("an Objective-C dictionary, not JSON") == true)
  }

  @Test func aHiddenBodyIsReported() {
    let driver = CarrierDriver(text: "[http] response 201\n- Body: <private>\n")
    #expect(driver.messages == ["the body of a response is hidden by the system (<private>)"])
  }

  @Test func messagesInJSONAreRead() {
    let log =
      #"[{"eventMessage":"[http] response\n- Body: {\"cards\":[CARD]}"},{"eventMessage":"x"}]"#
      .replacing("CARD", with: TextCarrierTests.card.replacing("\"", with: "\\\""))
    #expect(TextCarrierTests.ids(CarrierDriver(text: log).values) == ["a"])
  }

  @Test func piecesOfFlutterAreJoined() {
    let log =
      "I/flutter ( 1): {\"id\":\"a\",\"tp\":\"short_news\",\"ca\":1701861950,\"tt\":\"Spring\n"
      + "D/Other ( 1): x\nI/flutter ( 1): sale\"}\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.values.contains("Spring sale"))
    #expect(driver.messages.isEmpty)
  }

  @Test func dismissalsOfLocalStorageAreState() {
    let driver = CarrierDriver(text: "ab.storage.ccDismissals.K\t{\"v\":{\"a\":1795146400}}\n")
    #expect(driver.state == [StoredState(id: "a", kind: .dismissed)])
  }
}
