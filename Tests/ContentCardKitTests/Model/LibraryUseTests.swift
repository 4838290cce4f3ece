import CardJSON
import ContentCardKit
import Foundation
import Testing

/// The ways in which an app may use the library, and the library's guarantees.
@Suite struct LibraryUseTests {
  private struct Dated: ContentCardObject {
    static let ends = Property<Int>("ends", from: .expiresAt, isRequired: true)
    static let text = Property<String>("text", from: .expiresAt)
    static let names = Property<[String]>("names", from: .extra("names"))
    static let contentCardClass = ContentCardClass("dated", properties: ends, text, names)

    let contentCardData: ContentCardData?
    let ends: Int
    let text: String?
    let names: [String]?

    init(_ properties: ContentCardProperties) throws(ConversionFailure) {
      contentCardData = properties.contentCardData
      ends = try properties.required(Self.ends)
      text = properties[Self.text]
      names = properties[Self.names]
    }
  }

  private static let coupon =
    #"{"id":"c","tp":"short_news","ca":1,"tt":"a","#
    + #""e":{"class_type":"coupon_code","discount_percentage":"5"}}"#

  @Test func propertiesAreWhatTheToolPrints() throws {
    var factory = ContentCardFactory()
    factory.register(Dated.self)
    let json = #"{"id":"c","tp":"short_news","ca":1,"ea":1795165300,"tt":"x","#
    let result = factory.convert(
      json + #""e":{"class_type":"dated","names":["a",null,"b"]}}"#)
    let dated = try #require(result.objects.first as? Dated)
    #expect((dated.ends, dated.text) == (1_795_165_300, "1795165300"))
    #expect(dated.names == nil)
  }

  @Test("a card that is too large to be read fails")
  func largeCard() {
    var card = ContentCard()
    (card.id, card.created, card.classType) = ("c", 1, "coupon_code")
    // A long piece, because a string is made of short ones slowly.
    let piece = String(repeating: "a", count: 1 << 14)
    card.title = String(repeating: piece, count: TapeWord.maximumExtent >> 14 + 1)
    #expect(ContentCardFactory().convert([card]).failures.map(\.code) == ["id-missing"])
  }

  @Test("registering many classes takes linear time", .timeLimit(.minutes(1)))
  func manyClasses() {
    let classes = (0..<50_000).map { ContentCardClass("class_\($0)") }
    var factory = ContentCardFactory()
    factory.register(Registry(classes))
    #expect(factory.registry.classes.count == Registry.builtIn.classes.count + classes.count)
  }

  @Test(arguments: [
    #"{"message":"error","cards":[\#(coupon)]}"#, #"{"cards":[\#(coupon)],"message":"error"}"#,
  ])
  func aFailedSyncGivesNoObjects(_ json: String) {
    #expect(ContentCardFactory().handleContentCardsUpdated(ContentCardFeed(json)).isEmpty)
  }

  @Test func cardOfAFeedSaysWhyItIsNotAnObject() throws {
    let json = LibraryUseTests.coupon.replacingOccurrences(of: #""5""#, with: #""x""#)
    let feed = ContentCardFeed("[1,\n" + json + "]")
    let card = try #require(feed.cards.first)
    let failure = try #require(ContentCardFactory().convert(feed).failures.last)
    #expect(failure.cardID == card.id)
    #expect(failure.code == "property-invalid")
    #expect(failure.place?.line == 2)
  }

  @Test func decimalNumbersKeepTheirDigits() throws {
    for number in [NSDecimalNumber(string: "19.99"), Decimal(string: "19.99") ?? 0] as [Any] {
      let metaData: [ContentCardKey: Any] = [
        .idString: "a", .created: 1.0, .extras: ["discount_percentage": number],
      ]
      let coupon = try Coupon(ContentCard(metaData: metaData))
      #expect(coupon.discountPercentage == 19.99)
    }
  }

  @Test func numbersAreEqualByValue() throws {
    func number(_ spelling: String) throws -> ContentCardNumber {
      try #require(ContentCardNumber(spelling))
    }
    let large = try number("9007199254740993.0")
    #expect(try large == number("9007199254740993"))
    #expect(large.integerValue == 9_007_199_254_740_993)
    #expect(try number("1E400") == number("10E399"))
    #expect(try Set([number("1E400"), number("10E399")]).count == 1)
    #expect(try number("1E400") != number("1E401"))
    #expect(try number("1E400") > number("9E399"))
    #expect(try number("-2") < 1.5)
    #expect(try Set(["1", "1.0", "10e-1"].map(number)).count == 1)
    #expect(try number("1.5").integerValue == nil)
    #expect(try number("1.50").description == "1.50")
  }

  /// No message to an app is about a command line.
  @Test func failuresGiveNoAdviceForACommandLine() {
    let packed = ContentCardFeed([0x1F, 0x8B, 8, 0])
    #expect(packed.failures.map(\.message) == ["this is gzip, not JSON: decompress it first"])
    let id = String(repeating: String(repeating: "a", count: 1 << 10), count: 17 << 10)
    let large = #"{"id":""# + id + #"","tp":"short_news"}"#
    #expect(
      ContentCardFeed(large).failures.map(\.message) == ["the card is larger than 16777216 bytes"])
  }

  /// The locations of unread parts do not depend on how an input is cut.
  @Test(arguments: [1, 7, 512, 1 << 20]) func unreadPartsHaveTheirLocation(_ size: Int) throws {
    let text = "{\"cards\":[\n  oops\n" + String(repeating: "  \"filler\n", count: 500)
    var reader = ContentCardReader()
    var elements: [ContentCardElement] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      elements += reader.read(bytes[start..<min(start + size, bytes.count)])
    }
    elements += reader.finish()
    guard case .failure(let failure)? = elements.last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "json/rest-not-read")
    #expect(failure.place == ContentCardPlace(offset: 13, line: 2, column: 3))
  }
}
