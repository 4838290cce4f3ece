import CardJSON
import CardRules

/// Decides the levels of rules, which severities are printed, and whether a run fails.
///
/// A rule's level comes from the command line, or else from the configuration, or else from the
/// rule itself. Then `--strict` turns every warning into an error.
struct Policy: Equatable, Sendable {
  private var levels: [Rule: RuleLevel] = [:]
  /// The rules that are on, unless their level is `off`.
  private var isOn: RuleSet
  /// Whether warnings are errors.
  var isStrict = false
  /// The maximum number of warnings with which a run succeeds; nil for any number.
  var maximumWarnings: Int?
  /// Whether a run succeeds regardless of its findings.
  var isExitZero = false
  /// Whether only errors are printed.
  ///
  /// Other findings are still counted.
  var printsOnlyErrors = false

  /// Creates a policy from the settings of the configuration and of the command line, which take
  /// precedence.
  ///
  /// The last setting that matches a rule is used. An exact id turns a rule on; a pattern changes
  /// only rules that are on.
  ///
  /// - Parameter hasOwnClasses: whether the team has a registry, which turns on additional rules.
  init(
    configuration: [RuleSetting] = [], commandLine: [RuleSetting] = [], hasOwnClasses: Bool = false
  ) {
    isOn = RuleSet.onByDefault(hasOwnClasses: hasOwnClasses)
    for setting in configuration + commandLine {
      let isPattern = RulePattern.isPattern(setting.rule)
      for rule in RulePattern.rules(setting.rule, among: Rule.settable)
      where !isPattern || isOn.contains(rule) {
        isOn.insert(rule)
        levels[rule] = setting.level
      }
    }
  }

  /// Returns the severity to report for a finding, or nil if its rule is off.
  func severity(of rule: Rule, _ severity: Severity) -> Severity? {
    let level = levels.isEmpty ? nil : levels[rule]
    let chosen: Severity? = level.map(\.severity) ?? severity
    return isStrict && chosen == .warning ? .error : chosen
  }

  /// Sets the severity to report for a finding.
  ///
  /// - Returns: whether to report it; false if its rule is off.
  func judge(_ finding: inout Finding) -> Bool {
    guard let severity = severity(of: finding.rule, finding.severity) else { return false }
    finding.severity = severity
    return true
  }

  /// Whether a rule runs.
  func runs(_ rule: Rule) -> Bool { isOn.contains(rule) && levels[rule] != .off }

  /// The number of rules that were turned off.
  var rulesOff: Int { levels.count { $0.value == .off } }

  /// Whether findings with this reported severity are printed.
  func prints(_ severity: Severity) -> Bool { !printsOnlyErrors || severity == .error }

  /// Whether a run with these findings fails.
  func fails(_ summary: ReportSummary) -> Bool {
    !isExitZero && (summary.errors > 0 || excess(summary) != nil)
  }

  /// Returns a message if there are more warnings than allowed, or nil.
  func excess(_ summary: ReportSummary) -> String? {
    guard let maximumWarnings, summary.warnings > maximumWarnings else { return nil }
    return "\(counted(summary.warnings, "warning")), at most \(maximumWarnings) allowed"
  }
}
