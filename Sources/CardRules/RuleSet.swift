/// A set of rules, with one bit for each.
package struct RuleSet: Equatable, Sendable {
  private var bits: (UInt64, UInt64, UInt64) = (0, 0, 0)

  /// Creates a set of rules.
  package init(_ rules: some Sequence<Rule> = []) { for rule in rules { insert(rule) } }

  /// Creates the set of the rules with a trait.
  package init(_ trait: RuleTraits) {
    self.init(Rule.allCases.lazy.filter { $0.traits.contains(trait) })
  }

  /// The rules that are on by default.
  ///
  /// - Parameter hasOwnClasses: whether the team has a registry.
  package static func onByDefault(hasOwnClasses: Bool) -> RuleSet {
    var rules = RuleSet(Rule.settable).subtracting(RuleSet(.offByDefault))
    if hasOwnClasses { rules.formUnion(RuleSet(.ownClasses)) }
    return rules
  }

  /// Whether the set has no rule.
  package var isEmpty: Bool { self == RuleSet() }

  /// Returns whether the set has a rule.
  package func contains(_ rule: Rule) -> Bool { word(of: rule) & RuleSet.bit(of: rule) != 0 }

  /// Adds a rule.
  package mutating func insert(_ rule: Rule) {
    switch rule.rawValue >> 6 {
    case 0: bits.0 |= RuleSet.bit(of: rule)
    case 1: bits.1 |= RuleSet.bit(of: rule)
    default: bits.2 |= RuleSet.bit(of: rule)
    }
  }

  /// Adds the rules of another set.
  package mutating func formUnion(_ other: RuleSet) {
    bits = (bits.0 | other.bits.0, bits.1 | other.bits.1, bits.2 | other.bits.2)
  }

  /// Returns the rules that another set does not have.
  package func subtracting(_ other: RuleSet) -> RuleSet {
    var rest = self
    rest.bits = (bits.0 & ~other.bits.0, bits.1 & ~other.bits.1, bits.2 & ~other.bits.2)
    return rest
  }

  /// Returns whether two sets have the same rules.
  package static func == (left: RuleSet, right: RuleSet) -> Bool { left.bits == right.bits }

  private func word(of rule: Rule) -> UInt64 {
    switch rule.rawValue >> 6 {
    case 0: bits.0
    case 1: bits.1
    default: bits.2
    }
  }

  private static func bit(of rule: Rule) -> UInt64 { 1 << UInt64(rule.rawValue & 63) }
}
