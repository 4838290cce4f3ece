import CardJSON
import ContentCardKit
import Foundation
import Testing

@testable import CardRules

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
  static let withExamples = Rules.all.filter { $0.wrong != nil }.map(\.id)

  static func findings(
    _ example: String, on rule: Rule, _ settings: CheckSettings? = nil
  ) -> [Finding] {
    var plan = CheckPlan()
    plan.settings = settings ?? rule.exampleSettings
    plan.inactive.remove(rule.id)
    var validator = Validator(plan)
    var bytes = ByteBuffer(Marked(example).text)
    return validator.findings(in: bytes.sealed())
  }

  @Test(arguments: withExamples) func theBadExampleBreaksTheRuleAtTheMarkedPlace(id: String) throws
  {
    let rule = try #require(Rules.rule(id))
    let wrong = try #require(rule.wrong)
    let marked = try #require(Marked(wrong).range, "no marks in the wrong example of \(id)")
    let findings = Self.findings(wrong, on: rule)
    let own = findings.filter { $0.rule == id }
    #expect(own.count == 1, "\(findings)")
    #expect(own.first.map { $0.offset..<$0.endOffset } == marked, "\(own)")
  }

  @Test(arguments: withExamples) func theGoodExampleKeepsTheRule(id: String) throws {
    let rule = try #require(Rules.rule(id))
    let right = try #require(rule.right)
    #expect(Marked(right).range == nil)
    // Only the limit makes a card too large: both examples are the same one.
    let settings = rule === Rule.cardTooLarge ? CheckSettings() : nil
    let findings = Self.findings(right, on: rule, settings).filter { $0.rule == id }
    #expect(findings.isEmpty)
  }

  /// The good example of a rule with a fix is the fixed bad one.
  @Test(arguments: withExamples) func theFixGivesTheGoodExample(id: String) throws {
    let rule = try #require(Rules.rule(id))
    let (wrong, right) = (try #require(rule.wrong), try #require(rule.right))
    let finding = Self.findings(wrong, on: rule).first { $0.rule == id }
    #expect(finding?.fix.isEmpty != rule.traits.contains(.fixed))
    guard let finding, !finding.fix.isEmpty else { return }
    var text = Marked(wrong).text
    for edit in finding.fix.reversed() {
      text.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    #expect(text == Marked(right).text)
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

  @Test func everyRuleHasOneSection() {
    #expect(Rule.sections.keys.filter { !$0.isEmpty }.sorted() == Rules.ids)
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
