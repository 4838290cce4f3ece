/// The level that a user can set for a rule.
package enum RuleLevel: String, CaseIterable, Sendable {
  /// The rule is off.
  case off
  /// Information that never fails a run.
  case info
  /// A probable error.
  case warning
  /// An error, which fails a run.
  case error

  /// The severity; nil if the rule is off.
  package var severity: Severity? { Severity(rawValue: rawValue) }

  /// The names of the levels, for messages.
  package static let names = allCases.map(\.rawValue)
}

/// The user's level for a rule, or for all rules that match a pattern.
package struct RuleSetting: Equatable, Sendable {
  /// The rule's id, or a pattern (`RulePattern`).
  package var rule: String
  /// The level.
  package var level: RuleLevel

  /// Creates a setting.
  package init(rule: String, level: RuleLevel) {
    self.rule = rule
    self.level = level
  }
}

/// Patterns of rule ids, in which `*` matches any characters, such as `class/*`.
package enum RulePattern {
  private static let star = UInt8(ascii: "*")

  /// Returns whether `text` is a pattern and not an id.
  package static func isPattern(_ text: String) -> Bool { text.utf8.contains(star) }

  /// Returns the rules in `known` that match `text`, which is an id or a pattern.
  package static func rules(_ text: String, among known: [Rule]) -> [Rule] {
    guard isPattern(text) else { return known.filter { $0.id == text } }
    let pattern = Array(text.utf8)
    return known.filter { rule in
      Wildcards.match(pattern, Array(rule.id.utf8)[...], star: star) { $0 == $1 }
    }
  }

  /// Returns the candidates for nearest names of `text`, which matches no rule: families of rules
  /// for a pattern, or else ids.
  package static func candidates(for text: String, among known: [Rule]) -> [String] {
    isPattern(text) ? families(of: known) : known.map(\.id)
  }

  /// Returns the patterns of rules with the same subject, such as `class/*`, in the order of
  /// `rules`.
  package static func families(of rules: [Rule]) -> [String] {
    var names: [String] = []
    for rule in rules {
      let name = "\(rule.id.prefix { $0 != "/" })/*"
      if names.last != name { names.append(name) }
    }
    return names
  }
}
