import ContentCardKit
import Foundation
import Testing

/// The metadata that an app's objects are built from.
struct MetaDataTests {
  /// The properties of a card that was created from the metadata of another.
  private static func properties<each Value: PropertyValue>(
    _ json: String, _ properties: repeat Property<each Value>
  ) throws -> ContentCardProperties {
    let card = try #require(ContentCardFeed(json).cards.first)
    let definition = ContentCardClass("offer", properties: repeat each properties)
    return try ContentCardProperties(
      ContentCard(metaData: card.metaData), as: .custom("offer"), of: definition)
  }

  private static func card(_ members: String, extras: String = "") -> String {
    #"{"id":"a","tp":"captioned_image","ca":1795165200,\#(members),"e":{"class_type":"offer"\#(extras)}}"#
  }

  @Test func everyFieldOfACardIsASource() throws {
    let found = try MetaDataTests.properties(
      MetaDataTests.card(
        #""tt":"A","i":"https://example.com/a.png","ar":1.25,"u":"https://example.com/","uw":true,"#
          + #""dm":"Shop now","image_alt":"A cup","language":"en","d":true"#),
      Property<Bool>("inApp", from: .opensURLInWebView), Property<String>("kind", from: .type),
      Property<String>("label", from: .linkText, isRequired: true),
      Property<Double>("ratio", from: .imageAspectRatio),
      Property<String>("alt", from: .imageAlt), Property<String>("language", from: .language),
      Property<Bool>("isGone", from: .dismissed))
    #expect(found["inApp"] == true)
    #expect(found["kind"] == "captioned_image")
    #expect(found["label"] == "Shop now")
    #expect(found["ratio"] == 1.25)
    #expect(found["alt"] == "A cup")
    #expect(found["language"] == "en")
    #expect(found["isGone"] == true)
  }

  @Test func propertiesCannotReplaceTheKeysOfEveryObject() throws {
    let found = try MetaDataTests.properties(
      MetaDataTests.card(#""tt":"A""#, extras: #","ccd":"x""#),
      Property<String>("contentCardData", from: .extra("ccd")),
      Property<String>("object", from: .extra("object")))
    #expect(found.contentCardData.contentCardId == "a")
    #expect(found["object"] == nil)
  }

  @Test func numbersOfFoundationAndOthersAreNumbers() throws {
    let text = #"{"whole":120,"one":1,"zero":0,"part":1.5,"yes":true,"no":false}"#
    let any = try JSONSerialization.jsonObject(with: Data(text.utf8))
    var extras = try #require(any as? [String: Any])
    extras["decimal"] = Decimal(7)
    extras["float"] = Float(2.5)
    extras["piece"] = "x7".dropFirst()
    func integer(_ name: String) -> Property<Int> {
      Property(name, from: .extra(name), isRequired: true)
    }
    func number(_ name: String) -> Property<Double> { Property(name, from: .extra(name)) }
    func word(_ name: String) -> Property<String> { Property(name, from: .extra(name)) }
    let definition = ContentCardClass(
      "offer",
      properties: integer("whole"), integer("one"), integer("zero"), integer("decimal"),
      integer("piece"), number("part"), number("float"), word("yes"), word("no"))
    let metaData: [ContentCardKey: Any] = [
      .idString: "a", .created: 1795165200.0, .extras: extras as [AnyHashable: Any],
    ]
    let found = try ContentCardProperties(
      ContentCard(metaData: metaData), as: .custom("offer"), of: definition)
    #expect(found["whole"] == 120)
    #expect(found["one"] == 1)
    #expect(found["zero"] == 0)
    #expect(found["decimal"] == 7)
    #expect(found["piece"] == 7)
    #expect(found["part"] == 1.5)
    #expect(found["float"] == 2.5)
    #expect(found["yes"] == "true")
    #expect(found["no"] == "false")
  }

  @Test func wholeNumbersOfExtrasAreInts() throws {
    let feed = ContentCardFeed(Self.card(#""tt":"T""#, extras: #","points":12"#))
    let card = try #require(feed.cards.first)
    let extras = try #require(card.metaData[.extras] as? [AnyHashable: Any])
    #expect(extras["points"] as? Int == 12)
  }

  @Test func aCardMadeByHandIsReadAsAnyOther() throws {
    var card = ContentCard()
    (card.id, card.created, card.title) = ("a", 1795165200, "")
    card.extraValues = ["class_type": "coupon_code", "discount_percentage": "10"]
    let objects = ContentCardFactory().convertContentCards([card])
    #expect((objects.first as? Coupon)?.discountPercentage == 10)
    #expect(card.metaData[.title] == nil)
  }

  @Test func textThatIsNotANumberOfJSONIsRefused() throws {
    for text in ["+5", "007", "nan", "inf", "0x10", "abc", "", "10%"] {
      #expect(ContentCardNumber(text) == nil)
    }
    #expect(ContentCardNumber(Double.infinity) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ContentCardNumber].self, from: Data(#"["abc"]"#.utf8))
    }
    let numbers = try JSONDecoder().decode([ContentCardNumber].self, from: Data(#"["1e400"]"#.utf8))
    #expect(numbers.map(\.spelling) == ["1e400"])
  }

  @Test func aCardComesWithItsLastByte() {
    let card = #"{"id":"a","tp":"short_news","ca":1795165200,"tt":"Some title","e":{"a":"b"}}"#
    for end in ["", "\n"] {
      let bytes = Array((card + end).utf8)
      for cut in [1, 20, bytes.count - 8, bytes.count - 1] {
        var reader = ContentCardReader()
        let count = reader.read(bytes[..<cut]).count + reader.read(bytes[cut...]).count
        #expect(count == 1, "cut at \(cut)")
      }
    }
  }
}
