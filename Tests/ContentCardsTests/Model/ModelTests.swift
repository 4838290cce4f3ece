import CardJSON
import Testing

@testable import ContentCards

@Suite struct ModelTests {
  private static func metaData(
    _ extras: [String: MetadataValue], _ others: ContentCardMetaData = [:]
  ) -> ContentCardMetaData {
    let base: ContentCardMetaData = [
      .idString: .text("1"), .created: .number(NumberText("1764000000")), .extras: .pairs(extras),
    ]
    return base.merging(others) { $1 }
  }

  @Test(
    arguments: [
      ("coupon_code", .coupon), ("AD_banner", .ad), ("home_tile", .item(.tile)),
      ("group", .item(.group)), ("message_full_page", .message(.fullPage)),
      ("message_webview", .message(.webView)), ("loyalty", .none), ("", .none), (nil, .none),
    ] as [(String?, ContentCardClassType)])
  func classTypes(rawType: String?, expected: ContentCardClassType) {
    #expect(ContentCardClassType(rawType: rawType) == expected)
  }

  @Test func everyBuiltInClassHasACaseAndAnObject() throws {
    #expect(
      Set(ContentCardClassType.builtIn.map(\.rawType)) == Set(Registry.builtIn.classes.map(\.name)))
    let extras: [String: MetadataValue] = [
      "discount_percentage": .text("5"), "tile_title": .text("T"), "tile_image": .text("a:b"),
      "html": .text("<p>"),
    ]
    for (index, type) in ContentCardClassType.builtIn.enumerated() {
      let object = try ContentCardFactory().contentCardable(
        with: ModelTests.metaData(extras, [.cardDescription: .text("D")]), for: type)
      let name = object.map { "\(Swift.type(of: $0))" }
      #expect(name == Registry.builtIn.classes[index].object)
      #expect(object?.contentCardData?.contentCardClassType == type)
    }
  }

  @Test func dataIsEqualAndHashesByIdAlone() throws {
    let first = try ContentCardData(metaData: ModelTests.metaData([:]), classType: .ad)
    let second = try ContentCardData(
      metaData: ModelTests.metaData([:], [.pinned: .flag(true)]), classType: .coupon)
    let third = try ContentCardData(
      metaData: ModelTests.metaData([:], [.idString: .text("2")]), classType: .ad)
    #expect(first == second)
    #expect(first != third)
    #expect(Set([first, second, third]).count == 2)
  }

  @Test func theFailableInitialiserDropsTheReason() {
    let metaData = ModelTests.metaData(["discount_percentage": .text("10%")])
    #expect(Coupon(metaData: metaData, classType: .coupon) == nil)
    let failure = #expect(throws: ConversionFailure.self) {
      try Coupon(converting: metaData, classType: .coupon)
    }
    #expect(failure?.code == "property-invalid")
    #expect(Coupon(metaData: ModelTests.metaData([:]), classType: .coupon) == nil)
    let good = ModelTests.metaData(["discount_percentage": .text("10")])
    #expect(Coupon(metaData: good, classType: .coupon)?.discountPercentage.doubleValue == 10)
  }

  @Test func cardsOfNoClassMakeNoObject() throws {
    let object = try ContentCardFactory().contentCardable(
      with: ModelTests.metaData([:]), for: .none)
    #expect(object == nil)
  }

  // MARK: events

  private struct Recorder: ContentCardEventSink {
    var lines: [String] = []
    mutating func record(_ event: ContentCardEvent, of card: ContentCardData) {
      lines.append("\(event.rawValue) \(card.contentCardId)")
    }
  }

  private struct FullDisk: Error {}
  private struct BrokenSink: ContentCardEventSink {
    mutating func record(_ event: ContentCardEvent, of card: ContentCardData) throws(FullDisk) {
      throw FullDisk()
    }
  }

  private struct LocalTile: ContentCardable {
    var contentCardData: ContentCardData? { nil }
    init() {}
    init(
      converting metaData: ContentCardMetaData, classType: ContentCardClassType
    ) throws(ConversionFailure) {}
  }

  @Test func eventsGoToTheSinkOnceEach() throws {
    var sink = Recorder()
    let ad = try Ad(converting: ModelTests.metaData([:]), classType: .ad)
    #expect(ad.isContentCard)
    ad.logContentCardImpression(to: &sink)
    ad.logContentCardClicked(to: &sink)
    ad.logContentCardDismissed(to: &sink)
    #expect(sink.lines == ["impression 1", "click 1", "dismissal 1"])
  }

  @Test func itemsOfTheAppAreNotLogged() {
    var sink = Recorder()
    let tile = LocalTile()
    #expect(!tile.isContentCard)
    tile.logContentCardImpression(to: &sink)
    tile.logContentCardClicked(to: &sink)
    tile.logContentCardDismissed(to: &sink)
    #expect(sink.lines.isEmpty)
  }

  @Test func aSinkMayFail() throws {
    var sink = BrokenSink()
    let ad = try Ad(converting: ModelTests.metaData([:]), classType: .ad)
    #expect(throws: FullDisk.self) { try ad.logContentCardImpression(to: &sink) }
  }

  // MARK: a class of one's own

  private struct LoyaltyCard: ContentCardable {
    let contentCardData: ContentCardData?
    let points: NumberText
    let isGold: Bool?

    init(
      converting metaData: ContentCardMetaData, classType: ContentCardClassType
    ) throws(ConversionFailure) {
      contentCardData = try ContentCardData(metaData: metaData, classType: classType)
      let reader = MetadataReader(metaData, classType)
      points = try reader.number("points", from: .extra("points"), minimum: "1").required()
      isGold = reader.flag("isGold", from: .extra("gold")).optional
    }
  }

  @Test func aTypeOfOnesOwnBehavesLikeTheBuiltInOnes() throws {
    let own = try Registry(
      parsing: #"""
        {"classes":{"Loyalty":{"object":"LoyaltyCard","properties":{
          "points":{"from":["extras.points"],"type":"number","minimum":1,"required":true},
          "isGold":{"from":["extras.gold"],"type":"boolean"}}}}}
        """#.utf8)
    let registry = Registry.builtIn.merging(own)
    let classType = ContentCardClassType(rawType: "LOYALTY", in: registry)
    #expect(classType == .custom("loyalty"))
    var factory = ContentCardFactory()
    factory.register(LoyaltyCard.self, for: classType)

    let good = ModelTests.metaData(["points": .text(" 5.0"), "gold": .text("1")])
    let card = try factory.contentCardable(with: good, for: classType) as? LoyaltyCard
    #expect(card?.points == NumberText("5.0"))
    #expect(card?.isGold == true)

    var subject = ObjectSubject(registry)
    for points in [#""0""#, #""x""#, "null", "[]"] {
      let json = #"{"id":"1","ca":1764000000,"e":{"class_type":"loyalty","points":\#(points)}}"#
      let expected = subject.convert(json)
      let actual = subject.withCard(json) { _, card in
        do {
          _ = try factory.contentCardable(
            with: card.metaData, for: card.classType(in: registry))
          return "converted"
        } catch {
          return "\(error)"
        }
      }
      #expect(actual == expected)
      #expect(expected.hasPrefix("loyalty: points: "))
    }
  }

  // MARK: metadata

  @Test func metadataHasNoAbsentValues() {
    var subject = ObjectSubject()
    let json =
      #"{"id":"1","ca":1764000000,"tt":"","i":null,"u":"x\u0041","e":{"a":"","b":null,"c":"1","#
      + #""d":[1,"x"],"e":["x"],"f":true,"class_type":"Q"}}"#
    let metaData = subject.withCard(json) { _, card in card.metaData }
    #expect(metaData[.title] == nil)
    #expect(metaData[.image] == nil)
    #expect(metaData[.urlString] == nil)  // nothing to see: a control card
    #expect(metaData[.isControl] == .flag(true))
    #expect(metaData[.classType] == .text("Q"))
    #expect(
      metaData[.extras]
        == .pairs([
          "c": .text("1"), "d": .nested(#"[1,"x"]"#), "e": .list(["x"]), "f": .flag(true),
          "class_type": .text("Q"),
        ]))
    let visible = json.replacing(#""tt":"""#, with: #""tt":"T""#)
    let others = subject.withCard(visible) { _, card in card.metaData }
    #expect(others[.urlString] == .text("xA"))
    #expect(others[.title] == .text("T"))
    #expect(others[.created] == .number(NumberText("1764000000")))
  }
}
