import CardJSON
import ContentCardKit
import Testing

/// The seven rules, one by one, and their combinations.
struct DeviceFeedTests {
  private static func card(_ id: String, created: Int = 100, _ members: String = "") -> String {
    #"{"id":"\#(id)","tp":"short_news","ca":\#(created)\#(members.isEmpty ? "" : ",")\#(members)}"#
  }

  @Test func olderCardsAreIgnored() throws {
    let newer = DeviceFeedTests.card("a", created: 200)
    let feed = FeedProbe()
    try feed.take(newer, DeviceFeedTests.card("a", created: 199))
    #expect(feed.printed() == [newer])
  }

  @Test func aCardOfTheSameAgeIsTaken() throws {
    let second = DeviceFeedTests.card("a", created: 200, #""tt":"second""#)
    let feed = FeedProbe()
    try feed.take(DeviceFeedTests.card("a", created: 200), second)
    #expect(feed.printed() == [second])
  }

  @Test func agesAreComparedInTheirOwnUnits() throws {
    let seconds = DeviceFeedTests.card("a", created: 1_700_000_001)
    let feed = FeedProbe()
    try feed.take(
      seconds, #"{"id":"a","type":"classic","updated":1700000000999,"title":"milliseconds"}"#)
    #expect(feed.printed() == [seconds])
  }

  @Test func removedCardsAreDeleted() throws {
    let again = DeviceFeedTests.card("a", created: 1)
    let other = DeviceFeedTests.card("b")
    let feed = FeedProbe()
    try feed.take(DeviceFeedTests.card("a"), other, #"{"id":"a","r":true}"#, again)
    #expect(feed.printed() == [other, again], "the card is new to the device, whatever its age")
  }

  @Test(arguments: [(1000, []), (1001, ["a"]), (-1, ["a"])])
  func expiryIncludesItsInstant(_ expiry: Int, _ held: [String]) throws {
    let card = DeviceFeedTests.card("a", #""ea":\#(expiry)"#)
    let feed = FeedProbe(now: 1_000_000)
    try feed.take(card)
    #expect(feed.printed() == held.map { _ in card })
  }

  @Test func expiredCardStaysExpired() throws {
    let feed = FeedProbe(now: 1_000_000)
    try feed.take(
      DeviceFeedTests.card("a", #""ea":900"#), DeviceFeedTests.card("a", created: 200))
    #expect(feed.printed() == [])
  }

  @Test(arguments: [(899_000, true), (900_000, false)])
  func aResponseBeforeTheExpiryExtendsIt(_ time: Int64, _ isExtended: Bool) throws {
    let extended = DeviceFeedTests.card("a", created: 200)
    let feed = FeedProbe(now: 1_000_000)
    feed.begin()
    try feed.take(DeviceFeedTests.card("a", #""ea":900"#))
    #expect(feed.end(time: 500_000).decisions.map(\.action) == [.arrived])
    #expect(feed.standing == [.expired])
    feed.begin()
    try feed.take(extended)
    let actions = feed.end(time: time).decisions.map(\.action)
    #expect(actions == [isExtended ? .updated : .ignored])
    #expect(feed.printed() == (isExtended ? [extended] : []))
  }

  @Test(arguments: [(899_000, false), (900_000, true)])
  func aFullSyncDeletesOnlyWhatHasNotExpired(_ time: Int64, _ hasExpired: Bool) throws {
    let feed = FeedProbe(now: 1_000_000)
    feed.begin()
    try feed.take(DeviceFeedTests.card("a", #""ea":900"#))
    feed.end(time: 500_000)
    feed.begin()
    feed.end(isFull: true, time: time)
    #expect(feed.standing == [hasExpired ? .expired : .absent])
    #expect(feed.printed() == [])
  }

  @Test func dismissedCardsAreDeletedForGood() throws {
    let feed = FeedProbe()
    try feed.take(
      DeviceFeedTests.card("a"), DeviceFeedTests.card("a", #""d":true"#),
      #"{"id":"a","r":true}"#, DeviceFeedTests.card("a", created: 300))
    #expect(feed.printed() == [])
  }

  @Test func anOlderDismissalIsIgnored() throws {
    let card = DeviceFeedTests.card("a", created: 200)
    let feed = FeedProbe()
    try feed.take(card, DeviceFeedTests.card("a", created: 100, #""d":true"#))
    #expect(feed.printed() == [card])
  }

  @Test func onlyTheTokenOfViewedIsReplaced() throws {
    let feed = FeedProbe()
    try feed.take(
      DeviceFeedTests.card("a", #""v":true,"cl":true,"tt":"one""#),
      DeviceFeedTests.card("a", #""n":1.0,"v" :  false ,"cl":false"#))
    #expect(
      feed.printed() == [DeviceFeedTests.card("a", #""n":1.0,"v" :  true ,"cl":false"#)])
  }

  @Test func theKeyThatIsAddedIsTheShapesOwn() throws {
    let feed = FeedProbe()
    try feed.take(
      DeviceFeedTests.card("a", #""v":true"#), #"{"idString":"a","created":100,"extras":{}}"#)
    #expect(feed.printed() == [#"{"idString":"a","created":100,"extras":{},"viewed":true}"#])
  }

  @Test func viewedIsForgottenWithTheCard() throws {
    let again = DeviceFeedTests.card("a", #""v":false"#)
    let feed = FeedProbe()
    try feed.take(DeviceFeedTests.card("a", #""v":true"#), #"{"id":"a","r":true}"#, again)
    #expect(feed.printed() == [again])
  }

  @Test func aFullSyncDeletesWhatItDidNotSend() throws {
    let test = DeviceFeedTests.card("t", #""t":true"#)
    let older = DeviceFeedTests.card("b", created: 50)
    let feed = FeedProbe()
    try feed.take(DeviceFeedTests.card("a"), test, DeviceFeedTests.card("b"))
    feed.begin()
    try feed.take(older)
    let merged = feed.end(isFull: true)
    #expect(merged.isOutOfOrder)
    #expect(merged.decisions.map(\.action) == [.olderCopy, .absent])
    #expect(feed.printed() == [test, DeviceFeedTests.card("b")])
  }

  @Test func aResponseThatIsCutOffDeletesNothing() throws {
    let cards = [DeviceFeedTests.card("a"), DeviceFeedTests.card("b")]
    let feed = FeedProbe()
    try feed.take(cards[0])
    feed.begin()
    try feed.take(cards[1])
    let merged = feed.end(isFull: true, isComplete: false)
    #expect(merged.outcome == .merged)
    #expect(merged.decisions.map(\.action) == [.arrived])
    #expect(feed.printed() == cards)
  }

  @Test func responsesForAnotherUserAreDiscarded() throws {
    let card = DeviceFeedTests.card("a")
    let feed = FeedProbe(user: "ann")
    feed.begin(user: "ann")
    try feed.take(card)
    #expect(feed.end().outcome == .merged)
    feed.begin(user: "bob")
    try feed.take(DeviceFeedTests.card("b"), DeviceFeedTests.card("a", created: 900))
    let discarded = feed.end(isFull: true)
    #expect(discarded.outcome == .otherUser)
    #expect(discarded.decisions.map(\.action) == [.otherUser, .otherUser])
    feed.begin()
    #expect(feed.end().outcome == .merged)
    #expect(feed.standing == [.arrived, .otherUser])
    #expect(feed.printed() == [card])
  }

  @Test func theCurrentUserDecidesFromTheBeginning() throws {
    let card = DeviceFeedTests.card("b")
    let feed = FeedProbe(user: "bob")
    feed.begin(user: "ann")
    try feed.take(DeviceFeedTests.card("a"))
    #expect(feed.end().outcome == .otherUser)
    feed.begin(user: "bob")
    try feed.take(card)
    #expect(feed.end(isFull: true).outcome == .merged)
    #expect(feed.printed() == [card])
  }

  @Test func aFailedSyncMergesNothingAndSetsNoUser() throws {
    let card = DeviceFeedTests.card("a")
    let feed = FeedProbe()
    feed.begin(user: "ann")
    try feed.take(DeviceFeedTests.card("b"))
    feed.fail()
    let failed = feed.end(isFull: true)
    #expect(failed.outcome == .failed)
    #expect(failed.decisions.map(\.action) == [.failed])
    feed.begin(user: "bob")
    try feed.take(card)
    #expect(feed.end().outcome == .merged)
    #expect(feed.standing == [.failed, .arrived])
    #expect(feed.printed() == [card])
  }

  @Test func everyRuleIsReported() throws {
    let feed = FeedProbe(now: 1_000_000)
    let actions = try feed.take(
      DeviceFeedTests.card("a"), DeviceFeedTests.card("a"), DeviceFeedTests.card("a", created: 1),
      #"{"id":"a","r":true}"#, DeviceFeedTests.card("a", #""d":true"#), DeviceFeedTests.card("a"),
      DeviceFeedTests.card("b", #""ea":1000"#), DeviceFeedTests.card("b"), #"{"id":"b","r":true}"#)
    #expect(
      actions == [
        .arrived, .updated, .olderCopy, .removed, .dismissed, .ignored, .expired, .ignored,
        .removed,
      ])
    #expect(feed.standing == [.dismissed, .expired])
  }

  @Test func theNewestCopyHasThePlace() throws {
    let feed = FeedProbe()
    try feed.take(
      DeviceFeedTests.card("a"), DeviceFeedTests.card("b"), DeviceFeedTests.card("a"),
      DeviceFeedTests.card("b", created: 1))
    #expect(feed.lines() == [3, 2])
  }

  @Test func eventsOfTheDeviceCount() throws {
    var events = DeviceHistory.Events()
    ByteBuffer("seen".utf8).read { events.add(CardFields(.viewed), to: $0) }
    ByteBuffer("gone".utf8).read { events.add(CardFields(.dismissed), to: $0) }
    let feed = FeedProbe(history: DeviceHistory(events))
    let actions = try feed.take(
      DeviceFeedTests.card("seen", #""v":false"#), DeviceFeedTests.card("gone"),
      DeviceFeedTests.card("gone", created: 900))
    #expect(actions == [.arrived, .dismissedHere, .ignored])
    #expect(feed.printed() == [DeviceFeedTests.card("seen", #""v":true"#)])
  }

  @Test func watermarksThatRunBackwardsAreReported() throws {
    let feed = FeedProbe()
    feed.begin()
    try feed.take(DeviceFeedTests.card("a", created: 200))
    #expect(!feed.end(time: 5000).isOutOfOrder)
    feed.begin()
    #expect(!feed.end(time: 5000).isOutOfOrder)
    feed.begin()
    #expect(feed.end(time: 4999).runsBackwards)
    feed.begin()
    #expect(!feed.end().isOutOfOrder, "a response without a time may come at any")
    feed.begin()
    try feed.take(DeviceFeedTests.card("a", created: 199))
    #expect(feed.end(time: 6000).newerCopy?.position.line == 1)
  }

  @Test func twoCopiesInOneResponseAreInOrder() throws {
    let feed = FeedProbe()
    feed.begin()
    try feed.take(DeviceFeedTests.card("a", created: 200), DeviceFeedTests.card("a", created: 199))
    #expect(!feed.end().isOutOfOrder)
  }

  @Test func theKeyIsAddedWhereACardIsSilent() throws {
    let feed = FeedProbe()
    try feed.take(
      DeviceFeedTests.card("a", #""v":true"#), #"{ "id" : "a", "tp":"short_news", "ca":300  }"#)
    #expect(feed.printed() == [#"{ "id" : "a", "tp":"short_news", "ca":300,"v":true}"#])
  }
}
