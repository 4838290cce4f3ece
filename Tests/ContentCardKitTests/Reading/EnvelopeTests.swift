import Testing

@testable import ContentCardKit

/// Recognition of envelopes, and the cards that are read from them.
@Suite struct EnvelopeTests {
  /// An input in which `#1` to `#9` represent cards, and the expected result.
  struct Case: CustomStringConvertible, Sendable {
    let text: String
    let cards: [Int]
    let codes: [String]
    let records: Int

    init(_ text: String, _ cards: [Int], _ codes: [String] = [], records: Int? = nil) {
      self.text = text
      self.cards = cards
      self.codes = codes
      self.records = records ?? cards.count
    }

    var description: String { text }

    /// The input with cards in place of their numbers.
    var input: String {
      (1...9).reduce(text) { text, number in
        text.split(separator: "#\(number)", omittingEmptySubsequences: false)
          .joined(separator: #"{"id":"\#(number)","ca":1}"#)
      }
    }
  }

  func check(_ item: Case) {
    let driver = ReadingDriver(item.input)
    let outcome = driver.readWhole()
    let numbers = outcome.cards.map { $0.split(separator: "\"")[3] }.compactMap { Int($0) }
    #expect(numbers == item.cards)
    let codes = outcome.problems.map { String($0.split(separator: "@")[0]) }
    #expect(codes == item.codes)
    #expect(outcome.records == item.records)
    #expect(driver.readPieces { 1 } == outcome)
  }

  @Test(arguments: [
    Case(#"{"cards":[#1,#2]}"#, [1, 2]),
    Case(#"{"mContentCards":[#1]}"#, [1]),
    Case(#"{"contentCards":[#1]}"#, [1]),
    Case(#"{"c\u0061rds":[#1]}"#, [1]),
    Case(#"{"cards":[]}"#, []),
    Case(#" { "a" : { "cards" : [ #9 ] } , "cards" : [ #1 ] , "b" : 1 } #2"#, [1, 2]),
    Case(#"{"cards":[#1],"mContentCards":[#2],"cards":[#3]}"#, [1, 2, 3]),
    Case(#"{"cards":1,"cards":[#1]}"#, [1]),
    Case(#"{"cards":[#1],"cards":1}"#, [1]),
    Case(#"{"cards":[#1],"cards":null,"x":[]}"#, [1]),
    Case(#"{"id":"9","ca":1,"cards":[#1]}"#, [1]),
    Case(#"{"cards":[#1]}{"cards":[#2]}[#3]"#, [1, 2, 3]),
    Case("{\"cards\":[#1]}\n{\"cards\":[#2]}\n#3", [1, 2, 3]),
  ])
  func envelopes(item: Case) { check(item) }

  @Test(arguments: [
    Case(#"{"cards":{"a":#9}}"#, [], ["card/shape"], records: 1),
    Case(#"{"cards":null}"#, [], ["card/shape"], records: 1),
    Case(#"{"Cards":[#9]}"#, [], ["card/shape"], records: 1),
    Case(#"{"a":{"cards":[#9]}}"#, [], ["card/shape"], records: 1),
    Case(#"{"full_sync":true}"#, [], ["sync/no-cards"], records: 1),
    Case(#"{"error":"invalid_api_key"}"#, [], ["sync/no-cards"], records: 1),
    Case(#"{"error":"blacklisted"}"#, [], ["sync/no-cards"], records: 1),
    Case(#"{"error":"not_found"}"#, [], ["card/shape"], records: 1),
    Case(#"{"message":"success"}"#, [], ["card/shape"], records: 1),
    Case(#"{"message":"Hello","type":"MODAL"}"#, [], ["card/shape"], records: 1),
    Case(#"{"message":"Hello","title":"Hi"}"#, [], ["card/shape"], records: 1),
    Case(#"{"message":"failed","cards":null}"#, [], ["sync/no-cards"], records: 1),
    Case(
      #"{"last_card_updated_at":1} {"last_full_sync_at":1}"#, [],
      ["sync/no-cards", "sync/no-cards"], records: 2),
    Case(#"[[#9],#1]"#, [1], ["card/shape"], records: 2),
    Case(#"[{"full_sync":true},#1]"#, [1], ["sync/no-cards"], records: 2),
  ])
  func noEnvelopes(item: Case) { check(item) }

  @Test(arguments: [
    Case(#"{"message":"success","cards":[#1]}"#, [1]),
    Case(#"{"message":"failed","cards":[#8,#9]}"#, [], ["sync/failed"], records: 2),
    Case(#"{"message":"Success","cards":[#8]}"#, [], ["sync/failed"], records: 1),
    Case(#"{"message":"succ\u0065ss","cards":[#1]}"#, [1]),
    Case(#"{"message":"","cards":[#8]}"#, [], ["sync/failed"], records: 1),
    Case(#"{"message":null,"cards":[#1]}"#, [1]),
    Case(#"{"message":0,"cards":[#1]}"#, [1]),
    Case(#"{"cards":[#1],"message":"failed"}"#, [1], ["sync/failed"]),
    Case(#"{"cards":[#1],"message":"failed","cards":[#9]}"#, [1], ["sync/failed"], records: 2),
    Case(#"{"message":"failed","cards":[#8]} {"cards":[#1]}"#, [1], ["sync/failed"], records: 2),
    Case(
      #"{"message":"failed","cards":[#8,{"x":1},tru]}"#, [],
      ["sync/failed", "card/shape", "json/syntax"], records: 3),
  ])
  func failedSyncs(item: Case) { check(item) }

  /// An error around the cards loses none of them.
  @Test(arguments: [
    Case(#"{"a":tru,"cards":[#1,#2]}"#, [1, 2], ["json/syntax"]),
    Case(#"{"a":tru,"b":01,"cards":[#1]}"#, [1], ["json/syntax", "json/syntax"]),
    Case(#"{"a":{"b":[1},"cards":[#1]}"#, [1], ["json/syntax"]),
    Case(#"{"a" 1,"cards":[#1]}"#, [1], ["json/syntax"]),
    Case(#"{"a":1 "cards":[#1]}"#, [1], ["json/syntax"]),
    Case(#"{,"cards":[#1]}"#, [1], ["json/syntax"]),
    Case(#"{"a":1,,"cards":[#1]}"#, [1], ["json/syntax"]),
    Case(#"{"cards":[#1],}"#, [1], ["json/syntax"]),
    Case(#"{"cards":[#1,]}"#, [1], ["json/syntax"]),
    Case(#"{"cards":[#1],"a":tru,"cards":[#2]}"#, [1, 2], ["json/syntax"]),
    Case(#"{"cards":[#1] "cards":[#2]}"#, [1, 2], ["json/syntax"]),
    Case(#"{"cards":[#1]"#, [1], ["json/syntax"]),
    Case(#"{"cards":[#1"#, [1], ["json/syntax"]),
    Case(#"{"cards":["#, [], ["json/syntax"]),
    Case("{\"cards\":[#1]\n{\"cards\":[#2]}", [1, 2], ["json/syntax"]),
    Case("{\"cards\":[#1\n{\"cards\":[#2]}", [1, 2], ["json/syntax"]),
    Case("[#1\n[#2]\n[#3]", [1, 2, 3], ["json/syntax"]),
    Case("[#1,\n[#2]\n[#3]", [1, 3], ["card/shape", "json/syntax"], records: 3),
    Case("{\"cards\":[#1}\n{\"cards\":[#2]}", [1, 2], ["json/syntax", "json/rest-not-read"]),
    Case("{\"cards\":[#1],\"a\n{\"cards\":[#2]}", [1, 2], ["json/syntax"]),
    Case(#"{"cards":[#1]{"cards":[#2]}"#, [1, 2], ["json/syntax"]),
  ])
  func mistakesAround(item: Case) { check(item) }

  /// Members before the cards are read up to the maximum size of a card.
  @Test(arguments: [100, 1000]) func longHeads(length: Int) {
    let head = #"{"a":"\#(String(repeating: "x", count: length))","#
    let driver = ReadingDriver(
      head + #""cards":[{"id":"1","ca":1}]} {"id":"2","ca":1}"#, maximumCardSize: 500)
    let outcome = driver.readWhole()
    #expect(outcome.problems == (length < 500 ? [] : ["card/too-large@0"]))
    #expect(outcome.cards.count == (length < 500 ? 2 : 1))
    #expect(driver.readPieces { 1 } == outcome)
  }

  /// A member after the cards may be as large as a card.
  @Test func largeMembers() {
    let filler = String(repeating: "x", count: 1000)
    let text = #"{"cards":[{"id":"1","ca":1}],"a":["\#(filler)"],"cards":[{"id":"2","ca":1}]}"#
    let driver = ReadingDriver(text, maximumCardSize: 500)
    let outcome = driver.readWhole()
    #expect(outcome.problems == ["card/too-large@29"])
    #expect(outcome.cards.count == 2)
    #expect(driver.readPieces { 1 } == outcome)
  }
}
