import CardJSON
import Testing

@testable import ContentCardKit

/// The objects of an app have the values that `ObjectConverter` prints, and the same failures.
@Suite struct ModelAgreementTests {
  @Test(arguments: Registry.builtIn.classes.indices)
  func theSameObjectOrTheSameReason(classIndex: Int) {
    var subject = ObjectSubject()
    var cards = RandomClassCard(seed: 20_261_122, Registry.builtIn.classes[classIndex])
    var reasons: Set<Substring> = []
    for _ in 0..<500 {
      let json = cards.json()
      let expected = ObjectText.respelt(subject.convert(json))
      #expect(masked(subject.model(json)) == masked(expected), "\(json)")
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
    let classes = ClassTable(try Registry(parsing: ModelAgreementTests.everything.utf8))
    let definition = classes.registry.classes[0]
    var subject = ObjectSubject(classes.registry)
    var cards = RandomClassCard(seed: 7, definition)
    var converted = 0
    for _ in 0..<1000 {
      let json = cards.json()
      // A dictionary does not distinguish the two zeros.
      if json.contains(":-0") { continue }
      let expected = ObjectText.respelt(subject.convert(json))
      let actual = subject.withCard(json) { _, card in
        do {
          let properties = try ContentCardProperties(
            ContentCard(card).metaData, .custom(definition.name), named: definition.name,
            in: classes)
          return ObjectText.json(properties, definition)
        } catch {
          return "\(error)"
        }
      }
      #expect(masked(actual) == masked(expected), "\(json)")
      converted += expected.hasPrefix("{") ? 1 : 0
    }
    #expect(converted > 150)
  }
}

extension ObjectSubject {
  /// The result of the Swift types for a card: the object as the registry's conversion prints it, or
  /// the message of the failure.
  mutating func model(_ json: String) -> String {
    let result = ContentCardFactory().contentCards(in: json)
    if let failure = result.failures.first { return failure.message }
    return result.objects.first.map { ObjectText.json($0) } ?? "no object"
  }
}

/// Text without its numbers: the guide's dictionary has the number, not its source text.
private func masked(_ text: String) -> String {
  text.replacing(/"?-?[0-9][-+.eE0-9]*"?/, with: "#")
}
