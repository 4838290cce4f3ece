import CardJSON

/// All rules, and the functions that check them.
package enum Rules {
  /// The checks of a single card, each for one group of fields.
  static let cardChecks: [CardCheck] = [
    .identity, .type, .content, .flags, .texts, .times, .keys, .links, .extras, .classType, .liquid,
    .profiles,
  ]

  /// The rules that no function of `cardChecks` checks, by the type that does.
  private static let others: [[Rule]] = [
    reading, ClassCheck.rules, FeedChecker.rules, RequestCheck.allRules, RegistryCheck.rules,
    ConfigurationFile.rules, ofRuns,
  ]

  /// The one list, ordered by id.
  package static let all = (cardChecks.map(\.rules) + others).joined().sorted { $0.id < $1.id }

  /// The ids of all rules.
  package static let ids = all.map(\.id)

  /// The ids whose level can be set.
  ///
  /// An input that cannot be read is always an error.
  package static let settableIDs = ids.filter { $0 != Rule.inputUnreadable.id }

  /// The rules with a trait.
  package static func ids(_ trait: RuleTraits) -> Set<String> {
    Set(all.lazy.filter { $0.traits.contains(trait) }.map(\.id))
  }

  /// The ids of the rules that are on unless the user changes it.
  ///
  /// - Parameter hasOwnClasses: whether the team has a registry.
  package static func onByDefault(hasOwnClasses: Bool) -> Set<String> {
    let ids = Set(settableIDs).subtracting(ids(.offByDefault))
    return hasOwnClasses ? ids.union(Rules.ids(.ownClasses)) : ids
  }

  /// The rule with this id; nil for an unknown id.
  package static func rule(_ id: String) -> Rule? { rulesByID[id] }

  private static let rulesByID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  /// The rules about a whole run, which have no examples.
  private static let ofRuns: [Rule] = [.baselineStale, .inputUnreadable, .nothingChecked]
}

/// A function that checks one group of fields of a card, and the rules that it reports.
///
/// It runs on each card, so it allocates nothing for a good card.
struct CardCheck: Sendable {
  /// The cards that are checked.
  let scope: CardScope
  /// The rules that the function reports.
  let rules: [Rule]
  /// The function.
  let run: @Sendable (_ card: CardContext, _ findings: inout FindingSink) -> Void

  init(
    _ scope: CardScope, reports rules: [Rule],
    _ run: @escaping @Sendable (CardContext, inout FindingSink) -> Void
  ) {
    self.scope = scope
    self.rules = rules
    self.run = run
  }
}

/// The cards that a check is for.
struct CardScope: OptionSet, Sendable {
  /// One bit per scope.
  let rawValue: UInt8

  /// Cards as devices have them.
  static let delivered = CardScope(rawValue: 1)
  /// Cards of requests, which are still templates.
  static let requests = CardScope(rawValue: 2)
  /// Tombstones: cards that the server withdrew, which have little more than an id.
  static let tombstones = CardScope(rawValue: 4)

  /// Cards that have content.
  static let content: CardScope = [.delivered, .requests]
  /// All cards.
  static let all: CardScope = [.delivered, .requests, .tombstones]
}

// The rules about a whole run.
extension Rule {
  /// The rule of baseline entries whose findings are gone.
  package static let baselineStale = Rule(
    id: "baseline/stale", severity: .error, source: PublicPage.validateManual,
    summary: "an entry of the baseline whose finding is gone",
    reason: "A baseline contains accepted findings. If one of them is fixed, its entry must be "
      + "removed, or the same error could return unnoticed. Remove the entry, or run again with "
      + "--write-baseline.")

  /// The rule of inputs that cannot be read, which each report calls an error.
  package static let inputUnreadable = Rule(
    id: "input/unreadable", severity: .error, source: PublicPage.validateManual,
    summary: "every input can be read",
    reason: "The cards of an input that cannot be read are not checked, so the run fails.")

  /// The rule of runs that find nothing to check.
  package static let nothingChecked = Rule(
    id: "input/nothing-checked", severity: .error, source: PublicPage.validateManual,
    summary: "every run checks something",
    reason: "An empty file, an empty directory or the output of a failed download has no errors, "
      + "but nothing in it was checked. An empty array, envelope or sync response counts as "
      + "checked.")
}
