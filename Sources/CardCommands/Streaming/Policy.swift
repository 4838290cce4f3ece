import CardProcessing
import CardJSON
import CardRules

/// How findings are judged: which rules count how much, what is printed, when a run fails.
///
/// A rule's level comes from the command line, else from the configuration, else from the rule
/// itself. Then `--strict` makes every warning an error.
struct Policy: Equatable, Sendable {
  private var levels: [String: RuleLevel] = [:]
  /// The rules that are on, unless their level is `off`.
  private var isOn: Set<String>
  /// Whether warnings are errors.
  var isStrict = false
  /// The most warnings with which a run succeeds; nil for any number.
  var maximumWarnings: Int?
  /// Whether a run succeeds whatever was found.
  var isExitZero = false
  /// Whether only errors are printed; everything is counted all the same.
  var printsOnlyErrors = false

  /// A policy of the settings of the configuration and those of the command line, which win; of
  /// several that match a rule the last one holds.
  ///
  /// An exact id switches a rule on; a pattern changes only rules that are on.
  ///
  /// - Parameter hasOwnClasses: whether the team has a registry, which switches rules on.
  init(
    configuration: [RuleSetting] = [], commandLine: [RuleSetting] = [], hasOwnClasses: Bool = false
  ) {
    isOn = Rules.onByDefault(hasOwnClasses: hasOwnClasses)
    for setting in configuration + commandLine {
      if RulePattern.isPattern(setting.rule) {
        for rule in RulePattern.ids(setting.rule, among: Rules.settableIDs)
        where isOn.contains(rule) { levels[rule] = setting.level }
      } else {
        isOn.insert(setting.rule)
        levels[setting.rule] = setting.level
      }
    }
  }

  /// The severity with which a finding is reported; nil when its rule is off.
  func severity(of rule: String, _ severity: Severity) -> Severity? {
    let chosen: Severity?
    if let level = levels.isEmpty ? nil : levels[rule] {
      chosen = level.severity
    } else {
      chosen = severity
    }
    return isStrict && chosen == .warning ? .error : chosen
  }

  /// Gives a finding the severity with which it is reported.
  ///
  /// - Returns: whether it is; not when its rule is off.
  func judge(_ finding: inout Finding) -> Bool {
    guard let severity = severity(of: finding.rule, finding.severity) else { return false }
    finding.severity = severity
    return true
  }

  /// Whether a rule runs.
  func runs(_ rule: String) -> Bool { isOn.contains(rule) && levels[rule] != .off }

  /// The number of rules that are switched off.
  var rulesOff: Int { levels.count { $0.value == .off } }

  /// Whether a finding of this severity, as it is reported, is printed.
  func prints(_ severity: Severity) -> Bool { !printsOnlyErrors || severity == .error }

  /// Whether a run with these findings fails.
  func fails(_ summary: ReportSummary) -> Bool {
    !isExitZero && (summary.errors > 0 || excess(summary) != nil)
  }

  /// Why the number of warnings alone fails a run, in words; nil when it does not.
  func excess(_ summary: ReportSummary) -> String? {
    guard let maximumWarnings, summary.warnings > maximumWarnings else { return nil }
    return "\(counted(summary.warnings, "warning")), at most \(maximumWarnings) allowed"
  }
}
