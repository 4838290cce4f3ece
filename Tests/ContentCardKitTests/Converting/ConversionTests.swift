import ContentCardKit
import ContentCardKitAsync
import Testing

/// The public result of a conversion: nothing gets lost, and nothing is kept.
@Suite struct ConversionTests {
  private static func card(_ id: String, _ extras: String, _ rest: String = "") -> String {
    #"{"id":"\#(id)","tp":"short_news","ca":1795165200,"tt":"T","e":{\#(extras)}\#(rest)}"#
  }

  private static let input = [
    card("1", #""class_type":"coupon_code","discount_percentage":"5""#),
    card("2", #""class_type":"coupon_code","discount_percentage":"500""#),
    card("3", #""class_type":"Loyalty""#), card("4", #""class_type":"loyalty""#),
    card("5", #""a":"b""#), card("6", #""class_type":"ad_banner""#), card("7", "", #","r":true"#),
    "oops",
  ].joined(separator: "\n")

  private func check(_ conversion: Conversion, hasPlaces: Bool = true) {
    #expect(conversion.objects.map { $0.contentCardData?.id } == ["1"])
    #expect(conversion.objects(of: Coupon.self).first?.discountPercentage == 5)
    #expect(conversion.unknownClassTypes == [.custom("loyalty"): 2])
    #expect(conversion.unknownRequests == [.custom("cupon_code")])
    #expect(
      [conversion.withoutClassType, conversion.notRequested, conversion.removed] == [1, 1, 1])
    #expect(conversion.skipped == 5)
    #expect(conversion.emptyReason == nil)
    let failure = conversion.failures.first { $0.cardID == "2" }
    #expect(failure?.conversion?.property == "discountPercentage")
    #expect(failure?.place?.line == (hasPlaces ? 2 : nil))
  }

  @Test func everythingIsSaid() {
    let (factory, requested) = (
      ContentCardFactory(), [.coupon, .custom("Cupon_Code")] as [ContentCardClassType]
    )
    let feed = ContentCardFeed(ConversionTests.input)
    check(factory.convert(ConversionTests.input, for: requested))
    check(factory.convert(feed, for: requested))
    check(factory.convert(feed.cards, for: requested), hasPlaces: false)
  }

  @Test(arguments: [
    (#"{"message":"error","cards":[]}"#, "sync/failed"), ("<html>", "input/format"),
    ("[]", "no cards"), ("", "no cards"), (ConversionTests.card("1", ""), "no objects"),
  ])
  func anEmptyResultHasAReason(_ json: String, _ expected: String) {
    var found: String?
    let objects = ContentCardFactory().handleContentCardsUpdated(ContentCardFeed(json)) { reason in
      found =
        switch reason {
        case .syncFailed(let failure), .unreadable(let failure): failure.code
        case .noCards: "no cards"
        case .noObjects: "no objects"
        }
    }
    #expect(objects.isEmpty)
    #expect(found == expected)
  }

  /// An object that counts its instances.
  private final class Counted: ContentCardable {
    nonisolated(unsafe) static var living = 0
    let contentCardData: ContentCardData?

    init?(metaData: [ContentCardKey: Any], classType: ContentCardClassType) {
      contentCardData = ContentCardData(metaData: metaData, classType: classType)
      Counted.living += 1
    }

    deinit { Counted.living -= 1 }
  }

  @Test func aConverterKeepsNoObjects() {
    var factory = ContentCardFactory()
    factory.register(Counted.self, for: "counted")
    var converter = factory.converter()
    for number in 0..<100 {
      let line = ConversionTests.card("\(number)", #""class_type":"COUNTED""#) + "\n"
      #expect(converter.read(line.utf8).objects.count == 1)
      #expect(Counted.living == 0)
    }
    #expect(converter.finish().objects.isEmpty)
  }

  private struct Bytes: AsyncSequence {
    let text: String
    struct AsyncIterator: AsyncIteratorProtocol {
      var base: String.UTF8View.Iterator
      mutating func next() async -> UInt8? { base.next() }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: text.utf8.makeIterator()) }
  }

  @Test @MainActor func bytesAreReadOnTheActorOfTheCaller() async throws {
    var (cards, failures, objects) = (0, 0, 0)
    for try await element in ContentCardSequence(Bytes(text: ConversionTests.input)) {
      MainActor.assertIsolated()
      if case .card = element { cards += 1 } else { failures += 1 }
    }
    for try await part in ContentCardFactory().conversions(of: Bytes(text: ConversionTests.input)) {
      objects += part.objects.count
    }
    #expect((cards, failures, objects) == (7, 1, 2))
  }

  private actor Journal: AsyncContentCardEventSink {
    var lines: [String] = []
    func record(_ event: ContentCardEvent, of card: ContentCardData) {
      lines.append("\(event.rawValue) \(card.id)")
    }
  }

  @Test func anActorIsASink() async {
    let journal = Journal()
    for object in ContentCardFactory().convert(ConversionTests.input).objects {
      await object.logContentCardImpression(to: journal)
      await object.logContentCardClicked(to: journal)
      await object.logContentCardDismissed(to: journal)
    }
    let expected = ["1", "6"].flatMap { id in
      ["impression", "click", "dismissal"].map { "\($0) \(id)" }
    }
    #expect(await journal.lines == expected)
  }
}
