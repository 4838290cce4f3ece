import CardJSON
import ContentCardKit
import Testing

/// The events that values in each format state.
struct CardEventReaderTests {
  /// The events, facts and problems of a value in words; nil if it is not an event.
  private func read(_ json: String, exported kind: CardEvent.Kind? = nil) -> [String]? {
    var bytes = ByteBuffer(json.utf8)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(bytes.sealed()) else { return nil }
    var reader = CardEventReader()
    reader.exportedKind = kind
    guard reader.read(scanner.document.root) else { return nil }
    let events = reader.events.map { event in
      let time = event.time.map { "\($0)" } ?? "-"
      let control = event.isControl == true ? " control" : ""
      return "\(event.kind) \(event.card?.string ?? "-") \(time)\(control)"
        + (event.node(.user).map { " \($0.string)" } ?? "")
        + (event.node(.reason).map { " \($0.string)" } ?? "")
    }
    return events + reader.facts.map { "\($0)" } + reader.problems.map { "problem: \($0.message)" }
      + (reader.otherCount > 0 ? ["\(reader.otherCount) others"] : [])
  }

  private static let sdk =
    #"{"name":"ccd","data":{"ids":["a","b"]},"time":1795168803.1,"session_id":"s","user_id":"u"}"#

  @Test(
    arguments: [
      (sdk, ["dismissal a 1795168803100 u", "dismissal b 1795168803100 u"]),
      (
        #"{"api_key":"k","device_id":"d","user_id":"v","time":5,"events":["#
          + #"{"name":"ccic","data":{"ids":["a"]},"time":4},{"name":"ss","time":4,"data":{}}]}"#,
        ["impression a 4000 control v", #"user("v", time: Optional(5000))"#, "1 others"]
      ),
      (
        #"{"api_key":"k","sdk_version":"1","respond_with":{"user_id":"w"}}"#,
        [#"user("w", time: nil)"#]
      ),
      (
        #"{"config":{"content_cards":{"enabled":false}},"message":"success"}"#,
        ["contentCards(isEnabled: false)"]
      ),
      (
        #"{"content_cards/sync":"1970-01-01T00:00:01Z"}"#,
        ["rateLimit(until: Optional(1000))"]
      ),
      (
        #"{"name":"ccc","data":{"ids":[]},"time":1}"#,
        ["problem: the event of an SDK has no card ids"]
      ),
      (#"{"name":"ccc","data":{"ids":["a"]},"time":"x"}"#, [#"problem: "time" is not a time"#]),
      (
        #"{"v":1,"event":"click","card_id":"a","time":"1970-01-01T00:00:02Z","user_id":"u"}"#,
        ["click a 2000 u"]
      ),
      (
        #"{"events":[{"event_type":"users.messages.contentcard.Abort","time":3,"#
          + #""user":{"external_user_id":"u"},"properties":{"abort_type":"content_card_general"}},"#
          + #"{"event_type":"users.messages.email.Open","time":3}]}"#,
        ["abort - 3000 u content_card_general", "1 others"]
      ),
    ] as [(String, [String])])
  func eachFormat(_ json: String, _ expected: [String]) { #expect(read(json) == expected) }

  @Test func anExportStatesItsTypeElsewhere() {
    let json =
      #"{"id":"e","time":7,"user_id":"x","external_user_id":{"string":"u"},"content_card_id":"a"}"#
    #expect(read(json, exported: .click) == ["click a 7000 u"])
    #expect(
      read(json) == ["problem: the event states no type, and neither does the path of its file"])
    let aborted = #"{"id":"e","time":7,"user_id":"x","abort_type":{"string":"other"}}"#
    #expect(read(aborted) == ["abort - 7000 other"])
  }

  @Test(
    arguments: [
      #"{"events":[{"external_id":"u","name":"bought","time":"2026-01-01T00:00:00Z"}]}"#,
      #"{"name":"cci","properties":{}}"#, #"{"cards":[],"message":"success"}"#, "[]", "7",
      #"{"event":"click"}"#, #"{"id":"a","tp":"classic","ca":1}"#,
    ])
  func otherValues(_ json: String) { #expect(read(json) == nil) }

  @Test(
    arguments: [
      ("x/event_type=users.messages.contentcard.Click/date=1/part.json", .click),
      ("users.messages.contentcard.Impression.json", .impression),
      ("event_type=users.messages.email.Click/a.json", nil), ("clicks.json", nil),
    ] as [(String, CardEvent.Kind?)])
  func theKindInAPath(_ path: String, _ kind: CardEvent.Kind?) {
    #expect(CardEvent.Kind(path: path) == kind)
  }
}
