import CardRules
import Testing

@testable import CardRules

/// Every rule for requests finds what its own examples show.
@Suite struct RequestExampleTests {
  static let rules = RequestRules.all.map { $0.text.id }

  private func text(_ id: String) throws -> RuleText {
    try #require(RequestRules.all.map { $0.text }.first { $0.id == id })
  }

  @Test(arguments: rules) func theBadExampleIsFoundAtItsMarks(_ id: String) throws {
    let text = try text(id)
    let example = MarkedExample(text.bad)
    let marked = try #require(example.marked, "the bad example has no marks")
    let found = RequestProbe(example.text, text.bad.settings).found
    let ranges = found.filter { $0.rule == id }.map(\.range)
    #expect(ranges == [marked])
    #expect(found.first { $0.rule == id }?.severity == text.severity)
  }

  @Test(arguments: rules) func theBadExampleHasNoOtherMistake(_ id: String) throws {
    let text = try text(id)
    let found = RequestProbe(MarkedExample(text.bad).text, text.bad.settings).found
    #expect(found.filter { $0.rule != id } == [])
  }

  @Test(arguments: rules) func theGoodExampleHasNoMistakeAtAll(_ id: String) throws {
    let text = try text(id)
    let example = MarkedExample(text.good)
    #expect(example.marked == nil)
    let probe = RequestProbe(example.text, text.good.settings)
    #expect(probe.kind != nil)
    #expect(probe.found == [])
  }

  @Test func idsAndWordsFollowTheStyle() {
    let texts = RequestRules.all.map { $0.text }
    #expect(Set(texts.map(\.id)).count == texts.count)
    for text in texts {
      #expect(text.id.split(separator: "/").count == 2)
      #expect(text.id.allSatisfy { $0.isLowercase || $0 == "/" || $0 == "-" })
      #expect(text.summary.hasSuffix(".") == false)
      #expect(text.reason.hasSuffix("."))
      #expect(text.source.isEmpty == false)
    }
  }
}
