import CardJSON
import Testing

@testable import ContentCardKit

/// The objects of an app have the values that `cardctl convert` prints, and the same failures.
@Suite struct ModelAgreementTests {
  @Test(arguments: Registry.builtIn.classes.indices)
  func theSameObjectOrTheSameReason(classIndex: Int) {
    var subject = ObjectSubject()
    var cards = RandomClassCard(seed: 20_261_122, Registry.builtIn.classes[classIndex])
    var reasons: Set<Substring> = []
    for _ in 0..<500 {
      let json = cards.json()
      let expected = ObjectText.respelt(subject.convert(json))
      #expect(subject.model(json) == expected, "\(json)")
      #expect(masked(subject.ownedModel(json)) == masked(expected), "\(json)")
      reasons.insert(expected.prefix { $0 != "\"" })
    }
    // Objects, and the three failures that cards of every class may have.
    #expect(reasons.contains("{"))
    #expect(reasons.count >= 4)
  }

  /// Every type of property and every source of a value.
  private static let everything = #"""
    {"classes":{"everything":{"object":"Everything","properties":{
      "text":{"from":["extras.a","title"]},
      "size":{"from":["extras.b"],"values":["small","large"],"default":"small"},
      "count":{"from":["extras.c"],"type":"integer","minimum":-1,"maximum":12,"default":3},
      "share":{"from":["extras.a"],"type":"number","minimum":0.5},
      "isOpen":{"from":["extras.b","pinned"],"type":"boolean"},
      "site":{"from":["extras.c","url"],"type":"url"},
      "topics":{"from":["extras.list"],"type":"list","separator":"; ","default":["x",""]},
      "since":{"from":["created"],"type":"number"},
      "until":{"from":["expires_at"]},
      "line":{"join":["extras.a","description","created"],"with":"\n\"","required":["description"]},
      "body":{"firstOf":{"n":["extras.a"],"m":["extras.b","image"]},"type":"number"},
      "items":{"firstOf":{"list":["extras.list"],"c":["extras.c"]},"type":"list"},
      "fixed":{"constant":12.50},"flags":{"constant":true},"name":{"constant":""}}}}}
    """#

  @Test func everyKindOfPropertyIsReadAsItIsPrinted() throws {
    let registry = try Registry(parsing: ModelAgreementTests.everything)
    let definition = registry.classes[0]
    var factory = ContentCardFactory()
    factory.register(registry)
    var subject = ObjectSubject(registry)
    var cards = RandomClassCard(seed: 7, definition)
    var converted = 0
    for _ in 0..<1000 {
      let json = cards.json()
      let expected = ObjectText.respelt(subject.convert(json))
      let direct = text(factory.convert(json), definition)
      #expect(direct == expected, "\(json)")
      let owned = text(factory.convert(ContentCardFeed(json)), definition)
      #expect(masked(owned) == masked(expected), "\(json)")
      converted += expected.hasPrefix("{") ? 1 : 0
    }
    #expect(converted > 150)
  }

  private func text(_ conversion: Conversion, _ definition: ContentCardClass) -> String {
    if let failure = conversion.failures.first { return failure.message }
    let object = conversion.objects.first as? RegistryObject
    return object.map { ObjectText.json($0, definition) } ?? "no object"
  }
}

extension ObjectSubject {
  /// The result of the Swift types for a card.
  ///
  /// It is the object as the registry's conversion prints it, or the message of the failure.
  mutating func model(_ json: String) -> String { text(ContentCardFactory().convert(json)) }

  /// The result of the Swift types for a copy of the card.
  mutating func ownedModel(_ json: String) -> String {
    text(ContentCardFactory().convert(ContentCardFeed(json).cards))
  }

  private func text(_ conversion: Conversion) -> String {
    if let failure = conversion.failures.first { return failure.message }
    return conversion.objects.first.map { ObjectText.json($0) } ?? "no object"
  }
}

/// Text without its numbers: a copy of a card has its times as `Double`.
private func masked(_ text: String) -> String {
  text.replacing(/"?-?[0-9][-+.eE0-9]*"?/, with: "#")
}
