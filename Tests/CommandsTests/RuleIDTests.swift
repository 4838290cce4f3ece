import Testing

@testable import CardRules
@testable import CardCommands

/// The rules and the tool have the same ids.
@Suite struct RuleIDTests {
  @Test func theRulesOfTheToolCanBeSet() {
    #expect(Rules.settableIDs == Rules.ids + [Baseline.stale.id, NothingChecked.rule.id])
  }

  @Test func noRuleIsListedTwice() {
    #expect(Set(Rules.settableIDs).count == Rules.settableIDs.count)
  }
}
