import CardJSON
import ContentCardKit
import Foundation
import TestSupport
import Testing

@testable import CardRules

/// The examples of every rule.
@Suite struct RuleExampleTests {
  /// The rules other than those about a whole run.
  static let withExamples = Rule.allCases.filter { $0.wrong != nil }

  static func findings(
    _ example: String, on rule: Rule, _ settings: CheckSettings? = nil
  ) -> [Finding] {
    var plan = CheckPlan()
    plan.settings = settings ?? rule.exampleSettings
    plan.contracts = rule.exampleContracts
    plan.inactive.remove(rule)
    var validator = Validator(plan)
    var bytes = ByteBuffer(MarkedText(example).text.utf8)
    return validator.findings(in: bytes.sealed())
  }

  /// The other rules that the wrong example of a rule has to break too.
  private static let companions: [Rule: Set<Rule>] = [
    "card/contradictory-flags": ["card/control-content"],
    "card/contradictory-state": ["links/click-not-logged"],
    "extras/key-unknown": ["class/property-missing"],
    "json/rest-not-read": ["json/syntax"],
    "profile/android": ["card/time-invalid"],
    "profile/web": ["links/click-not-logged"],
  ]

  /// The rules of findings, other than one rule, and than that about the ids, which are short in
  /// examples.
  private static func others(_ findings: [Finding], than rule: Rule?) -> Set<Rule> {
    Set(findings.map(\.rule)).subtracting([rule ?? .idComposite, .idComposite])
  }

  @Test(arguments: withExamples)
  func theWrongExampleBreaksOnlyThisRuleAtTheMarkedPlace(_ rule: Rule) throws {
    let wrong = try #require(rule.wrong)
    let marked = try #require(MarkedText(wrong).range, "no marks in the wrong example")
    let findings = Self.findings(wrong, on: rule)
    let own = findings.filter { $0.rule == rule }
    #expect(own.map { $0.offset..<$0.endOffset } == [marked], "\(findings)")
    // A given time makes the finding of an expired card a warning.
    #expect(own.first?.severity == (rule == .expired ? .warning : rule.severity))
    #expect(Self.others(findings, than: rule) == Self.companions[rule, default: []])
  }

  @Test(arguments: withExamples) func theRightExampleBreaksNoRule(_ rule: Rule) throws {
    let right = try #require(rule.right)
    #expect(MarkedText(right).range == nil)
    // Only the limit makes a card too large: both examples are the same one.
    let settings = rule == .cardTooLarge ? CheckSettings() : nil
    let found = Self.findings(right, on: rule, settings)
    // Both examples of this rule have a click, and no link.
    let isClicked = rule == .contradictoryState
    #expect(Self.others(found, than: nil) == (isClicked ? Self.companions[rule] : []))
  }

  /// The right example of a rule with a fix is the fixed wrong one.
  @Test(arguments: withExamples) func theFixGivesTheRightExample(_ rule: Rule) throws {
    let (wrong, right) = (try #require(rule.wrong), try #require(rule.right))
    let finding = Self.findings(wrong, on: rule).first { $0.rule == rule }
    #expect(finding?.fix.isEmpty != rule.traits.contains(.fixed))
    guard let finding, !finding.fix.isEmpty else { return }
    var text = Array(MarkedText(wrong).text.utf8)
    for edit in finding.fix.reversed() {
      text.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    #expect(String(decoding: text, as: UTF8.self) == right)
  }

  /// The source of a rule is a web page or an installed manual page.
  @Test(arguments: Rule.allCases) func theSourceCanBeOpened(_ rule: Rule) {
    let source = rule.source
    let manual = source.wholeMatch(of: /([a-z-]+)\(([1-7])\)/)
    guard let (_, name, section) = manual?.output else {
      #expect(source.wholeMatch(of: /https:\/\/[^ ]+\.[a-z]+\/[^ ]+/) != nil, "\(source)")
      return
    }
    let page = Repository.root.appending(path: "man/\(name).\(section)")
    #expect(FileManager.default.fileExists(atPath: page.path), "\(source)")
  }

  /// A rule is found by its id, so the list is sorted by them.
  @Test func idsAreSortedAndWellFormed() {
    let ids = Rule.allCases.map(\.id)
    #expect(ids == Set(ids).sorted())
    for rule in Rule.allCases {
      #expect(Rule(rule.id) == rule)
      #expect(rule.id.wholeMatch(of: /[a-z]+\/[a-z-]+/) != nil, "\(rule)")
    }
    for unknown: String in ["card/id-missin", "card/id-missing ", "", "zz"] {
      #expect(Rule(unknown) == nil)
    }
  }

  @Test func everyRuleHasOneSection() {
    #expect(Rule.sections.keys.filter { !$0.isEmpty }.sorted() == Rule.allCases.map(\.id))
  }

  @Test func textsAreWorded() {
    for rule in Rule.allCases {
      #expect(rule.summary.count <= 120, "\(rule.id)")
      #expect(!rule.summary.hasSuffix("."), "\(rule.id)")
      #expect(rule.reason.hasSuffix("."), "\(rule.id)")
      #expect(!rule.source.isEmpty, "\(rule.id)")
    }
  }
}
