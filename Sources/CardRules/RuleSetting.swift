/// The level of a rule.
package enum RuleLevel: String, CaseIterable, Sendable {
  /// Nothing: the rule is switched off.
  case off
  /// Something worth knowing.
  case info
  /// Something to look at.
  case warning
  /// Something that fails a run.
  case error

  /// The severity; nil when the rule is off.
  package var severity: Severity? { Severity(rawValue: rawValue) }

  /// The levels as messages list them.
  package static let names = allCases.map(\.rawValue)
}

/// The user's level for a rule, or for all rules that a pattern names.
package struct RuleSetting: Equatable, Sendable {
  /// The rule's id, or a pattern (`RulePattern`).
  package var rule: String
  /// The level.
  package var level: RuleLevel

  /// A setting of the given parts.
  package init(rule: String, level: RuleLevel) {
    self.rule = rule
    self.level = level
  }
}

/// Names of several rules: an id in which `*` matches any characters, such as `class/*`.
package enum RulePattern {
  private static let star = UInt8(ascii: "*")

  /// Whether `text` stands for more than the rule of this id.
  package static func isPattern(_ text: String) -> Bool { text.utf8.contains(star) }

  /// The ids among `known` that `text`, an id or a pattern, names.
  package static func ids(_ text: String, among known: [String]) -> [String] {
    guard isPattern(text) else { return known.filter { $0 == text } }
    let pattern = Array(text.utf8)
    return known.filter { id in
      Wildcards.match(pattern, Array(id.utf8)[...], star: star) { $0 == $1 }
    }
  }

  /// The candidates for nearest names of `text`, which names no rule: families of rules for a
  /// pattern, else ids.
  package static func candidates(for text: String, among known: [String]) -> [String] {
    isPattern(text) ? families(of: known) : known
  }

  /// The patterns of rules about the same thing, such as `class/*`, in the order of `ids`.
  package static func families(of ids: [String]) -> [String] {
    var names: [String] = []
    for id in ids {
      guard let slash = id.firstIndex(of: "/") else { continue }
      let name = String(id[...slash]) + "*"
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
