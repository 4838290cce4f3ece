import Testing

@testable import CardRules
@testable import Commands

/// The checker of configurations and the tool know the same rules.
@Suite struct RuleIDTests {
  @Test func configurationsMayNameTheRulesOfTheTool() {
    let own = ValidateOptions.ruleIDs.filter { !Rules.ids.contains($0) }
    #expect(own == ConfigurationCheck.toolRuleIDs)
  }

  @Test func noRuleIsListedTwice() {
    #expect(Set(ValidateOptions.ruleIDs).count == ValidateOptions.ruleIDs.count)
  }
}
