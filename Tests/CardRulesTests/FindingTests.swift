import CardJSON
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

  /// A report would repeat it for each finding, and there may be as many findings as bytes.
  @Test(arguments: [(1024, true), (1025, false)]) func aLongIDIsNotNamed(
    _ length: Int, _ isNamed: Bool
  ) {
    let id = String(repeating: "a", count: length)
    var validator = Validator(CheckPlan())
    var bytes = ByteBuffer("{\"id\":\"\(id)\",\"tp\":\"control\",\"zz\":1,\"ca\":1}".utf8)
    let finding = validator.findings(in: bytes.sealed()).first { $0.rule == "card/unknown-key" }
    #expect(finding?.pointer == "/zz")
    #expect(finding?.cardID == (isNamed ? id : nil))
  }
}
