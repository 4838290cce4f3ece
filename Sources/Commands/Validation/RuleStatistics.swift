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

  private struct Key: Hashable {
    let rule: String
    let severity: Severity
  }

  private var counts: [Key: Int] = [:]

  /// Counts one finding.
  mutating func add(rule: String, _ severity: Severity) {
    counts[Key(rule: rule, severity: severity), default: 0] += 1
  }

  /// The rules, most findings first; among as many the graver first, then by id.
  var rows: [Row] {
    let rows = counts.map { Row(rule: $0.key.rule, severity: $0.key.severity, count: $0.value) }
    return rows.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      if left.severity != right.severity { return left.severity > right.severity }
      return left.rule < right.rule
    }
  }
}
