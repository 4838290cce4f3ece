import CardJSON
import ContentCardKit
import Testing

@testable import ContentCardKit

@Suite struct RegistryTests {
  private func written(_ registry: Registry) -> String {
    var buffer = ByteBuffer()
    registry.appendJSON(to: &buffer)
    return buffer.view.text
  }

  @Test func builtInClassesAreTheSixOfTheDemoApp() {
    let summary = Registry.builtIn.classes.map { "\($0.name) \($0.object)" }
    #expect(
      summary == [
        "coupon_code Coupon", "home_tile Tile", "group Group",
        "message_full_page FullPageMessage", "message_webview WebViewMessage", "ad_banner Ad",
      ])
  }

  @Test func builtInClassesAreWhatTheRegistrysOwnFormatSaysOfThem() throws {
    let text = """
      {"classes": {
        "coupon_code": {"object": "Coupon", "properties": {
          "discountPercentage": {"from": ["extras.discount_percentage"], "type": "number",
            "minimum": 0, "maximum": 100, "required": true},
          "imageUrl": {"from": ["image"], "type": "url"}}},
        "home_tile": {"object": "Tile", "properties": {
          "title": {"from": ["extras.tile_title"], "required": true},
          "imageUrl": {"from": ["extras.tile_image"], "type": "url", "required": true},
          "tileId": {"from": ["extras.tile_id"]},
          "deeplink": {"from": ["extras.tile_deeplink"]},
          "price": {"from": ["extras.tile_price"], "type": "number"},
          "detail": {"from": ["extras.tile_detail"]},
          "tags": {"from": ["extras.tile_tags"], "type": "list", "separator": ","}}},
        "group": {"object": "Group", "properties": {
          "title": {"join": ["title", "description"], "with": " ", "required": ["description"]},
          "imageUrl": {"from": ["image"], "type": "url"},
          "clickUrl": {"from": ["url"], "type": "url"},
          "style": {"from": ["extras.group_style"],
            "values": ["primary", "secondary", "largerow", "headline"]}}},
        "message_full_page": {"object": "FullPageMessage", "properties": {
          "messageHeader": {"from": ["extras.message_header"]},
          "messageTitle": {"from": ["extras.message_title", "title"]},
          "imageUrl": {"from": ["image"], "type": "url"},
          "cardTitle": {"from": ["title"]},
          "cardDescription": {"from": ["description"]},
          "destination": {"constant": "fullPage"}}},
        "message_webview": {"object": "WebViewMessage", "properties": {
          "content": {"firstOf": {
            "url": ["url", "extras.url"],
            "html": ["extras.html"],
            "contentBlock": ["extras.content_block_id"]}, "required": true},
          "messageHeader": {"from": ["extras.message_header"]},
          "messageTitle": {"from": ["extras.message_title", "title"]},
          "imageUrl": {"from": ["image"], "type": "url"},
          "cardDescription": {"from": ["description"]},
          "destination": {"constant": "webView"}}},
        "ad_banner": {"object": "Ad", "properties": {
          "imageUrl": {"from": ["image"], "type": "url"}}}
      }}
      """
    #expect(try Registry(parsing: text.utf8) == Registry.builtIn)
  }

  @Test func writingAndParsingGivesTheSameRegistry() throws {
    let text = written(Registry.builtIn)
    let parsed = try Registry(parsing: text.utf8)
    #expect(parsed == Registry.builtIn)
    #expect(written(parsed) == text)
  }

  @Test func everyKeySurvivesWriting() throws {
    let text = """
      {"classes":{"Loyalty":{"object":"Loyalty \\"Card\\"","properties":{\
      "headline":{"join":["title","extras.a"],"with":" | ","required":["title"]},\
      "points":{"from":["extras.points"],"type":"integer","minimum":0,"maximum":1E2,"default":5},\
      "tier":{"from":["extras.tier"],"values":["a","b"],"default":"a","required":true},\
      "stores":{"from":["extras.s"],"type":"list","separator":"; ","default":["x","y"]},\
      "isNew":{"from":["extras.n"],"type":"boolean","default":false},\
      "screen":{"constant":2.0},\
      "body":{"firstOf":{"url":["url"],"html":["extras.html"]},"type":"url","required":true}}}}}
      """
    #expect(written(try Registry(parsing: text.utf8)) == text)
  }

  @Test func mergingReplacesByNameWithoutRegardToCase() throws {
    let own = try Registry(
      parsing: #"{"classes":{"Coupon_Code":{"object":"Mine"},"extra":{"object":"Extra"}}}"#.utf8)
    let merged = Registry.builtIn.merging(own)
    #expect(merged.classes.count == 7)
    #expect(merged.classes[0].object == "Mine")
    #expect(merged.index(of: "EXTRA") == 6)
    #expect(merged.index(of: "home_tiles") == nil)
  }

  @Test func classesOfAConfigurationKeepItsOffsets() throws {
    var buffer = ByteBuffer(#"{"maxWarnings":0,"classes":{"a":{"objekt":"A"}}}"#.utf8)
    var scanner = JSONScanner()
    let text = buffer.sealed()
    _ = scanner.scan(text)
    let node = try #require(scanner.document.root.member(ByteView("classes")))
    let error = #expect(throws: RegistryError.self) {
      try Registry(classes: node)
    }
    #expect(
      error?.mistakes.map { "\($0.offset) \($0.message)" } == [
        "32 \"object\" is missing: the name of the object that \"a\" becomes",
        "33 unknown key \"objekt\"; did you mean \"object\"?",
      ])
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    let registry = try Registry(parsing: "\u{FEFF}{\"classes\":{\"a\":{\"object\":\"A\"}}}".utf8)
    #expect(registry.classes.map(\.name) == ["a"])
  }

  /// A pilcrow before each error marks its location.
  @Test(
    arguments: [
      ("{\"classes\": ¶nope}", "found nope without quotes, which text needs"),
      ("{\"classes\": {}}¶ 1", "expected the end of the registry, found more text"),
      ("¶[]", "expected an object with \"classes\", found an array"),
      ("¶{}", "\"classes\" is missing: a registry is {\"classes\": {…}}"),
      ("{\"classes\": {}, ¶\"class\": 1}", "unknown key \"class\"; did you mean \"classes\"?"),
      ("{\"classes\": ¶[]}", "expected an object of class types, found an array"),
      (
        "{\"classes\": {¶\"\": {\"object\": \"A\"}}}", "a class type needs a name, found \"\""
      ),
      (
        "{\"classes\": {¶\"None\": {\"object\": \"A\"}}}",
        "\"none\" means cards without a class: choose another name"
      ),
      (
        "{\"classes\": {\"a\": {\"object\": \"A\"}, ¶\"A\": {\"object\": \"B\"}}}",
        "the class \"A\" is defined twice (case is ignored)"
      ),
      (
        "{\"classes\": {\"a\": ¶{}}}",
        "\"object\" is missing: the name of the object that \"a\" becomes"
      ),
      (
        "{\"classes\": {\"a\": {\"object\": ¶\"\"}}}",
        "expected the object's name, a string, found \"\""
      ),
      (
        "{\"classes\": {\"a\": {\"object\": \"A\", \"properties\": ¶[]}}}",
        "expected an object of properties, found an array"
      ),
    ])
  func mistakesInClasses(marked: String, message: String) {
    expectMistake(marked, message)
  }

  /// Each definition is the property `p`.
  @Test(
    arguments: [
      ("¶1", "expected an object with the origin of the property, found a number"),
      ("¶{}", "one of \"from\", \"firstOf\", \"join\", \"constant\" is missing"),
      (
        "¶{\"from\": [\"url\"], \"constant\": 1}",
        "\"from\" and \"constant\" cannot be combined; keep one"
      ),
      ("{\"from\": ¶\"url\"}", "expected a list of fields, found a string"),
      ("{\"from\": ¶[]}", "expected at least one field, found an empty list"),
      ("{\"from\": [¶1]}", "expected the name of a field, a string, found a number"),
      ("{\"from\": [¶\"titel\"]}", "unknown field \"titel\"; did you mean \"title\"?"),
      (
        "{\"from\": [¶\"extra.code\"]}",
        "unknown field \"extra.code\"; did you mean \"extras.code\"?"
      ),
      (
        "{\"from\": [¶\"discount_percentage\"]}",
        "unknown field \"discount_percentage\"; expected a field of the card or \"extras.KEY\""
      ),
      ("{\"from\": [¶\"extras.\"]}", "\"extras.\" must be followed by the name of a key"),
      (
        "{\"from\": [¶\"extras\"]}",
        "\"extras\" has many values: select one with \"extras.KEY\""
      ),
      ("{\"from\": [\"url\", ¶\"url\"]}", "\"url\" occurs twice"),
      ("{\"form\": [\"url\"], \"from\": [\"url\"]}", nil),
      (
        "{\"firstOf\": ¶{}}", "expected at least one alternative, found an empty object"
      ),
      (
        "{\"firstOf\": {\"a\": ¶[]}}", "expected at least one field, found an empty list"
      ),
      (
        "{\"from\": [\"url\"], \"type\": ¶\"strnig\"}",
        "unknown type \"strnig\"; did you mean \"string\"?"
      ),
      (
        "{\"from\": [\"url\"], \"type\": ¶\"decimal\"}",
        "unknown type \"decimal\"; expected string, number, integer, boolean, url, list"
      ),
      (
        "{\"from\": [\"url\"], \"minimum\": ¶1}",
        "\"minimum\" needs the type number or integer, not string"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"number\", \"minimum\": ¶2, \"maximum\": 1.5}",
        "the minimum, 2, is greater than the maximum, 1.5"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"number\", \"maximum\": ¶\"1\"}",
        "expected a number, found a string"
      ),
      ("{\"from\": [\"url\"], \"with\": ¶\" \"}", "\"with\" needs \"join\""),
      (
        "{\"from\": [\"url\"], \"separator\": ¶\",\"}",
        "\"separator\" needs the type list, not string"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"list\", \"separator\": ¶\"\"}",
        "expected the text between the items, a string, found \"\""
      ),
      (
        "{\"from\": [\"url\"], \"values\": ¶[]}",
        "expected at least one value, found an empty list"
      ),
      (
        "{\"from\": [\"url\"], \"values\": [\"a\"], \"default\": ¶\"b\"}",
        "the default \"b\" is not one of the allowed values"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"number\", \"default\": ¶\"1\"}",
        "expected a number as default, found a string"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"integer\", \"default\": ¶1.5}",
        "the default 1.5 is not a whole number"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"number\", \"maximum\": 1, \"default\": ¶1.5}",
        "the default 1.5 is greater than the maximum, 1"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"boolean\", \"default\": ¶1}",
        "expected true or false as default, found a number"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"url\", \"default\": ¶\"here\"}",
        "the default \"here\" is not a URL"
      ),
      (
        "{\"from\": [\"url\"], \"type\": \"list\", \"default\": [¶1]}",
        "expected a string, found a number"
      ),
      (
        "{\"firstOf\": {\"a\": [\"url\"]}, \"default\": ¶\"x\"}",
        "\"default\" and \"firstOf\" cannot be used together: a default has no kind"
      ),
      (
        "{\"constant\": 1, \"required\": ¶true}",
        "\"required\" does not apply to a constant: remove it"
      ),
      (
        "{\"constant\": ¶[1]}", "expected a string, a number or a boolean, found an array"
      ),
      (
        "{\"from\": [\"url\"], \"required\": ¶[\"url\"]}",
        "a list of required fields needs \"join\": use true or false"
      ),
      (
        "{\"join\": [\"url\"], \"required\": ¶[\"title\"]}",
        "\"title\" is required, but is not one of the joined fields"
      ),
      (
        "{\"from\": [\"url\"], \"required\": ¶1}",
        "expected true, false or a list of the joined fields, found a number"
      ),
    ] as [(String, String?)])
  func mistakesInProperties(definition: String, message: String?) {
    let marked =
      "{\"classes\": {\"a\": {\"object\": \"A\", \"properties\": {\"p\": \(definition)}}}}"
    guard let message else {
      let start = marked.replacing("\"form\"", with: "¶\"form\"")
      return expectMistake(start, "unknown key \"form\"; did you mean \"from\"?")
    }
    expectMistake(marked, message)
  }

  @Test(arguments: ["object", "contentCardData"])
  func namesThatEveryObjectHasAreTaken(name: String) {
    expectMistake(
      "{\"classes\": {\"a\": {\"object\": \"A\", "
        + "\"properties\": {¶\"\(name)\": {\"constant\": 1}}}}}",
      "every object has a key \"\(name)\" already: choose another name")
  }

  private func expectMistake(_ marked: String, _ message: String) {
    let offset = marked.utf8.count - marked.drop { $0 != "¶" }.utf8.count
    let text = marked.replacing("¶", with: "")
    let error = #expect(throws: RegistryError.self) { try Registry(parsing: text.utf8) }
    #expect(error?.mistakes.map(\.offset) == [offset], "\(marked)")
    #expect(error?.mistakes.map(\.message) == [message], "\(marked)")
  }

  @Test func allMistakesAreReportedUpToTheLimit() {
    let classes = (0..<25).map { "\"c\($0)\": {\"object\": \($0)}" }.joined(separator: ", ")
    let error = #expect(throws: RegistryError.self) {
      try Registry(parsing: "{\"classes\": {\(classes)}}".utf8)
    }
    #expect(error?.mistakes.count == 20)
    #expect(error?.omitted == 5)
  }

  @Test(
    arguments: [
      ("form", "from"), ("frist_of", "firstOf"), ("Titel", "title"), ("xyz", nil),
      ("firstof", "firstOf"),
    ] as [(String, String?)])
  func nearestName(typed: String, expected: String?) {
    #expect(NearestName.of(typed, among: ["from", "firstOf", "title"]) == expected)
  }
}
