import TestSupport
import Testing

@testable import CardRules

/// The bit set of rules equals a set of the standard library.
struct RuleSetTests {
  @Test func equalsASet() {
    var numbers = SeededNumbers(seed: 7)
    for _ in 0..<200 {
      let (first, second) = (random(&numbers), random(&numbers))
      var union = RuleSet(first)
      union.formUnion(RuleSet(second))
      let rest = RuleSet(first).subtracting(RuleSet(second))
      for rule in Rule.allCases {
        #expect(RuleSet(first).contains(rule) == first.contains(rule))
        #expect(union.contains(rule) == (first.contains(rule) || second.contains(rule)))
        #expect(rest.contains(rule) == (first.contains(rule) && !second.contains(rule)))
      }
      #expect((RuleSet(first) == RuleSet(second)) == (first == second))
    }
    #expect(RuleSet().isEmpty && !RuleSet([.webProfile]).isEmpty)
  }

  /// Three words of 64 bits have room for every rule.
  @Test func hasRoomForEveryRule() { #expect(Rule.allCases.count <= 192) }

  private func random(_ numbers: inout SeededNumbers) -> Set<Rule> {
    Set(Rule.allCases.filter { _ in Bool.random(using: &numbers) })
  }
}
