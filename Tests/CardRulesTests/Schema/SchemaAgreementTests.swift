import CardProcessing
import CardJSON
import ContentCardKit
import Foundation
import TestSupport
import Testing

@testable import CardRules

/// The schemas agree with the rules, as far as a schema can express them.
@Suite(
  .enabled(if: Gate.opens("SchemaAgreementTests"), "CARDCTL_GATE is not 1"),
  .enabled(if: SchemaValidator.python != nil, "jsonschema is not installed"))
struct SchemaAgreementTests {
  /// The tests use both validators.
  ///
  /// This one is visibly skipped if one is not installed.
  @Test(.enabled(if: SchemaValidator.hasSecond == true, "jsonschema-rs is not installed"))
  func anotherValidatorIsAskedToo() throws {
    let instances = ["good": "{}", "bad": "[]"]
    let rejected = try SchemaValidator.rejected(instances, by: CardSchema.configuration.text())
    #expect(rejected.keys.sorted() == ["bad"])
  }

  @Test func registriesAreRejectedForUnknownNames() throws {
    var instances = [
      "built in": BuiltIn.text,
      "good fixture": try RequestProbe.fixture("good/registry.json"),
      "bad fixture": try RequestProbe.fixture("bad/registry.json"),
      "shared fixture": try RequestProbe.fixture("../registry.json"),
    ]
    for rule in [Rule.registryNameUnknown, .registryRepeated, .registryInvalid] {
      instances["good \(rule.id)"] = MarkedExample(try #require(rule.right)).text
    }
    let unknown = try #require(Rule.registryNameUnknown.wrong)
    instances["bad name"] = MarkedExample(unknown).text
    for (number, definition) in SchemaAgreementTests.badProperties.enumerated() {
      instances["bad property \(number)"] =
        #"{"classes":{"a":{"object":"A","properties":{"p":\#(definition)}}}}"#
    }
    let rejected = try SchemaValidator.rejected(instances, by: CardSchema.registry.text())
    for (name, text) in instances {
      let isBad = name.hasPrefix("bad")
      #expect((rejected[name] != nil) == isBad, "\(name): \(rejected[name] ?? "accepted")")
      #expect((RequestProbe(text).found != []) == isBad, "\(name)")
    }
  }

  @Test func configurationsAreRejectedForWhatTheReaderFinds() throws {
    var instances = [
      "good nothing": "{}",
      "good all": #"""
      {"$schema":"https://example.com/s.json","classes":{"a":{"object":"A"}},"typeKey":"kind",
      "rules":{"class/*":"off","*missing":"info","json/syntax":"error","baseline/stale":"off"},
      "profile":["web","android"],"baseline":"known.json","maxWarnings":0,
      "exclude":["drafts/","*.old.json"]}
      """#,
      "good path": #"{"classes":"classes.json","profile":"flutter","exclude":"a"}"#,
    ]
    for rule in [Rule.configurationValue, .configurationKeyUnknown] {
      instances["good \(rule.id)"] = MarkedExample(try #require(rule.right)).text
      instances["bad \(rule.id)"] = MarkedExample(try #require(rule.wrong)).text
    }
    for (number, text) in SchemaAgreementTests.badConfigurations.enumerated() {
      instances["bad \(number)"] = text
    }
    let rejected = try SchemaValidator.rejected(instances, by: CardSchema.configuration.text())
    for (name, text) in instances {
      let isBad = name.hasPrefix("bad")
      #expect((rejected[name] != nil) == isBad, "\(name): \(rejected[name] ?? "accepted")")
      var bytes = ByteBuffer(text.utf8)
      var scanner = JSONScanner()
      guard case .value = scanner.scan(bytes.sealed()) else { Issue.record("\(text)"); continue }
      #expect(ConfigurationFile.read(scanner.document.root).mistakes.isEmpty != isBad, "\(name)")
    }
  }

  private static let badConfigurations = [
    "[]", #"{"$schema":1}"#, #"{"classes":""}"#, #"{"classes":[]}"#, #"{"classes":{"a":{}}}"#,
    #"{"typeKey":""}"#, #"{"typeKey":null}"#, #"{"rules":[]}"#, #"{"rules":{"zebra":"off"}}"#,
    #"{"rules":{"json/syntax":"fatal"}}"#, #"{"rules":{"class/*":null}}"#,
    #"{"rules":{"ABC*":"off"}}"#, #"{"profile":"ios"}"#, #"{"profile":["web",1]}"#,
    #"{"profile":{}}"#, #"{"baseline":""}"#, #"{"baseline":1}"#, #"{"maxWarnings":-1}"#,
    #"{"exclude":""}"#, #"{"exclude":["!a"]}"#, #"{"exclude":[1]}"#, #"{"exclude":{}}"#,
    #"{"maxWarnings":1.5}"#, #"{"maxWarnings":"1"}"#, #"{"maxWarning":1}"#,
  ]

  private static let badProperties = [
    "{}", "1", #"{"from":[]}"#, #"{"from":["extras"]}"#, #"{"from":["extras."]}"#,
    #"{"from":["url","url"]}"#, #"{"from":["url"],"join":["url"]}"#,
    #"{"from":["url"],"type":"decimal"}"#, #"{"from":["url"],"minimum":1}"#,
    #"{"from":["url"],"separator":","}"#, #"{"from":["url"],"with":","}"#,
    #"{"from":["url"],"required":["url"]}"#, #"{"from":["url"],"values":[]}"#,
    #"{"from":["url"],"default":1}"#, #"{"from":["url"],"type":"url","default":"no"}"#,
    #"{"constant":1,"required":true}"#, #"{"constant":[]}"#, #"{"firstOf":{}}"#,
    #"{"firstOf":{"a":["url"]},"default":"b"}"#, #"{"join":["url"],"type":"list"}"#,
  ]

  @Test func cardsAreAcceptedWhenTheyAreGood() throws {
    var instances: [String: String] = [:]
    for (number, line) in try lines("shapes/wire.ndjson").enumerated() {
      instances["wire.ndjson \(number + 1)"] = line
    }
    instances["feed.json"] = try RequestProbe.fixture("../feed.json")
    for rule in Rules.all {
      // The schema is for rendered cards.
      guard let right = rule.right, !rule.exampleSettings.isTemplate,
        isWire(MarkedExample(right).text)
      else { continue }
      instances["good \(rule.id)"] = MarkedExample(right).text
    }
    for id in SchemaAgreementTests.cardRules {
      let wrong = try #require(Rules.rule(id)?.wrong)
      instances["bad \(id)"] = MarkedExample(wrong).text
    }
    for (name, text) in SchemaAgreementTests.badCards { instances["bad \(name)"] = text }
    let rejected = try SchemaValidator.rejected(instances, by: CardSchema.wire.text())
    for name in instances.keys {
      let message = rejected[name]
      #expect((message != nil) == name.hasPrefix("bad"), "\(name): \(message ?? "accepted")")
    }
  }

  /// Whether an example is one card in the wire format.
  private func isWire(_ text: String) -> Bool {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    guard let object else { return false }
    return object["tp"] != nil && object["cr"] == nil && !(object["ca"] is String)
  }

  /// The rules for delivered cards that a schema can express.
  private static let cardRules = [
    "card/aspect-ratio", "card/boolean-form", "card/created-missing", "card/id-missing",
    "card/image-missing", "card/text-form", "card/text-missing", "card/time-unit",
    "card/type-missing", "card/type-spelling", "card/type-unknown",
    "class/property-invalid", "class/property-missing", "class/type-liquid", "extras/form",
    "extras/key-empty", "extras/not-string", "sync/failed", "sync/value", "text/liquid",
  ]

  private static let badCards = [
    "no id": #"{"tp":"control","ca":1}"#,
    "a blank id": #"{"id":" ","tp":"control","ca":1}"#,
    "an unknown type": #"{"id":"a","tp":"banner","ca":1}"#,
    "no type": #"{"id":"a","ca":1}"#,
    "no creation": #"{"id":"a","tp":"control"}"#,
    "milliseconds": #"{"id":"a","tp":"control","ca":1701861950000}"#,
    "a text for a flag": #"{"id":"a","tp":"control","ca":1,"v":"true"}"#,
    "no image": #"{"id":"a","tp":"banner_image","ca":1}"#,
    "an empty image": #"{"id":"a","tp":"captioned_image","ca":1,"i":"","tt":"A"}"#,
    "a flat image": #"{"id":"a","tp":"banner_image","ca":1,"i":"x","ar":0}"#,
    "a number in the extras": #"{"id":"a","tp":"control","ca":1,"e":{"n":1}}"#,
    "an empty key": #"{"id":"a","tp":"control","ca":1,"e":{"":"1"}}"#,
    "a coupon without discount":
      #"{"id":"a","tp":"control","ca":1,"e":{"class_type":"Coupon_Code"}}"#,
    "a coupon with words": #"""
    {"id":"a","tp":"control","ca":1,"e":{"class_type":"coupon_code","discount_percentage":"10%"}}
    """#,
    "a bad card of a response": #"{"cards":[{"id":"a","tp":"control"}],"message":"success"}"#,
    "a failed sync": #"{"cards":[],"message":"error"}"#,
    "a text": #""card""#,
  ]

  private func lines(_ name: String) throws -> [String] {
    try RequestProbe.fixture("../\(name)").split(separator: "\n").map(String.init)
  }
}

/// The built-in registry as `inspect --registry` prints it.
private enum BuiltIn {
  static var text: String {
    var buffer = ByteBuffer()
    Registry.builtIn.appendJSON(to: &buffer)
    return buffer.read { $0.text }
  }
}
