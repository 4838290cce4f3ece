import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// The settings with which one file is checked.
struct FileSettings: Sendable {
  /// The kind that every value is treated as; nil detects each value's own.
  var kind: RecordKind?
  /// The SDKs whose demands are added.
  var profiles: [Profile]
  /// The severities of findings.
  var policy: Policy
}

/// The settings of every file: those of the run, and those of the overrides that match a path.
///
/// Overrides apply in order. A later one replaces kind and profile, and rule by rule the rules. The
/// command line wins.
struct FileSettingsTable: Sendable {
  private let overrides: [(paths: PathExclusion, values: ConfigurationFile.Override)]
  private let options: Session
  private let configuration: Configuration
  /// The settings by the overrides that apply.
  private var known: [[Int]: FileSettings] = [:]

  /// The settings of a run.
  ///
  /// - Throws: `SystemFailure` if the working directory cannot be found.
  init(_ options: Session, _ configuration: Configuration, _ console: Console) throws {
    self.options = options
    self.configuration = configuration
    overrides = try configuration.overrides.compactMap { values in
      try PathExclusion(values.files, from: configuration.folder, console).map { ($0, values) }
    }
    _ = settings(for: "-")
  }

  /// The settings of files that no override matches.
  var usual: FileSettings { settings([]) }

  /// Whether files asked for so far have different settings.
  var differs: Bool { known.count > 1 }

  /// The ids of the rules that run for none of the files asked for so far.
  ///
  /// `FindingStream` drops the findings of a rule that runs only for other files.
  var inactive: Set<String> {
    let ids = Set(Rules.ids.filter { id in !known.values.contains { $0.policy.runs(id) } })
    return options.stream.onError == .skip ? ids.union(Rules.ids(.reading)) : ids
  }

  /// Whether an override gives the file at `path` a kind.
  func givesKind(to path: String) -> Bool {
    matching(path).contains { overrides[$0].values.kind != nil }
  }

  /// The settings of the file at `path`.
  mutating func settings(for path: String) -> FileSettings {
    let numbers = matching(path)
    let settings = settings(numbers)
    known[numbers] = settings
    return settings
  }

  /// Whether a rule runs for the file at `path`.
  func runs(_ rule: String, for path: String) -> Bool { settings(matching(path)).policy.runs(rule) }

  /// The overrides that apply to a path; none to standard input.
  private func matching(_ path: String) -> [Int] {
    guard path != "-" else { return [] }
    return overrides.indices.filter {
      overrides[$0].paths.matches(path, isDirectory: false, orParent: true)
    }
  }

  private func settings(_ numbers: [Int]) -> FileSettings {
    if let settings = known[numbers] { return settings }
    let values = numbers.map { overrides[$0].values }
    let profiles = values.last { $0.profiles != nil }?.profiles ?? configuration.profiles
    return FileSettings(
      kind: options.validate.kind ?? values.last { $0.kind != nil }?.kind,
      profiles: options.validate.profiles.isEmpty ? profiles : options.validate.profiles,
      policy: policy(configuration.rules + values.flatMap(\.rules)))
  }

  private func policy(_ rules: [RuleSetting]) -> Policy {
    var policy = Policy(
      configuration: rules, commandLine: options.validate.rules,
      hasOwnClasses: configuration.classes != nil || options.cards.classes != nil)
    policy.isStrict = options.validate.isStrict
    policy.maximumWarnings = options.validate.maximumWarnings ?? configuration.maximumWarnings
    // Reports for programs are complete; only text for people omits what is not an error.
    policy.printsOnlyErrors =
      options.common.isQuiet && !options.validate.printsPatch
      && options.validate.reports.allSatisfy { $0.format == .text }
    policy.isExitZero = options.validate.isExitZero
    return policy
  }
}

/// How the inputs of a run are checked: the plan, and the settings of files that overrides match.
struct InputChecks: Sendable {
  var plan: CheckPlan
  let table: FileSettingsTable
  /// The settings of an input, by its number; nil if all inputs have the same.
  private(set) var settings: (@Sendable (Int) -> FileSettings)?

  /// The checks of a run, for files that no override matches.
  init(_ run: CardRun) throws {
    let (options, configuration) = (run.session, run.configuration)
    table = try FileSettingsTable(options, configuration, run.session.console)
    plan = CheckPlan()
    plan.settings.profiles = table.usual.profiles
    plan.settings.isTemplate = options.validate.isTemplate
    plan.settings.maximumPayload = options.validate.maximumPayload
    plan.settings.now = run.stream.now
    plan.settings.isNowGiven = options.cards.now != nil
    plan.settings.hasOwnClasses = configuration.classes != nil || options.cards.classes != nil
    plan.classes = ClassTable(try run.registry())
    plan.typeKey = run.stream.reading.cards.typeKey
    plan.kind = options.validate.kind
    plan.inactive = table.inactive
  }

  /// The checks with the overrides for inputs at these paths.
  func applied(to paths: [String]) -> InputChecks {
    var (checks, table) = (self, table)
    let settings = paths.map { table.settings(for: $0) }
    guard table.differs else { return self }
    checks.plan.inactive = table.inactive
    checks.settings = { settings[InputFiles.file(of: $0)] }
    return checks
  }

  /// A stream of the findings that a policy reports, of inputs with these names.
  ///
  /// - Parameter policy: by default that of files that no override matches.
  func findings(_ policy: Policy? = nil, name: @escaping (Int) -> String) -> FindingStream {
    var stream = FindingStream(plan, policy ?? table.usual.policy, name: name)
    stream.settings = settings
    return stream
  }
}

/// The policy for findings: the levels of rules, the severities to print, and the conditions for
/// failing.
///
/// A rule's level comes from the command line, or else from the configuration, or else from the
/// rule itself. Then `--strict` makes every warning an error.
struct Policy: Equatable, Sendable {
  private var levels: [String: RuleLevel] = [:]
  /// The rules that are on, unless their level is `off`.
  private var isOn: Set<String>
  /// Whether warnings are errors.
  var isStrict = false
  /// The maximum number of warnings with which a run succeeds; nil for any number.
  var maximumWarnings: Int?
  /// Whether a run succeeds with any findings.
  var isExitZero = false
  /// Whether only errors are printed.
  ///
  /// Other findings are still counted.
  var printsOnlyErrors = false

  /// Creates a policy from the settings of the configuration and of the command line, which take
  /// precedence.
  ///
  /// The last setting that matches a rule is used.
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

  /// The severity to report for a finding, or nil if its rule is off.
  func severity(of rule: String, _ severity: Severity) -> Severity? {
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
  func runs(_ rule: String) -> Bool { isOn.contains(rule) && levels[rule] != .off }

  /// The number of rules that are switched off.
  var rulesOff: Int { levels.count { $0.value == .off } }

  /// Whether findings with this reported severity are printed.
  func prints(_ severity: Severity) -> Bool { !printsOnlyErrors || severity == .error }

  /// Whether a run with these findings fails.
  func fails(_ summary: ReportSummary) -> Bool {
    !isExitZero && (summary.errors > 0 || excess(summary) != nil)
  }

  /// The reason why the number of warnings alone makes a run fail, or nil if it does not.
  func excess(_ summary: ReportSummary) -> String? {
    guard let maximumWarnings, summary.warnings > maximumWarnings else { return nil }
    return "\(counted(summary.warnings, "warning")), at most \(maximumWarnings) allowed"
  }
}
