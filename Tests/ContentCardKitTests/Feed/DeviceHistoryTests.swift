import CardJSON
import ContentCardKit
import Testing

/// Events that a device recorded, applied to cards.
struct DeviceHistoryTests {
  private func history(_ records: [(id: String, field: CardField)]) -> DeviceHistory {
    var events = DeviceHistory.Events()
    for (id, field) in records {
      ByteBuffer(id.utf8).read { events.add(CardFields(field), to: $0) }
    }
    return DeviceHistory(events)
  }

  private func flags(_ json: String, _ history: DeviceHistory?) throws -> [CardField] {
    var options = CardDecoder.Options()
    options.history = history
    return try CardProbe.read(json, options: options) { card in
      [.viewed, .clicked, .dismissed].filter { card.flag($0) }
    }
  }

  @Test func recordedEventsOverrideTheCard() throws {
    let history = history([("a", .viewed), ("a", .clicked), ("b", .dismissed)])
    let card = #"{"id":"a","tp":"short_news","ca":1,"v":false,"cl":false,"d":false}"#
    #expect(try flags(card, history) == [.viewed, .clicked])
    #expect(try flags(card, nil) == [])
    let clicked = #"{"id":"b","tp":"short_news","cl":true}"#
    #expect(try flags(clicked, history) == [.clicked, .dismissed])
    #expect(try flags(#"{"id":"c","tp":"short_news"}"#, history) == [])
    #expect(try flags(#"{"tp":"short_news"}"#, history) == [])
  }

  /// Ids are compared as decoded text, byte by byte.
  @Test(
    arguments: [
      (#"\u0061b"#, "ab", true), ("a", "ab", false), ("ab", "a", false),
      (#"a\u0000"#, "a", false), (#"a\u0000"#, "a\u{0}", true), ("é", "e\u{301}", false),
      (#"\ud83d\ude00"#, "\u{1F600}", true), (#"\""#, "\"", true),
    ])
  func idsAreComparedAsText(_ written: String, _ recorded: String, _ isSame: Bool) throws {
    let card = #"{"id":"\#(written)","tp":"short_news"}"#
    #expect(try flags(card, history([(recorded, .viewed)])) == (isSame ? [.viewed] : []))
  }

  @Test func everyShapeIsCovered() throws {
    let history = history([("a", .viewed), ("7", .viewed)])
    for card in [
      #"{"idString":"a","created":1}"#, #"{"id":"a","openURLInWebView":false}"#,
      #"{"id":"a","isTest":false}"#, #"{"id":"a","type":"classic","updated":1}"#,
      #"{"id":"a","imageUrl":"https://example.com/a.png"}"#, #"{"id":7,"ca":1}"#,
    ] {
      #expect(try flags(card, history) == [.viewed], "\(card)")
    }
  }

  @Test func manyIDsAreToldApart() throws {
    let history = history((0..<5000).map { ("card-\($0)", $0 % 2 == 0 ? .viewed : .dismissed) })
    for number in 0..<5000 {
      let card = #"{"id":"card-\#(number)","tp":"short_news"}"#
      #expect(try flags(card, history) == (number % 2 == 0 ? [.viewed] : [.dismissed]))
    }
    #expect(try flags(#"{"id":"card-5000","tp":"short_news"}"#, history) == [])
  }
}
