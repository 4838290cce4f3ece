import CardJSON
import CardRules
import ContentCardKit
import Foundation
import Testing

/// The examples of every rule.
@Suite struct RuleExampleTests {
  /// An example without its marks, and the bytes that they enclosed.
  struct Marked {
    var text: [UInt8]
    var range: Range<Int>?

    init(_ json: String) {
      text = []
      var start: Int?
      for scalar in json.unicodeScalars {
        switch scalar {
        case "⟦": start = text.count
        case "⟧": range = (start ?? text.count)..<text.count
        default: text += Array(String(scalar).utf8)
        }
      }
    }
  }

  /// The rules other than those about a whole run.
  static let withExamples = Rules.all.filter { $0.bad != nil }.map(\.id)

  static func findings(_ example: RuleExample, on rule: String) -> [Finding] {
    var plan = CheckPlan()
    plan.settings = example.settings
    plan.inactive.remove(rule)
    var validator = Validator(plan)
    var bytes = ByteBuffer(Marked(example.json).text)
    return validator.findings(in: bytes.sealed())
  }

  @Test(arguments: withExamples) func theBadExampleBreaksTheRuleAtTheMarkedPlace(id: String) throws
  {
    let bad = try #require(Rules.rule(id)?.bad)
    let marked = try #require(Marked(bad.json).range, "no marks in the bad example of \(id)")
    let findings = Self.findings(bad, on: id)
    let own = findings.filter { $0.rule == id }
    #expect(own.count == 1, "\(findings)")
    #expect(own.first.map { $0.offset..<$0.endOffset } == marked, "\(own)")
  }

  @Test(arguments: withExamples) func theGoodExampleKeepsTheRule(id: String) throws {
    let good = try #require(Rules.rule(id)?.good)
    #expect(Marked(good.json).range == nil)
    let findings = Self.findings(good, on: id).filter { $0.rule == id }
    #expect(findings.isEmpty)
  }

  /// The good example of a rule with a fix is the fixed bad one.
  @Test(arguments: withExamples) func theCorrectionGivesTheGoodExample(id: String) throws {
    let rule = try #require(Rules.rule(id))
    let (bad, good) = (try #require(rule.bad), try #require(rule.good))
    let finding = Self.findings(bad, on: id).first { $0.rule == id }
    #expect((finding?.correction != nil) == rule.traits.contains(.fixed))
    guard let finding, let correction = finding.correction else { return }
    var text = Marked(bad.json).text
    let range = finding.offset..<finding.endOffset
    #expect(Array(correction.old.utf8) == Array(text[range]))
    text.replaceSubrange(range, with: Array(correction.new.utf8))
    #expect(text == Marked(good.json).text)
  }

  /// The source of a rule is a web page or an installed manual page.
  @Test(arguments: Rules.ids) func theSourceCanBeOpened(id: String) throws {
    let source = try #require(Rules.rule(id)?.source)
    let manual = source.wholeMatch(of: /([a-z-]+)\(([1-7])\)/)
    guard let (_, name, section) = manual?.output else {
      #expect(source.wholeMatch(of: /https:\/\/[^ ]+\.[a-z]+\/[^ ]+/) != nil, "\(source)")
      return
    }
    let page = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("man/\(name).\(section)")
    #expect(FileManager.default.fileExists(atPath: page.path), "\(source)")
  }

  @Test func idsAreUniqueAndWellFormed() {
    #expect(Set(Rules.ids).count == Rules.ids.count)
    #expect(Rules.ids == Rules.ids.sorted())
    for id in Rules.ids {
      let parts = id.split(separator: "/")
      #expect(parts.count == 2, "\(id)")
      #expect(
        id.utf8.allSatisfy { $0 == 0x2F || $0 == 0x2D || ($0 >= 0x61 && $0 <= 0x7A) }, "\(id)")
    }
  }

  @Test func textsAreWorded() {
    for rule in Rules.all {
      #expect(rule.summary.count <= 120, "\(rule.id)")
      #expect(!rule.summary.hasSuffix("."), "\(rule.id)")
      #expect(rule.reason.hasSuffix("."), "\(rule.id)")
      #expect(!rule.source.isEmpty, "\(rule.id)")
    }
  }
}
