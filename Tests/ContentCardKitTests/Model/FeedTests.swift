import ContentCardKit
import Foundation
import Testing

/// Feeds: saving, order, lookup, expiry; and the values of extras.
@Suite struct FeedTests {
  private static let feed = ContentCardFeed(
    #"""
    {"id":"a","tp":"short_news","ca":10,"tt":"T","e":{"n":1.50,"s":"x","e":"","b":true,"l":[1,"y"]}}
    {"id":"b","tp":"short_news","ca":20,"ea":100,"tt":"T"}
    {"id":"c","tp":"short_news","ca":5,"p":true,"tt":"T"}
    {"id":"d","tp":"control","ca":30}
    {"id":"e","tp":"short_news","ca":40,"d":true,"tt":"T"}
    {"id":"f","tp":"short_news","ca":20,"tt":"T"}
    """#)

  @Test func cardsAreInTheOrderOfADevice() {
    #expect(FeedTests.feed.shown(at: 99).map(\.id) == ["c", "f", "b", "a"])
    #expect(FeedTests.feed.shown(at: 100).map(\.id) == ["c", "f", "a"])
    #expect(FeedTests.feed[id: "b"]?.isExpired(at: 100) == true)
    #expect(FeedTests.feed[id: "b"]?.isExpired(at: 99) == false)
    #expect(FeedTests.feed[id: "x"] == nil)
  }

  @Test func aFeedIsSavedAndReadBack() throws {
    let json = try JSONEncoder().encode(FeedTests.feed)
    #expect(try JSONDecoder().decode(ContentCardFeed.self, from: json) == FeedTests.feed)
    #expect(ContentCardFeed(json) == FeedTests.feed)
    #expect(ContentCardFeed(cards: FeedTests.feed.cards) == FeedTests.feed)
    #expect(ContentCardFeed(cards: []) != FeedTests.feed)
  }

  @Test func extrasAreThoseOfAnSDK() throws {
    let card = try #require(FeedTests.feed[id: "a"])
    let extras = try #require(card.extras)
    #expect(extras["s"] as? String == "x")
    #expect(extras["n"] as? Double == 1.5)
    #expect(extras["e"] == nil)
    #expect((extras as [AnyHashable: Any])["b"] as? Bool == true)
    #expect(card.extraValues?["n"]?.description == "1.50")
    #expect(card.extraValues?["l"]?.description == #"[1,"y"]"#)
    #expect(card.extraValues?["b"] == true)
    #expect(card.extraValues?["l"] == [1, "y"])
    #expect(ContentCardValue(["a": [1.5, nil]] as [String: Any?]) != nil)
    #expect(ContentCardValue(Date()) == nil)
  }

  @Test func contentIsComparedApart() throws {
    let metaData: [ContentCardKey: Any] = [.idString: "1", .created: 5.0, .viewed: true]
    let first = try #require(ContentCardData(metaData: metaData, classType: .ad))
    let second = try #require(
      ContentCardData(metaData: metaData.merging([.viewed: false]) { $1 }, classType: .ad))
    #expect(first == second)
    #expect(!first.hasSameContent(as: second))
    #expect(first.hasSameContent(as: first))
    #expect(ContentCardData(metaData: [.idString: " ", .created: 5.0], classType: .ad) == nil)
    #expect(ContentCardData(metaData: [.idString: "1"], classType: .ad) == nil)
  }
}
