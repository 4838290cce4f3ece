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

  @Test func dataIsEqualAndHashesByIdAlone() {
    func data(
      _ id: String, _ classType: ContentCardClassType, isPinned: Bool = false
    ) -> ContentCardData {
      ContentCardData(
        contentCardId: id, contentCardClassType: classType, createdAt: 1_764_000_000,
        isDismissible: false, isPinned: isPinned)
    }
    let (first, second, third) = (
      data("1", .ad), data("1", .coupon, isPinned: true), data("2", .ad)
    )
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
    static let classes = ClassTable(
      Registry([
        ClassDefinition(
          name: "Loyalty", object: "LoyaltyCard",
          properties: [
            PropertyDefinition(
              name: "points", origin: .from([.extra("points")]), type: .number, minimum: "1",
              requirement: .required),
            PropertyDefinition(name: "isGold", origin: .from([.extra("gold")]), type: .boolean),
          ])
      ]))
    let contentCardData: ContentCardData?
    let points: NumberText
    let isGold: Bool?

    init(
      converting metaData: ContentCardMetaData, classType: ContentCardClassType
    ) throws(ConversionFailure) {
      let properties = try ContentCardProperties(metaData, classType, in: LoyaltyCard.classes)
      contentCardData = properties.contentCardData
      points = try properties.required("points")
      isGold = properties["isGold"]
    }
  }

  @Test func aTypeOfOnesOwnBehavesLikeTheBuiltInOnes() throws {
    let registry = Registry.builtIn.merging(LoyaltyCard.classes.registry)
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

  @Test func aBuiltInTypeMayBelongToAClassOfOnesOwn() throws {
    var factory = ContentCardFactory()
    factory.register(Tile.self, for: .custom("promotion"))
    let metaData = ModelTests.metaData(["tile_title": .text("T"), "tile_image": .text("a:b")])
    let object = try factory.contentCardable(with: metaData, for: .custom("promotion"))
    #expect((object as? Tile)?.title == "T")
    #expect(object?.contentCardData?.contentCardClassType == .custom("promotion"))
  }

  @Test func whatTheRegistryDoesNotGiveIsNamed() throws {
    #expect(throws: ConversionFailure(.classUnknown, classType: "promotion")) {
      try ContentCardProperties(ModelTests.metaData([:]), .custom("promotion"))
    }
    let properties = try ContentCardProperties(
      ModelTests.metaData(["tile_title": .text("5"), "tile_image": .text("a:b")]), .item(.tile))
    let title: String = try properties.required("title")
    #expect(title == "5")
    for name in ["title", "price", "none"] {
      let failure = #expect(throws: ConversionFailure.self) {
        let _: NumberText = try properties.required(name)
      }
      #expect(
        failure?.description
          == "home_tile: \(name): has no value of the type that the object wants")
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

  @Test func metadataThatAnAppMakesIsReadAsTheToolReadsIt() throws {
    let extras: [String: MetadataValue] = ["discount_percentage": .number(NumberText("5"))]
    func data(_ others: ContentCardMetaData) throws -> ContentCardData? {
      try Coupon(converting: ModelTests.metaData(extras, others), classType: .coupon)
        .contentCardData
    }
    #expect(try data([:])?.isControl == true)  // nothing to see
    #expect(try data([.title: .text("T")])?.isControl == false)
    #expect(try data([.isControl: .flag(false)])?.isControl == false)
    #expect(try data([.pinned: .number(NumberText("1"))])?.isPinned == true)
    #expect(try data([.created: .text("2025-11-24T16:00:00Z")])?.createdAt == 1_764_000_000)
    let endOfTime = NumberText("253402300799")
    #expect(try data([.expiresAt: .number(endOfTime)])?.expiresAt == 253_402_300_799)
  }

  /// Text that pretends to be a number or nested JSON says nothing that the metadata does not say.
  @Test func metadataCannotBeForged() throws {
    let forged = #"5},"isControl":true,"idString":"2","extras":{"discount_percentage":5"#
    let deep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
    for value in [MetadataValue.number(NumberText(forged)), .nested(forged), .nested("[")] {
      let failure = #expect(throws: ConversionFailure.self) {
        try Coupon(
          converting: ModelTests.metaData(["discount_percentage": value]), classType: .coupon)
      }
      #expect(failure?.code == "property-invalid")
      let metaData = ModelTests.metaData(
        ["discount_percentage": .text("5"), "other": value], [.title: .text("T"), .image: value])
      let coupon = try Coupon(converting: metaData, classType: .coupon)
      #expect(coupon.contentCardData?.contentCardId == "1")
      #expect(coupon.contentCardData?.isControl == false)
    }
    let buried = (0..<1000).reduce(MetadataValue.nested(deep)) { inner, _ in .pairs(["a": inner]) }
    #expect(Ad(metaData: ModelTests.metaData(["other": .nested(deep)]), classType: .ad) != nil)
    #expect(Ad(metaData: ModelTests.metaData(["other": buried]), classType: .ad) == nil)
  }
}
