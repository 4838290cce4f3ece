import ContentCardKit
import Testing

/// Events and users in the feed of a device.
struct FeedEventTests {
  private static func card(_ id: String) -> String {
    #"{"id":"\#(id)","tp":"short_news","ca":100}"#
  }

  private func event(
    _ kind: CardEvent.Kind, _ id: String, time: Int64? = 500_000, user: String? = nil
  ) -> DeviceEvidence { .event(DeviceEvent(kind, card: id, time: time, user: user)) }

  @Test func aDismissedCardStaysDismissed() throws {
    let feed = FeedProbe(now: 1_000_000)
    try feed.take(FeedEventTests.card("a"), FeedEventTests.card("b"))
    feed.take(event(.dismissal, "a"))
    let actions = try feed.take(FeedEventTests.card("a"))
    #expect(actions == [.ignored])
    #expect(feed.standing == [.dismissedHere, .arrived])
    #expect(feed.printed() == [FeedEventTests.card("b")])
  }

  @Test(arguments: [(1_000_000, true), (1_000_001, false), (nil, true)] as [(Int64?, Bool)])
  func anEventCountsFromItsTimeOn(_ time: Int64?, _ counts: Bool) throws {
    let feed = FeedProbe(now: 1_000_000)
    try feed.take(FeedEventTests.card("a"))
    feed.take(event(.dismissal, "a", time: time))
    #expect(feed.printed().isEmpty == counts)
  }

  @Test(arguments: [CardEvent.Kind.impression, .click])
  func aSeenCardIsViewedAlsoIfItArrivesLater(_ kind: CardEvent.Kind) throws {
    let feed = FeedProbe(now: 1_000_000)
    feed.take(event(kind, "a"))
    #expect(feed.standing == [.never])
    try feed.take(FeedEventTests.card("a"))
    #expect(feed.printed() == [#"{"id":"a","tp":"short_news","ca":100,"v":true}"#])
  }

  @Test(arguments: [CardEvent.Kind.send, .abort])
  func sendsAndAbortsChangeNoCard(_ kind: CardEvent.Kind) throws {
    let feed = FeedProbe(now: 1_000_000)
    try feed.take(FeedEventTests.card("a"))
    feed.take(event(kind, "a"))
    #expect(feed.printed() == [FeedEventTests.card("a")])
  }

  @Test func anotherUserEmptiesTheFeed() throws {
    let feed = FeedProbe(now: 1_000_000)
    feed.begin(user: "ann")
    try feed.take(FeedEventTests.card("a"), FeedEventTests.card("b"))
    feed.end()
    feed.take(event(.dismissal, "b", user: "ann"))
    #expect(feed.take(.fact(.user("bob", time: nil))) == [0])
    #expect(feed.standing == [.userChange, .dismissedHere])
    // Of bob's cards, none is dismissed; ann's dismissal is remembered for her.
    try feed.take(FeedEventTests.card("b"))
    #expect(feed.take(.fact(.user("ann", time: nil))) == [1])
    #expect(
      try feed.take(FeedEventTests.card("b"), FeedEventTests.card("a")) == [.ignored, .arrived])
  }

  @Test func eventsOfAnotherUserDoNotCount() throws {
    let feed = FeedProbe(now: 1_000_000, user: "ann")
    try feed.take(FeedEventTests.card("a"))
    feed.take(event(.dismissal, "a", user: "bob"))
    #expect(feed.take(.fact(.user("bob", time: nil))) == [])
    #expect(feed.printed() == [FeedEventTests.card("a")])
  }

  @Test func anEarlierRequestDoesNotChangeTheUser() throws {
    let feed = FeedProbe(now: 1_000_000)
    feed.take(.fact(.user("bob", time: nil)), at: 600_000)
    try feed.take(FeedEventTests.card("a"))
    #expect(feed.take(.fact(.user("ann", time: nil)), at: 599_999) == [])
    #expect(feed.take(.fact(.user("ann", time: 600_000))) == [0])
  }
}
