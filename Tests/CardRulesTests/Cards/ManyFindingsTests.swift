import CardJSON
import ContentCardKit
import Testing

@testable import CardRules

/// A card that contains only errors has a limited number of findings.
@Suite struct ManyFindingsTests {
  private func findings(_ json: String, isCounting: Bool = false) -> [Finding] {
    var plan = CheckPlan()
    plan.isCounting = isCounting
    var validator = Validator(plan)
    var bytes = ByteBuffer(json.utf8)
    return validator.findings(in: bytes.sealed())
  }

  private static func card(unknownKeys: Int) -> String {
    let keys = (0..<unknownKeys).map { #""key-\#($0)":1"# }.joined(separator: ",")
    return #"{"id":"card-1","tp":"text_announcement","tt":"A","ds":"B","ca":1701861950,\#(keys)}"#
  }

  @Test(arguments: [9_999, 10_000, 10_001, 15_000]) func aRuleListsSoManyOfACard(keys: Int) throws {
    let found = findings(Self.card(unknownKeys: keys)).filter { $0.rule == .unknownKey }
    #expect(found.count == min(keys, FindingSink.ruleLimit + 1))
    let last = try #require(found.last)
    let rest = keys - FindingSink.ruleLimit
    if rest > 0 {
      #expect(last.message == "\(rest) more like this in the same value")
    } else {
      #expect(!last.message.contains("more like this"))
    }
    let counted = findings(Self.card(unknownKeys: keys), isCounting: true)
    #expect(counted.filter { $0.rule == .unknownKey }.count == found.count)
  }

  @Test func theNextCardBeginsAnew() {
    let cards = (0..<3).map { _ in Self.card(unknownKeys: 6_000) }.joined(separator: "\n")
    #expect(findings(cards).count { $0.rule == .unknownKey } == 18_000)
  }
}
