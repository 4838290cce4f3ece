import Testing

@testable import ContentCardKit

/// The stored form of the Web SDK, arrays of envelopes, and `{"data":X}`, which is read as X.
@Suite struct WrapperTests {
  typealias Case = EnvelopeTests.Case

  private func check(_ item: Case) { EnvelopeTests().check(item) }

  @Test(arguments: [
    Case(#"{"v":[#1,#2]}"#, [1, 2]),
    Case(#"{"\u0076":[#1]}"#, [1]),
    Case(#"{"v":[]}"#, []),
    Case(#"{"x":{"v":[#9]},"v":[#1],"v":[#2],"cards":[#3]} #4"#, [1, 2, 3, 4]),
    Case(#"{"v":[#1,tru,#2],"x":1} #3"#, [1, 2, 3], ["json/syntax"], records: 4),
    Case(#"{"v":["{\"id\":\"1\",\"ca\":1}"]}"#, [1]),
    Case(#"{"id":"1","ca":1,"v":true}{"id":"2","ca":1,"v":{"a":1}}"#, [1, 2]),
    Case(#"{"v":{"a":#9}}"#, [], ["card/shape"], records: 1),
    Case(#"{"v":true}"#, [], ["card/shape"], records: 1),
    Case(#"{"id":"1","ca":1,"v":[],"v":false}"#, [1]),
    Case(#"{"id":"1","ca":1,"v":[]}"#, [1]),
  ])
  func storedCards(item: Case) { check(item) }

  @Test(arguments: [
    Case(#"{"ab.storage.cc.k":{"v":[#1]},"ab.storage.deviceId.k":{"v":"x"},"o":1} #2"#, [1, 2]),
    Case(#"{"ab.storage.cc.k":{"v":[#1]},"ab.storage.cc.l":{"v":[#2]}}"#, [1, 2]),
    Case(#"{"ab.storage.cc.k":[#1]}"#, [1]),
    Case(#"{"ab.storage.cc.k":#1}"#, [1]),
    Case(#"{"a":"{","ab.storage.cc.k":"{\"v\":[{\"id\":\"1\",\"ca\":1}]}"}"#, [1]),
    Case(
      #"{"ab.storage.cc.k":" {\"data\":[{\"id\":\"1\",\"ca\":1},2]}\t"}"#, [1],
      [
        "card/shape"
      ], records: 2),
    Case(
      #"{"ab.storage.cc.k":"{\"v\":[\"{\\\"id\\\":\\\"1\\\"}\"]}"}"#, [], ["card/shape"], records: 1
    ),
    Case(#"{"ab.storage.cc.k":"{\"v\":[tru]}"} #1"#, [1], ["json/syntax"], records: 2),
    Case(#"{"ab.storage.cc.k":"text"}"#, [], ["card/shape"], records: 1),
    Case(#"{"ab.storage.cc.k":""}"#, [], ["card/shape"], records: 1),
    Case(#"{"ab.storage.cc.k":{"x":1}}"#, [], ["card/shape"], records: 1),
    Case(#"{"ab.storage.cc.":{"v":[#9]}}"#, [], ["card/shape"], records: 1),
    Case(#"{"ab.storage.cc.k":1}"#, [], ["card/shape"], records: 1),
    Case(#"[{"ab.storage.cc.k":{"v":[#1]}},{"ab.storage.cc.k":"{\"v\":[]}"}]"#, [1]),
    Case(
      #"{"ab.storage.cc.k":{"v":[#1,tru,#2]},"x":tru,"ab.storage.cc.l":{"v":[#3]}}"#,
      [
        1, 2, 3,
      ], ["json/syntax", "json/syntax"], records: 4),
  ])
  func localStorage(item: Case) { check(item) }

  @Test(arguments: [
    Case(#"[{"cards":[#1]},{"message":"success","cards":[#2,#3]}]"#, [1, 2, 3]),
    Case(#"[{"v":[#1]},#2,{"contentCards":["{\"id\":\"3\",\"ca\":1}"]},{"v":[]}]"#, [1, 2, 3]),
    Case(#"[{"messages":{"content_card":{"id":"1","ca":1}}}]"#, [1]),
    Case(#"{"cards":[{"cards":[#1]},#2]}"#, [1, 2]),
    Case(#"["{\"cards\":[{\"id\":\"1\",\"ca\":1}]}",#2]"#, [1, 2]),
    Case(
      #"[{"cards":[#1,7,#2,{"x":1}]},#3]"#, [1, 2, 3], ["card/shape", "card/shape"], records: 5),
    Case(
      #"[{"message":"failed","cards":[#8]},{"cards":[#1],"message":"x","cards":[#9]},#2]"#, [1, 2],
      ["sync/failed", "sync/failed"], records: 4),
    Case(#"{"message":"failed","cards":[{"cards":[#9]}]}"#, [], ["sync/failed"], records: 1),
    Case(#"[{"cards":[#1]},{"full_sync":true}]"#, [1], ["sync/no-cards"], records: 2),
    Case(#"[[{"cards":[#9]}]]"#, [], ["card/shape"], records: 1),
    Case(#"[{"cards":[#1,tru,#2]},#3]"#, [1, 2, 3], ["json/syntax"], records: 4),
    Case(
      #"[{"message":"x","cards":[#8,tru]},{"cards":[#1"#, [1],
      ["sync/failed", "json/syntax", "json/syntax"], records: 3),
    Case(#"[{"a":tru,"cards":[#9]},#1]"#, [9, 1], ["json/syntax"], records: 2),
  ])
  func arraysOfEnvelopes(item: Case) { check(item) }

  @Test(arguments: [
    Case(#"{"data":#1}"#, [1]),
    Case("{\"data\":#1}\n{\"data\":#2} #3", [1, 2, 3]),
    Case(#"{"status":200,"data":[#1,#2],"message":"OK"} #3"#, [1, 2, 3]),
    Case(#" { "data" : { "message" : "success" , "cards" : [ #1 ] } , "a" : 1 } #2"#, [1, 2]),
    Case(#"{"data":{"data":{"v":[#1]}},"data":[#2]}"#, [1, 2]),
    Case(#"{"data":{"messages":{"content_card":{"id":"1","ca":1}}}}"#, [1]),
    Case(#"{"data":{"ab.storage.cc.k":"{\"v\":[{\"id\":\"1\",\"ca\":1}]}"}}"#, [1]),
    Case(#"[{"data":#1},{"data":[#2]},{"data":{"cards":[#3]}}]"#, [1, 2, 3]),
    Case(#"{"data":[{"data":#1},{"cards":[#2]}]}"#, [1, 2]),
    Case(#"{"id":"1","ca":1,"data":[#9]}"#, [1]),
    Case(#"{"cards":[#1],"data":[#9]}"#, [1]),
    Case(#"{"data":[#9],"cards":[#1]}"#, [1]),
    Case(#"{"data":{"x":1}}"#, [], ["card/shape"], records: 1),
    Case(
      #"{"session_id":"s","name":"cci","time":1.5,"data":{"cards":[#9]}} #1"#, [1], ["card/shape"],
      records: 2),
    Case(#"{"data":{"full_sync":true}}"#, [], ["sync/no-cards"], records: 1),
    Case(#"{"data":{"message":"failed","cards":[#9]}} #1"#, [1], ["sync/failed"], records: 2),
    Case(#"{"data":null}"#, [], ["card/shape"], records: 1),
    Case(#"{"data":"[]"}"#, [], ["card/shape"], records: 1),
    Case(#"{"data":{"id":tru},"data":#1} #2"#, [1, 2], ["json/syntax"], records: 3),
    Case(
      #"{"data":[#1,tru,#2],"data":{"cards":[#3,{]},#4]}} #5"#, [1, 2, 3, 4, 5],
      ["json/syntax", "json/syntax"], records: 7),
    Case("{\"data\":[#1\n{\"data\":[#2]}", [1, 2], ["json/syntax"]),
    Case(#"{"data":{"cards":[#1]}"#, [1], ["json/syntax"]),
  ])
  func wrappers(item: Case) { check(item) }

  /// Unusually deep nesting is not read, because each level may cost another scan.
  @Test(arguments: [8, 9, 500]) func depth(levels: Int) {
    func wrapped(_ open: String, _ inner: String, _ close: String) -> String {
      String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
    }
    let isRead = levels <= ReadingState.depthLimit
    let card = Case("#1", [1]).input
    for text in [
      wrapped(#"{"data":"#, card, "}"), wrapped(#"{"data":"#, "[tru,\(card)]", "}"),
      "[" + wrapped(#"{"data":"#, card, "}") + "]",
    ] {
      let outcome = ReadingDriver(text).readWhole()
      let isElement = text.hasPrefix("[")
      #expect(outcome.cards.count == (isRead && !(isElement && levels == 8) ? 1 : 0), "\(text)")
    }
  }

  /// A value larger than the maximum size of a card is still read card by card, also as an element
  /// of an array; a string is not.
  @Test(arguments: [
    (#"{"data":[#]}"#, 20), (#"{"a":1,"data":{"cards":[#]},"b":{}}"#, 20), (#"{"v":[#]}"#, 20),
    (#"{"ab.storage.cc.k":{"v":[#]},"o":1}"#, 20), (#"[{"cards":[#]}]"#, 20),
    (#"[{"x":[],"data":{"cards":[#]}},{"cards":[#],"x":{}}]"#, 40),
    (#"{"data":[{"cards":[{"cards":[#]},{"data":[#]}]}]}"#, 40),
    (#"{"data":"#, 0),
  ])
  func largerThanCards(form: String, cards: Int) {
    let list = (1...20).map { #"{"id":"\#($0)","ca":1,"tt":"text"}"# }.joined(separator: ",")
    let text = form.split(separator: "#", omittingEmptySubsequences: false).joined(separator: list)
    let driver = ReadingDriver(text + "\n", maximumCardSize: 200)
    let outcome = driver.readWhole()
    #expect(outcome.cards.count == cards)
    #expect(outcome.problems.isEmpty == (cards > 0))
    #expect(driver.readPieces { 1 } == outcome)
    #expect(driver.readCuts({ 300 }, isStale: { false }) == outcome)
    // The places are those of a value that is small enough to be read completely.
    if cards > 0 { #expect(ReadingDriver(text + "\n").readWhole() == outcome) }
  }

  /// The locations of cards in a string are offsets of the file.
  @Test func placesInStrings() {
    let text =
      #"{"ab.storage.cc.k":"{\"v\":[{\"id\":\"\u0031\",\"ca\":1},{\"id\":\"2\",\"r\":true}]}"}"#
    let outcome = ReadingDriver(text).readWhole()
    #expect(
      outcome.events == [
        .card(offset: 28, raw: #"{"id":"1","ca":1}"#),
        .card(offset: 57, raw: #"{"id":"2","r":true}"#),
      ])
    #expect(
      outcome.places.filter { $0.hasPrefix("record") } == [
        "record 1, element 0 of v in a string of 56, depth 1",
        "record 2, element 1 of v in a string of 27, depth 1",
      ])
  }
}
