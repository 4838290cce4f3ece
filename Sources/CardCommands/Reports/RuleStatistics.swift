import CardRules

/// How often each rule found something.
struct RuleStatistics: Equatable, Sendable {
  /// The findings of one rule with one severity.
  struct Row: Equatable, Sendable {
    /// The rule's id.
    var rule: String
    /// The severity its findings are reported with.
    var severity: Severity
    /// How many there were.
    var count: Int
  }

  /// The rows that there are, in the order in which they were met: some ten of them, among which a
  /// rule is found sooner than in a dictionary.
  private var counts: [Row] = []

  /// Counts one finding.
  mutating func add(rule: String, _ severity: Severity) {
    if let place = counts.firstIndex(where: { $0.severity == severity && $0.rule == rule }) {
      counts[place].count += 1
    } else {
      counts.append(Row(rule: rule, severity: severity, count: 1))
    }
  }

  /// The rules, most findings first; among as many the graver first, then by id.
  var rows: [Row] {
    counts.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      if left.severity != right.severity { return left.severity > right.severity }
      return left.rule < right.rule
    }
  }
}
