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
      instances["good \(rule.id)"] = MarkedText(try #require(rule.right)).text
    }
    let unknown = try #require(Rule.registryNameUnknown.wrong)
    instances["bad name"] = MarkedText(unknown).text
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
      instances["good \(rule.id)"] = MarkedText(try #require(rule.right)).text
      instances["bad \(rule.id)"] = MarkedText(try #require(rule.wrong)).text
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
}

/// The built-in registry as `inspect --registry` prints it.
private enum BuiltIn {
  static var text: String {
    var buffer = ByteBuffer()
    Registry.builtIn.appendJSON(to: &buffer)
    return buffer.read { $0.text }
  }
}
