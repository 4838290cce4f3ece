import CardRules
import Testing

/// The scope in which cards are compared with each other.
@Suite struct FeedScopeTests {
  private static func card(_ id: String, _ rest: String = "") -> String {
    #"{"id":"\#(id)","tp":"control","ca":1\#(rest)}"#
  }

  private func duplicates(_ input: String, _ change: (inout CheckPlan) -> Void = { _ in })
    -> [String]
  {
    CardProbe(input, change).summary(of: "feed/duplicate-id")
  }

  @Test func duplicateInOneArrayIsAnError() {
    let (a, b) = (Self.card("a"), Self.card("b"))
    #expect(
      duplicates("[\(a),\(b),\(a)]") == [#"error feed/duplicate-id "a" /2/id 3"#])
    #expect(
      duplicates(#"{"cards":[\#(a)],"cards":[\#(a)]}"#)
        == [#"error feed/duplicate-id "a" /cards/0/id 2"#])
  }

  @Test func duplicateAmongBareCardsIsAWarning() {
    let a = Self.card("a")
    #expect(duplicates("\(a)\n\(a)\n") == [#"warning feed/duplicate-id "a" /id 2"#])
  }

  @Test func duplicateInAnotherArrayIsNotReported() {
    let a = Self.card("a")
    #expect(duplicates("[\(a)]\n[\(a)]\n\(a)\n{\"cards\":[\(a)]}\n") == [])
  }

  @Test func escapesDoNotHideARepetition() {
    let (plain, escaped) = (Self.card("a"), Self.card("\\u0061"))
    #expect(duplicates("[\(plain),\(escaped)]").count == 1)
    #expect(duplicates("[\(plain),\(Self.card("A"))]").isEmpty)
  }

  @Test func tombstonesAndRequestsAreNotCompared() {
    #expect(duplicates("[\(Self.card("a")),\(Self.card("a", #","r":true"#))]") == [])
    let request = #"""
      {"external_user_ids":["u"],"messages":{"content_card":{"id":"a","type":"CLASSIC",
      "title":"A","description":"B","time_to_live":60}}}

      """#
    #expect(duplicates(request + request) == [])
    #expect(CardProbe(request).findings.map(\.rule) == ["request/key-unknown"])
  }

  @Test func beyondTheLimitThereIsOneNote() {
    let cards = (0..<30).map { Self.card("id-\($0 % 20)") }.joined(separator: "\n")
    let found = duplicates(cards) { $0.settings.maximumComparedIDs = 10 }
    #expect(found == [#"info feed/duplicate-id "id-9" /id 10"#])
    #expect(duplicates(cards).count == 10)
  }

  @Test func anotherInputIsComparedAnew() {
    var validator = Validator(CheckPlan())
    for _ in 0..<2 { #expect(Self.found(Self.card("a"), &validator).isEmpty) }
  }

  private static func found(_ text: String, _ validator: inout Validator) -> [Finding] {
    text.withBytes { validator.findings(in: $0) }.filter { $0.rule == "feed/duplicate-id" }
  }

  @Test func moreThan250LivingCardsAreAWarning() {
    func feed(_ count: Int, _ rest: String = "") -> String {
      "[" + (1...count).map { Self.card("id-\($0)", rest) }.joined(separator: ",") + "]"
    }
    func found(_ input: String) -> [String] {
      CardProbe(input) { $0.settings.now = 5000 }.findings(of: "feed/too-many-cards").map(\.pointer)
    }
    #expect(found(feed(250)) == [])
    #expect(found(feed(600)) == ["/250"])
    #expect(found(feed(600, #","ea":2"#)) == [])
    let lines = (1...300).map { Self.card("id-\($0)") }.joined(separator: "\n")
    #expect(found(lines) == [])
  }

  @Test(
    arguments: [
      (#""full_sync":true"#, []), (#""full_sync":null"#, []), (#""last_full_sync_at":-1"#, []),
      (#""last_card_updated_at":null"#, []), (#""full_sync":1"#, ["warning"]),
      (#""full_sync":2"#, ["error"]), (#""full_sync":"true""#, ["error"]),
      (#""last_full_sync_at":"1""#, ["error"]), (#""last_card_updated_at":1.5"#, ["error"]),
    ])
  func valuesOfSyncResponsesHaveTypes(member: String, severities: [String]) {
    let probe = CardProbe(#"{"message":"success",\#(member),"cards":[]}"#)
    #expect(probe.findings(of: "sync/value").map(\.severity.rawValue) == severities)
  }

  @Test func envelopesAreCheckedForRepeatedKeys() {
    let probe = CardProbe(#"{"cards":[],"message":"success","message":"success","cards":[]}"#)
    #expect(
      probe.summary(of: "json/duplicate-key") == [
        #"error json/duplicate-key "message" /message 0"#,
        #"error json/duplicate-key "cards" /cards 0"#,
      ])
  }

  @Test func watermarksAreAskedForByOneProfileOnly() {
    let sync = #"{"message":"success","cards":[],"last_full_sync_at":1}"#
    #expect(CardProbe(sync).findings.isEmpty)
    let found = CardProbe(sync) { $0.settings.profiles = [.brazeSwift] }.findings
    #expect(found.map(\.rule) == ["profile/watermark-missing"])
    #expect(found.first?.message.contains("last_card_updated_at") == true)
    let unity = #"{"mContentCards":[],"mTimestamp":1}"#
    #expect(CardProbe(unity) { $0.settings.profiles = [.brazeSwift] }.findings.isEmpty)
  }
}
