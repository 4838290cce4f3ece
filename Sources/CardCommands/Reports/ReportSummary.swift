import CardJSON
import CardRules

/// What a run comes to: how many cards were looked at, how many findings there were.
///
/// Findings are counted with the severity that they are reported with, also those that are not
/// printed; those of the baseline are counted apart.
struct ReportSummary: Equatable, Sendable {
  /// Cards that were looked at.
  var cards = 0
  /// Bodies of requests that were looked at.
  var requests = 0
  /// Findings that are errors.
  var errors = 0
  /// Findings that are warnings.
  var warnings = 0
  /// Findings that are worth knowing.
  var infos = 0
  /// Findings that the baseline holds; nil without a baseline.
  var known: Int?
  /// How many rules somebody switched off.
  var rulesOff = 0
  /// How often each rule found something; nil unless asked for.
  var statistics: RuleStatistics?

  /// Counts one finding.
  mutating func add(_ severity: Severity) {
    switch severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .info: infos += 1
    }
  }

  /// How many findings there are of each severity, and what they are called, the gravest first.
  var found: [(count: Int, name: String)] {
    [(errors, "error"), (warnings, "warning"), (infos, "info")]
  }

  /// The closing line, such as `12 cards, 2 errors, 1 warning, 0 infos`, without a line end.
  var line: String {
    var counts = [counted(cards, "card")]
    if requests > 0 { counts.append(counted(requests, "request")) }
    counts += found.map { counted($0.count, $0.name) }
    let rest = known.map { ", \($0) in the baseline" } ?? ""
    let off = rulesOff == 0 ? "" : ", \(counted(rulesOff, "rule")) off"
    return counts.joined(separator: ", ") + rest + off
  }
}

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
    counts.sorted { ($1.count, $1.severity, $0.rule) < ($0.count, $0.severity, $1.rule) }
  }
}
