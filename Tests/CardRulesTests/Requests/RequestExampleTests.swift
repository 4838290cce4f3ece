import Testing

@testable import CardRules

/// The examples of rules for requests do not violate other rules.
@Suite struct RequestExampleTests {
  static let rules = Rules.ids.filter { id in
    ["request/", "rest/", "track/", "trigger/", "registry/", "configuration/"]
      .contains { id.hasPrefix($0) }
  }

  @Test(arguments: rules) func theBadExampleIsFoundAtItsMarks(_ id: String) throws {
    let rule = try #require(Rules.rule(id))
    let example = MarkedExample(try #require(rule.wrong))
    let marked = try #require(example.marked, "the wrong example has no marks")
    let found = RequestProbe(example.text, rule.exampleSettings).found
    #expect(found.filter { $0.rule == id }.map(\.range) == [marked])
    #expect(found.first { $0.rule == id }?.severity == rule.severity)
    #expect(found.filter { $0.rule != id } == [])
  }

  @Test(arguments: rules) func theGoodExampleHasNoMistakeAtAll(_ id: String) throws {
    let rule = try #require(Rules.rule(id))
    let example = MarkedExample(try #require(rule.right))
    #expect(example.marked == nil)
    let probe = RequestProbe(example.text, rule.exampleSettings)
    #expect(probe.kind != nil)
    #expect(probe.found == [])
  }
}
