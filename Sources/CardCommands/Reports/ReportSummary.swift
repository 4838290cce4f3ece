import CardJSON
import CardRules

/// The counts of a run.
///
/// Findings are counted by their reported severity, even if they are not printed. Findings in the
/// baseline are counted separately.
struct ReportSummary: Equatable, Sendable {
  /// The number of cards that were checked.
  var cards = 0
  /// The number of request bodies that were checked.
  var requests = 0
  /// The number of errors.
  var errors = 0
  /// The number of warnings.
  var warnings = 0
  /// The number of infos.
  var infos = 0
  /// The number of findings that `--fix` can fix.
  var fixable = 0
  /// The number of findings that the baseline contains; nil without a baseline.
  var known: Int?
  /// The number of findings that were fixed in their files; nil without `--fix`.
  var fixed: Int?
  /// The number of files that were skipped because nothing in them is recognized.
  var skippedFiles = 0
  /// The number of rules that the user turned off.
  var rulesOff = 0
  /// The number of findings of each rule; nil unless requested.
  var statistics: RuleStatistics?

  /// Counts findings of a rule.
  mutating func add(rule: Rule, _ severity: Severity, count: Int = 1) {
    add(severity, count: count)
    statistics?.add(rule: rule, severity, count: count)
  }

  /// Counts findings.
  mutating func add(_ severity: Severity, count: Int = 1) {
    switch severity {
    case .error: errors += count
    case .warning: warnings += count
    case .info: infos += count
    }
  }

  /// The number of findings of each severity with its name, most severe first.
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
    let skipped = skippedFiles == 0 ? "" : ", \(counted(skippedFiles, "file")) skipped"
    let fixed = fixed.map { ", \($0) fixed" } ?? ""
    let fixable = fixable == 0 ? "" : ", \(fixable) fixable with --fix"
    return counts.joined(separator: ", ") + fixable + rest + fixed + off + skipped
  }
}

/// The number of findings of each rule.
struct RuleStatistics: Equatable, Sendable {
  /// The findings of one rule with one severity.
  struct Row: Equatable, Sendable {
    /// The rule.
    var rule: Rule
    /// The severity that its findings are reported with.
    var severity: Severity
    /// The number of findings.
    var count: Int
  }

  /// The rows, in order of first occurrence.
  ///
  /// There are about ten, so a linear search is faster than a dictionary.
  private var counts: [Row] = []

  /// Counts findings of a rule.
  mutating func add(rule: Rule, _ severity: Severity, count: Int = 1) {
    if let place = counts.firstIndex(where: { $0.severity == severity && $0.rule == rule }) {
      counts[place].count += count
    } else {
      counts.append(Row(rule: rule, severity: severity, count: count))
    }
  }

  /// The rows, sorted by descending count, then by severity, then by rule id.
  var rows: [Row] {
    counts.sorted { ($1.count, $1.severity, $0.rule) < ($0.count, $0.severity, $1.rule) }
  }
}

extension ReportSummary {
  /// The number of findings.
  var total: Int { errors + warnings + infos }

  /// The nonzero counts, most severe first, such as `2 errors, 1 info`.
  var foundText: String {
    found.filter { $0.count > 0 }.map { counted($0.count, $0.name) }.joined(separator: ", ")
  }
}
