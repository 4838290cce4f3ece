import CardRules
import Testing

@Suite struct FindingTests {
  @Test func severitiesAreOrdered() {
    #expect(Severity.allCases.shuffled().sorted() == [.info, .warning, .error])
  }

  @Test func aFindingEndsNoEarlierThanItBegins() {
    let finding = Finding(
      rule: "card/id-missing", severity: .error, message: "no id", offset: 9, endOffset: 3)
    #expect(finding.endOffset == 9)
  }
}
