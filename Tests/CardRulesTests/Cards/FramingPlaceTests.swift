import CardProcessing
import CardRules
import Foundation
import Testing

/// An error is reported at its bytes, in every framing.
@Suite struct FramingPlaceTests {
  private static let good = #"{"id":"a","tp":"control","ca":1,"e":{"class_type":"ad_banner"}}"#
  private static let bad =
    #"{"id":"b","tp":"text_announcement","ca":1,"ds":"É","#
    + #""e":{"class_type":"coupon_code","discount_percentage":"10%"}}"#
  private static let value = #""10%""#

  /// An input, the location of its bad card, and the way its bytes are encoded.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let input: String
    var prefix = ""
    var record = 2
    var isString = false
    var testDescription: String { name }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  static let samples = [
    Sample(name: "alone", input: bad, record: 1),
    Sample(name: "ndjson", input: "\(good)\n\(bad)\n\(good)\n"),
    Sample(name: "crlf", input: "\(good)\r\n\(bad)\r\n"),
    Sample(name: "concatenated", input: good + bad + good),
    Sample(name: "record separators", input: "\u{1E}\(good)\n\u{1E}\(bad)\n"),
    Sample(name: "byte order mark", input: "\u{FEFF}\(good)\n\(bad)"),
    Sample(name: "array", input: "[\(good),\n \(bad)]", prefix: "/1"),
    Sample(name: "second array", input: "[\(good)]\n[\(bad)]", prefix: "/0"),
    Sample(
      name: "cards", input: #"{"message":"success","cards":[\#(good),\#(bad)]}"#,
      prefix: "/cards/1"),
    Sample(
      name: "unity", input: #"{"mContentCards":[\#(good),\#(bad)]}"#,
      prefix: "/mContentCards/1"),
    Sample(
      name: "two lists", input: #"{"cards":[\#(good)],"cards":[\#(bad)]}"#,
      prefix: "/cards/0"),
    Sample(
      name: "flutter", input: #"{"contentCards":[\#(quoted(good)),\#(quoted(bad))]}"#,
      prefix: "/contentCards/1", isString: true),
    Sample(
      name: "strings", input: "[\(quoted(good)), \(quoted(bad))]", prefix: "/1", isString: true),
    Sample(name: "after a broken line", input: "\(good)\n{\"id\":\"x\",,}\n\(bad)\n", record: 3),
    Sample(
      name: "after a broken element", input: "[\(good),{\"id\":,},\n\(bad)]", prefix: "/2",
      record: 3),
    Sample(name: "after a missing comma", input: "[\(good) \(bad)]", prefix: "/1"),
    Sample(
      name: "after a broken element of an envelope",
      input: "{\"cards\":[\(good),{\"id\" 1},\(bad)]}", prefix: "/cards/2", record: 3),
    Sample(
      name: "after a broken string",
      input: "{\"contentCards\":[\"{\\\"id\\\":]\",\(quoted(bad))]}", prefix: "/contentCards/1",
      isString: true),
  ]

  @Test(arguments: samples) func theValueIsFound(_ sample: Sample) throws {
    let probe = CardProbe(sample.input)
    let findings = probe.findings(of: "class/property-invalid")
    try #require(findings.count == 1, "\(probe.findings)")
    let written = sample.isString ? Self.value.replacing("\"", with: "\\\"") : Self.value
    #expect(probe.text(findings[0]) == written)
    let end = "/e/discount_percentage"
    #expect(findings[0].pointer == sample.prefix + (sample.isString ? "" : end))
    #expect(findings[0].record == sample.record)
    #expect(findings[0].cardID == "b")
  }

  @Test func placesInExtrasThatAreAStringAreThoseOfTheString() throws {
    let extras = #"{"class_type":"coupon_code","note":"\u00e9","discount_percentage":"10%"}"#
    let card =
      #"{"id":"c","created":1,"isTest":false,"isControl":false,"title":"A","extras":"#
      + Self.quoted(extras) + "}"
    let alone = CardProbe(card)
    let finding = try #require(alone.findings(of: "class/property-invalid").first)
    #expect(alone.text(finding) == #"\"10%\""#)
    #expect(finding.pointer == "/extras")

    let nested = CardProbe("[\(Self.quoted(card))]")
    let inner = try #require(nested.findings(of: "class/property-invalid").first)
    #expect(nested.text(inner) == #"\\\"10%\\\""#)
    #expect(inner.pointer == "/0")
  }

  @Test func keysInPointersAreEscaped() throws {
    let probe = CardProbe(#"{"id":"a","tp":"control","ca":1,"e":{"a/b~c":1}}"#)
    #expect(probe.findings(of: "extras/not-string").first?.pointer == "/e/a~1b~0c")
  }

  @Test func findingsComeInTheOrderOfTheirBytes() {
    let probe = CardProbe("[\(Self.bad),\(Self.bad)]")
    let offsets = probe.findings.map(\.offset)
    #expect(offsets == offsets.sorted())
    #expect(offsets.count > 4)
  }

  /// A finding between two cards has no card number, because it is about neither of them.
  @Test(
    arguments: [
      "[\(good),]", "[\(good) 1]", "[\(good)",
      #"{"message":"failed","cards":[\#(good)]}"#, #"{"cards":[\#(good)],}"#,
    ])
  func problemsBetweenCardsAreAboutNone(_ input: String) {
    let rules: [Rule] = ["json/syntax", "json/rest-not-read", "sync/failed"]
    let findings = CardProbe(input).findings.filter { rules.contains($0.rule) }
    #expect(findings.contains { $0.record == nil })
    #expect(findings.allSatisfy { ($0.record ?? 1) > 0 })
  }
}
