import ContentCardKit
import Testing

/// Classes that are declared in Swift: the registry file that they give, and what they accept.
@Suite struct PropertyTests {
  private enum Tier: String, CaseIterable, PropertyValue { case gold, silver }

  private static let points = Property<Int>(
    "points", from: .extra("points"), minimum: 0, maximum: 100)
  private static let ratio = Property<Double>(
    "ratio", from: .extra("r"), minimum: 0.5, default: 1.5)
  private static let tier = Property<Tier>("tier", from: .extra("tier"), invalid: .fails)
  private static let size = Property<String>("size", from: .extra("s"), oneOf: ["S", "M"])
  private static let tags = Property<[String]>("tags", from: .extra("t"), separator: ";")
  private static let title = Property<String>(
    "title", joining: .title, .description, separator: " - ", needing: [.title])
  private static let link = Property<String>("link", .url, from: .extra("link"), .url)
  private static let fixed = Property<Bool>("fixed", constant: true)
  private static let definition = ContentCardClass(
    "Loyalty_Card", object: "LoyaltyCard",
    properties: points, ratio, tier, size, tags, title, link, fixed)

  @Test func aDeclarationIsARegistryFile() throws {
    let registry = Registry([PropertyTests.definition])
    #expect(
      registry.json == #"""
        {"classes":{"Loyalty_Card":{"object":"LoyaltyCard","properties":{"points":{"from":\#
        ["extras.points"],"type":"integer","minimum":0,"maximum":100},"ratio":{"from":\#
        ["extras.r"],"type":"number","minimum":0.5,"default":1.5},"tier":{"from":["extras.tier"],\#
        "values":["gold","silver"],"invalid":"fails"},"size":{"from":["extras.s"],"values":["S","M"]},\#
        "tags":{"from":["extras.t"],"type":"list","separator":";"},"title":{"join":["title",\#
        "description"],"with":" - ","required":["title"]},"link":{"from":["extras.link","url"],\#
        "type":"url"},"fixed":{"constant":true}}}}}
        """#)
    #expect(try Registry(parsing: registry.json) == registry)
  }

  private func properties(_ extras: String) throws -> ContentCardProperties {
    let json = #"{"id":"1","tp":"short_news","ca":1,"tt":"A","ds":"B","e":{\#(extras)}}"#
    return try ContentCardProperties(
      try #require(ContentCardFeed(json).cards.first), as: .custom("x"),
      of: PropertyTests.definition)
  }

  @Test func propertiesHaveTheirTypes() throws {
    let found = try properties(#""points":"7","tier":"gold","s":"XL","t":"a; b","link":"app:x""#)
    #expect(found[Self.points] == 7)
    #expect(found[Self.ratio] == 1.5)
    #expect(found[Self.tier] == .gold)
    #expect(found[Self.size] == nil)
    #expect(found[Self.tags] == ["a", "b"])
    #expect(found[Self.title] == "A - B")
    #expect(found[Self.link] == "app:x")
    #expect(found[Self.fixed] == true)
  }

  @Test func anInvalidOptionalValueMayFailTheCard() throws {
    #expect(try properties(#""points":"700""#)[Self.points] == nil)
    let failure = #expect(throws: ConversionFailure.self) { try properties(#""tier":"lead""#) }
    #expect(failure?.property == "tier")
    #expect(failure?.reason == .propertyInvalid)
    let message = #expect(throws: RegistryError.self) {
      try Registry(
        parsing: #"{"classes":{"a":{"object":"A","properties":{"b":"#
          + #"{"from":["title"],"invalid":"skips"}}}}}"#)
    }
    #expect(message?.mistakes.first?.message == #"expected "fails", found "skips""#)
  }

  /// No declaration stops the process, whatever its names and sources are.
  @Test func noDeclarationTraps() throws {
    let long = String(repeating: "k", count: 40)
    let odd = ContentCardClass(
      "", properties: Property<String>("", from: .extra("")),
      Property<String>("long", from: .extra(long)), Property<Double>("x", from: .created),
      Property<String>("x", from: .id), Property<[String]>("l", from: .extra("l"), separator: ""),
      Property<String>("object", constant: "y"), Property<String>("none", joining: .title))
    var factory = ContentCardFactory()
    factory.register(Registry([odd, ContentCardClass("ODD", properties: Self.fixed), odd]))
    let json =
      #"{"id":"1","tp":"short_news","ca":1,"e":{"class_type":"odd","":"e","\#(long)":"l"}}"#
    #expect(factory.convert(json).objects.count == 1)
    let card = try #require(ContentCardFeed(json).cards.first)
    let found = try ContentCardProperties(card, as: .custom("odd"), of: odd)
    #expect(found[""] == "e")
    #expect(found["long"] == "l")
    #expect(found["x"] == "1")
    #expect(found["object"] == nil)
  }
}
