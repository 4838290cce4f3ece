import CardJSON
import Foundation
import Testing

@testable import ContentCardKit

@Suite struct ModelTests {
  private static func metaData(
    _ extras: [AnyHashable: Any], _ others: [ContentCardKey: Any] = [:]
  ) -> [ContentCardKey: Any] {
    let base: [ContentCardKey: Any] = [.idString: "1", .created: 1_764_000_000.0, .extras: extras]
    return base.merging(others) { $1 }
  }

  @Test(
    arguments: [
      ("coupon_code", .coupon), ("AD_banner", .ad), ("home_tile", .item(.tile)),
      ("group", .item(.group)), ("message_full_page", .message(.fullPage)),
      ("message_webview", .message(.webView)),
      ("Loyalty", .custom("loyalty")), ("", .none), (nil, .none),
    ] as [(String?, ContentCardClassType)])
  func classTypes(rawType: String?, expected: ContentCardClassType) {
    #expect(ContentCardClassType(rawType: rawType) == expected)
  }

  @Test func everyBuiltInClassHasACaseAndAnObject() throws {
    #expect(
      Set(ContentCardClassType.builtIn.map(\.rawType)) == Set(Registry.builtIn.classes.map(\.name)))
    let extras: [AnyHashable: Any] = [
      "discount_percentage": "5", "tile_title": "T", "tile_image": "a:b", "html": "<p>",
    ]
    for (index, type) in ContentCardClassType.builtIn.enumerated() {
      let object = ContentCardFactory().contentCardable(
        with: ModelTests.metaData(extras, [.cardDescription: "D"]), for: type)
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

  private static func coupon(_ metaData: [ContentCardKey: Any]) throws -> Coupon {
    try Coupon(ContentCard(metaData: metaData))
  }

  @Test func theFailableInitializerDropsTheReason() {
    let metaData = ModelTests.metaData(["discount_percentage": "10%"])
    #expect(Coupon(metaData: metaData, classType: .coupon) == nil)
    let failure = #expect(throws: ConversionFailure.self) { try ModelTests.coupon(metaData) }
    #expect(failure?.code == "property-invalid")
    #expect(Coupon(metaData: ModelTests.metaData([:]), classType: .coupon) == nil)
    let good = ModelTests.metaData(["discount_percentage": "10"])
    #expect(Coupon(metaData: good, classType: .coupon)?.discountPercentage.doubleValue == 10)
  }

  @Test func cardsOfNoClassMakeNoObject() throws {
    let object = ContentCardFactory().contentCardable(
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

  private final class Manager: ContentCardEventSink {
    var lines: [String] = []
    func record(_ event: ContentCardEvent, of card: ContentCardData) {
      lines.append("\(event.rawValue) \(card.contentCardId)")
    }
  }

  @Test func anObjectMayBeTheSink() throws {
    let manager = Manager()
    let ad = try Ad(ContentCard(metaData: ModelTests.metaData([:])))
    ad.logContentCardImpression(to: manager)
    ad.logContentCardClicked(to: manager)
    ad.logContentCardDismissed(to: manager)
    #expect(manager.lines == ["impression 1", "click 1", "dismissal 1"])
  }

  @Test func eventsGoToTheSinkOnceEach() throws {
    var sink = Recorder()
    let ad = try Ad(ContentCard(metaData: ModelTests.metaData([:])))
    #expect(ad.isContentCard)
    ad.logContentCardImpression(to: &sink)
    ad.logContentCardClicked(to: &sink)
    ad.logContentCardDismissed(to: &sink)
    #expect(sink.lines == ["impression 1", "click 1", "dismissal 1"])
  }

  @Test func itemsOfTheAppAreNotLogged() throws {
    var sink = Recorder()
    let json = #"{"object":"Tile","title":"T","imageUrl":"a:b"}"#
    let tile = try JSONDecoder().decode(Tile.self, from: Data(json.utf8))
    #expect(!tile.isContentCard)
    tile.logContentCardImpression(to: &sink)
    tile.logContentCardClicked(to: &sink)
    tile.logContentCardDismissed(to: &sink)
    #expect(sink.lines.isEmpty)
  }

  @Test func aSinkMayFail() throws {
    var sink = BrokenSink()
    let ad = try Ad(ContentCard(metaData: ModelTests.metaData([:])))
    #expect(throws: FullDisk.self) { try ad.logContentCardImpression(to: &sink) }
  }

  // MARK: a custom class

  private struct LoyaltyCard: ContentCardObject {
    static let points = Property<ContentCardNumber>(
      "points", from: .extra("points"), minimum: 1, isRequired: true)
    static let isGold = Property<Bool>("isGold", from: .extra("gold"))
    static let contentCardClass = ContentCardClass("Loyalty", properties: points, isGold)

    let contentCardData: ContentCardData?
    let points: ContentCardNumber
    let isGold: Bool?

    init(_ properties: ContentCardProperties) throws(ConversionFailure) {
      contentCardData = properties.contentCardData
      points = try properties.required(Self.points)
      isGold = properties[Self.isGold]
    }
  }

  @Test func aTypeOfOnesOwnBehavesLikeTheBuiltInOnes() throws {
    var factory = ContentCardFactory()
    factory.register(LoyaltyCard.self)
    let classType = ContentCardClassType(rawType: "LOYALTY")
    #expect(factory.registry.classes.contains { $0.classType == classType })
    #expect(classType == .custom("loyalty"))
    #expect(LoyaltyCard.contentCardClass.classType == classType)

    let good = ModelTests.metaData(["points": " 5.0", "gold": "1"])
    let card = factory.contentCardable(with: good, for: classType) as? LoyaltyCard
    #expect(card?.points == 5)
    #expect(card?.isGold == true)

    let registry = Registry.builtIn.merging(Registry([LoyaltyCard.contentCardClass]))
    var subject = ObjectSubject(registry)
    for points in [#""0""#, #""x""#, "null", "[]"] {
      let json = #"{"id":"1","ca":1764000000,"e":{"class_type":"loyalty","points":\#(points)}}"#
      let expected = subject.convert(json)
      let result = factory.convert(json)
      #expect(result.objects.isEmpty)
      #expect(result.failures.map(\.message) == [expected])
      #expect(expected.hasPrefix("loyalty: points: "))
    }
  }

  @Test func aBuiltInTypeMayBelongToAClassOfOnesOwn() throws {
    var factory = ContentCardFactory()
    factory.register(Tile.self, for: "Promotion")
    let metaData = ModelTests.metaData(["tile_title": "T", "tile_image": "a:b"])
    let object = factory.contentCardable(with: metaData, for: .custom("promotion"))
    #expect((object as? Tile)?.title == "T")
    #expect(object?.contentCardData?.contentCardClassType == .custom("promotion"))
  }

  @Test func aPropertyOfAnotherTypeIsNamed() throws {
    let metaData = ModelTests.metaData(["tile_title": "5", "tile_image": "a:b"])
    let properties = try ContentCardProperties(
      ContentCard(metaData: metaData), as: .item(.tile), of: Tile.contentCardClass)
    #expect(try properties.required(Tile.title) == "5")
    for name in ["title", "price", "none"] {
      let failure = #expect(throws: ConversionFailure.self) {
        try properties.required(Property<Double>(name, from: .title))
      }
      #expect(
        failure?.description
          == "home_tile: \(name): has no value of the expected type")
    }
  }

  // MARK: metadata

  @Test func metadataHasNoAbsentValues() throws {
    let json =
      #"{"id":"1","ca":1764000000,"tt":"","i":null,"u":"x\u0041","e":{"a":"","b":null,"c":"1","#
      + #""d":[1,"x"],"e":["x"],"f":true,"class_type":"Q"}}"#
    let metaData = try #require(ContentCardFeed(json).cards.first).metaData
    #expect(metaData[.title] == nil)
    #expect(metaData[.image] == nil)
    #expect(metaData[.urlString] as? String == "xA")
    #expect(metaData[.isControl] as? Bool == false)  // no type is inferred
    let control = json.replacing(#""ca":"#, with: #""tp":"control","ca":"#)
    #expect(try #require(ContentCardFeed(control).cards.first).metaData[.urlString] == nil)
    #expect(metaData[.classType] as? String == "Q")
    let extras = try #require(metaData[.extras] as? [AnyHashable: Any])
    let keys: Set<AnyHashable> = ["c", "d", "e", "f", "class_type"]
    #expect(Set(extras.keys) == keys)
    #expect(extras["c"] as? String == "1")
    #expect((extras["d"] as? [Any])?.count == 2)
    #expect(extras["e"] as? [String] == ["x"])
    #expect(extras["f"] as? Bool == true)
    let visible = json.replacing(#""tt":"""#, with: #""tt":"T""#)
    let others = try #require(ContentCardFeed(visible).cards.first).metaData
    #expect(others[.urlString] as? String == "xA")
    #expect(others[.title] as? String == "T")
    #expect(others[.created] as? Double == 1_764_000_000)
    #expect(others[.dismissible] as? Bool == false)
  }

  @Test func metadataThatAnAppMakesIsReadAsTheToolReadsIt() throws {
    let extras: [AnyHashable: Any] = ["discount_percentage": 5]
    func data(_ others: [ContentCardKey: Any]) throws -> ContentCardData? {
      try ModelTests.coupon(ModelTests.metaData(extras, others)).contentCardData
    }
    #expect(try data([:])?.isControl == false)
    #expect(try data([.isControl: true])?.isControl == true)
    #expect(try data([.type: "control"])?.isControl == true)
    #expect(try data([ContentCardKey(rawValue: "dismissable"): true])?.isDismissible == true)
    #expect(try data([.title: "T"])?.isControl == false)
    #expect(try data([.isControl: false])?.isControl == false)
    #expect(try data([.pinned: 1])?.isPinned == true)
    #expect(try data([.created: "2025-11-24T16:00:00Z"])?.createdAt == 1_764_000_000)
    #expect(try data([.expiresAt: 253_402_300_799])?.expiresAt == 253_402_300_799)
    #expect(try data([.expiresAt: Double.nan])?.expiresAt == nil)
  }

  /// Text that looks like JSON adds nothing to the metadata.
  @Test func metadataCannotBeForged() throws {
    let forged = #"5},"isControl":true,"idString":"2","extras":{"discount_percentage":5"#
    for value in [forged, ["x": forged]] as [Any] {
      let failure = #expect(throws: ConversionFailure.self) {
        try ModelTests.coupon(ModelTests.metaData(["discount_percentage": value]))
      }
      #expect(failure?.code.hasPrefix("property-") == true)
      let metaData = ModelTests.metaData(
        ["discount_percentage": "5", "other": value], [.title: "T", .image: value])
      let coupon = try ModelTests.coupon(metaData)
      #expect(coupon.contentCardData?.contentCardId == "1")
      #expect(coupon.contentCardData?.isControl == false)
    }
    let buried = (0..<1000).reduce("x" as Any) { inner, _ in [inner] }
    #expect(Ad(metaData: ModelTests.metaData(["other": buried]), classType: .ad) != nil)
  }
}

extension ModelTests {
  /// A decoder frees all its memory, so that the next ones get the same again.
  @Test func aDecoderFreesItsMemory() {
    var bytes = ByteBuffer(#"{"id":"a","tp":"short_news"}"#.utf8)
    var scanner = CardDecoder.makeScanner()
    _ = scanner.scan(bytes.sealed())
    var places: Set<UInt> = []
    for _ in 0..<1000 {
      var decoder = CardDecoder()
      guard case .card(let card) = decoder.find(scanner.document.root) else { continue }
      places.insert(card.typeKey.withPointer { place, _ in UInt(bitPattern: place) })
    }
    #expect((1..<900).contains(places.count))
  }

  /// A class that is created repeatedly is compiled once.
  @Test func aClassIsCompiledOnce() async {
    @Sendable func made(_ number: Int) -> ContentCardClass {
      ContentCardClass(
        "Again-\(number % 2)", properties: Property<String>("a", from: .extra("a")))
    }
    let places = await withTaskGroup(of: UInt.self) { group in
      for number in 0..<200 {
        group.addTask {
          let table = ClassTable.shared(Registry([made(number)]))
          return table.classes[0].name.withPointer { place, _ in UInt(bitPattern: place) }
        }
      }
      return await group.reduce(into: Set<UInt>()) { $0.insert($1) }
    }
    #expect(places.count == 2)
  }
}
