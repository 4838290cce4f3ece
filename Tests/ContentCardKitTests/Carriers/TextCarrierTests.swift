import ContentCardKit
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
      // Colors inside a prefix, a logger inside another one, a box, and unknown loggers.
      "\u{1B}[0;37mNov 21 07:11:02 \u{1B}[0;33miPhone Shop\u{1B}[0m[31] <Debug>\u{1B}[0m: ",
      "2026-11-21 07:11:02.412+0100 Runner[31:4] flutter: ", "I/flutter (31): │ 💡 ",
      "2026-11-21T07:11:02.1234567Z ", "web_1  | ",
      "    11-21 07:11:02.412  4711  4750 D Braze v36.0.0 .u: ",
      // Firebase Test Lab.
      "11-21 07:11:02.412: D/Braze v36.0.0 .u(4711): ",
    ])
  func prefixesAreRemoved(prefix: String) {
    let log = TextCarrierTests.response(prefix)
    let whole = CarrierDriver(text: log)
    #expect(whole.ids == ["a", "b"])
    #expect(whole.messages.isEmpty)
    #expect(whole.lines.first == 3)
    #expect(CarrierDriver(text: log, step: 7) == whole)
  }

  @Test func suffixesAreRemoved() {
    let log = TextCarrierTests.response("D( 4711) ").replacing("\n", with: "  (Braze v36.0.0 .u)\n")
    #expect(CarrierDriver(text: log).ids == ["a", "b"])
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
      #expect(driver.ids == ["a", "b"])
      #expect(driver.messages == ["a card begins at line 11 and is cut at line 14"])
      #expect(driver.note == "skipped 2 repeated copies")
    }
  }

  @Test(
    arguments: ["  4711  4750 D Shop: ", "  4711  4750 D Logger: │ ", "+0100 Shop[4711:4750] "])
  func eachLineMayBeAMessage(prefix: String) {
    let lines = TextCarrierTests.response("").split(separator: "\n")
    let log = zip(100..., lines).map { "11-21 07:11:02.\($0)\(prefix)\($1)\n" }.joined()
    for step in [Int.max, 9] {
      let driver = CarrierDriver(text: log, step: step)
      #expect(driver.ids == ["a", "b"])
      #expect(driver.messages.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("\"tp\":\"short_news\",", "Made request {x"), ("\"e\":", "{\"other\":[1]}"),
      ("\"e\":", "Made \"request\""), ("\"ca\":1,", "\"null\" => \"HTTP/1.1 201\""),
    ])
  func aMessageOfTheSameSourceEndsACutValue(end: String, next: String) {
    let log =
      "11-21 07:11:02.100  4711  4750 D Braze: {\"cards\":[\(TextCarrierTests.card),"
      + "{\"id\":\"c\",\(end)\n11-21 07:11:02.101  4711  4750 D Braze: \(next)\n"
      + "11-21 07:11:02.102  4711  4750 D Braze: [\(TextCarrierTests.card)]\n"
    for step in [Int.max, 9] {
      let driver = CarrierDriver(text: log, step: step)
      #expect(driver.ids == ["a", "a"])
      #expect(driver.messages == ["a card begins at line 1 and is cut at line 1"])
    }
  }

  @Test func piecesOfTheSameLengthAreJoined() {
    let text = "[\(TextCarrierTests.card), \(TextCarrierTests.card)]"
    let padded = text.replacing(", {", with: "," + String(repeating: " ", count: 4000 - 69) + "{")
    let (head, tail) = (padded.prefix(4000), padded.dropFirst(4000))
    let log = "D/Http( 1): \(head)\nI/art( 2): GC {x}\nD/Http( 1): \(tail)\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.ids == ["a", "a"])
    #expect(driver.messages.isEmpty)
  }

  @Test func aMarkOfOmissionCuts() {
    let log =
      "[braze] [http] response\n- Body: {\n  \"cards\" : [\n    {\n      \"ca\" : 1,\n"
      + "      \"cl\" : 0,\n      \"db\" : 1,\n<…>\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.ids.isEmpty)
    #expect(driver.messages == ["a card begins at line 4 and is cut at line 7"])
  }

  @Test func objectiveCDictionaryIsNamed() {
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
    #expect(CarrierDriver(text: log).ids == ["a"])
  }

  @Test func piecesOfFlutterAreJoined() {
    let log =
      "I/flutter ( 1): {\"id\":\"a\",\"tp\":\"short_news\",\"ca\":1701861950,\"tt\":\"Spring\n"
      + "D/Other ( 1): x\nI/flutter ( 1): sale\"}\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.values.contains("Spring sale"))
    #expect(driver.messages.isEmpty)
  }

  @Test func aMessageAfterACutPieceIsRead() {
    let list = "[\(TextCarrierTests.card)]"
    for cut in ["\"tt\":\"Spring", "\"v\":fal", "\"d"] {
      let log =
        "I/flutter ( 1): {\"id\":\"b\",\"tp\":\"short_news\",\"ca\":1701861950,\(cut)\n"
        + "I/flutter ( 1): Received \(list)\n"
      let driver = CarrierDriver(text: log)
      #expect(driver.ids == ["a"])
      #expect(driver.messages == ["a card begins at line 1 and is cut at line 1"])
      #expect(CarrierDriver(text: log, step: 11) == driver)
    }
  }

  @Test func piecesThatJavaCountsAreJoined() {
    let title = String(repeating: "ë👋", count: 400)
    let text = "[" + TextCarrierTests.card.replacing("\"A\"", with: "\"\(title)\"") + "]"
    // All scalars beyond the basic plane are whole, since a piece begins with the other letter.
    let (end, start) = (text.utf16.index(text.startIndex, offsetBy: 1000), text.startIndex)
    let log = "D/Shop( 1): \(text[start..<end])\nD/Shop( 1): \(text[end...])\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.ids == ["a"])
    #expect(driver.messages.isEmpty)
  }

  @Test func aCardThatIsNotJSONIsReported() {
    let broken = TextCarrierTests.card.replacing("}\"}", with: "}\",}")
    let driver = CarrierDriver(text: "D/Shop( 1): \(broken)\n")
    #expect(driver.messages == ["a comma before \"}\": JSON allows no trailing comma"])
  }

  @Test(
    arguments: [
      #"{"cards":[{"id":"a","#, #"{"cards":[{"id":"Nj"#, #"[{"cardDescription": "Parcel"#,
      #"{"id":"a","openURLInWebView":fal"#,
    ])
  func aCardThatIsCutEarlyIsReported(text: String) {
    let log = "D/Shop( 1): \(text)\nD/Other( 1): x\n"
    #expect(CarrierDriver(text: log).messages == ["a card begins at line 1 and is cut at line 1"])
  }

  @Test func theListBeforeACutIsRead() {
    let log = "D/Shop( 1): {\"cards\":[\(TextCarrierTests.card)],\"full_sync\":tr\nD/O( 1): x\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.ids == ["a"])
    #expect(driver.messages == ["a list of cards is cut at line 1"])
  }

  @Test(
    arguments: [
      #"{"metadata":{"filter":"x"},"logcatMessages": [{"header":{"pid":1},"message":"TEXT"}]}"#,
      #"{"log":"TEXT","stream":"stdout"}"#, #"{"level":30,"msg":"got TEXT"}"#,
      #"{"MESSAGE":"TEXT","_PID":"1"}"#, #"{"_source":{"message":"TEXT"},"_id":"1"}"#,
      #"{"events":[{"message":"x","ingestionTime":1},{"message":"TEXT"}]}"#,
    ])
  func messagesOfStructuredLogsAreRead(log: String) {
    let text = TextCarrierTests.card.replacing("\"", with: "\\\"")
    let driver = CarrierDriver(text: log.replacing("TEXT", with: text))
    #expect(driver.ids == ["a"])
    #expect(driver.lines == [1])
  }

  @Test func messagesHaveTheLinesOfTheirStrings() {
    let text = TextCarrierTests.card.replacing("\"", with: "\\\"")
    let log = "[\n  {\"message\":\n  \"\(text)\"},\n  {\"message\": \"\(text)\"}\n]\n"
    let driver = CarrierDriver(text: log)
    #expect(driver.ids == ["a", "a"])
    #expect(driver.lines == [3, 4])
  }

  @Test func aFailedResponseIsARecord() {
    let driver = CarrierDriver(text: "D/Braze( 1): {\"error\":\"invalid_api_key\"}\n")
    #expect(driver.values == "{\"error\":\"invalid_api_key\"}\n")
    #expect(driver.messages.isEmpty)
  }

  @Test(
    arguments: [
      ("[BrazeKit.Braze.ContentCard.classic(BrazeKit.Braze.ContentCard.Classic(x))]", "toString"),
      ("Object { cards: (2) […], lastUpdated: Date }", "browser"),
      (#"Optional("{\"id\":\"a\",\"tp\":\"short_news\"}")"#, "inside a string"),
      (#"{"cards": [{"id": "a", "extras": undefined}]}"#, "React Native"),
      (#"1,"{""id"":""a"",""tp"":""short_news""}""#, "a cell of CSV"),
      ("'cards', [ { id: 'NmFmNTY2ODYxZWZjNGYyNjI1OGIzYjIxXyRfY2M9',", "a JavaScript object"),
    ])
  func otherTextOfObjectsIsNamed(text: String, name: String) {
    let messages = CarrierDriver(text: "D/Shop( 1): \(text)\n").messages
    #expect(messages.count == 1 && messages[0].contains(name))
  }

  @Test func dismissalsOfLocalStorageAreState() {
    let driver = CarrierDriver(text: "ab.storage.ccDismissals.K\t{\"v\":{\"a\":1795146400}}\n")
    #expect(driver.state == [StoredState(id: "a", kind: .dismissed)])
  }
}
