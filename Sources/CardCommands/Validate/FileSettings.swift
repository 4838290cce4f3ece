import CardRules
import ContentCardKit

/// The settings for checking one file.
struct FileSettings: Sendable {
  /// The kind that every value is treated as; nil to detect the kind of each value.
  var kind: RecordKind?
  /// The SDKs whose requirements are checked too.
  var profiles: [Profile]
  /// Decides which rules run, and the severities of their findings.
  var policy: Policy
}

/// The settings of every file: those of the run, changed by the overrides that match its path.
///
/// Overrides apply in order. A later one replaces the kind, the profiles, and each rule that it
/// sets. The command line takes precedence.
struct FileSettingsTable: Sendable {
  private let overrides: [(paths: PathExclusion, values: ConfigurationFile.Override)]
  private let options: Session
  private let configuration: Configuration
  /// The settings computed so far, by the indices of the overrides that apply.
  private var known: [[Int]: FileSettings] = [:]

  /// Creates the settings of a run.
  ///
  /// - Throws: `SystemFailure` if the working directory cannot be found.
  init(_ options: Session, _ configuration: Configuration, on console: Console) throws {
    self.options = options
    self.configuration = configuration
    overrides = try configuration.settings.overrides.compactMap { values in
      try PathExclusion(values.files, from: configuration.directory, console).map { ($0, values) }
    }
    _ = settings(for: "-")
  }

  /// The settings of files that no override matches.
  var usual: FileSettings { settings([]) }

  /// Whether the files queried so far have different settings.
  var differs: Bool { known.count > 1 }

  /// The rules that do not run for any of the files queried so far.
  ///
  /// If a rule runs for only some files, `FindingStream` drops its findings in the others.
  var inactive: RuleSet {
    var rules = RuleSet(
      Rule.allCases.filter { rule in !known.values.contains { $0.policy.runs(rule) } })
    if options.stream.onError == .skip { rules.formUnion(RuleSet(.reading)) }
    return rules
  }

  /// Returns the kind that the options or an override set for the file at `path`.
  func kind(of path: String) -> RecordKind? { settings(matching(path)).kind }

  /// Returns the settings of the file at `path`.
  mutating func settings(for path: String) -> FileSettings {
    let numbers = matching(path)
    let settings = settings(numbers)
    known[numbers] = settings
    return settings
  }

  /// Returns the settings of the file at `path`, which was checked.
  func settings(forChecked path: String) -> FileSettings { settings(matching(path)) }

  /// Returns whether a rule runs for the file at `path`.
  func runs(_ rule: Rule, for path: String) -> Bool {
    settings(forChecked: path).policy.runs(rule)
  }

  /// Returns the indices of the overrides that match a path.
  ///
  /// None match standard input.
  private func matching(_ path: String) -> [Int] {
    guard path != "-" else { return [] }
    return overrides.indices.filter {
      overrides[$0].paths.matches(path, isDirectory: false, orParent: true)
    }
  }

  private func settings(_ numbers: [Int]) -> FileSettings {
    if let settings = known[numbers] { return settings }
    let values = numbers.map { overrides[$0].values }
    let profiles = values.last { $0.profiles != nil }?.profiles ?? configuration.settings.profiles
    // `any` never replaces a narrower kind.
    let kinds = (values.map(\.kind) + [options.validate.kind]).compactMap { $0 }
    return FileSettings(
      kind: kinds.last { $0 != .any } ?? kinds.last,
      profiles: options.validate.profiles.isEmpty ? profiles : options.validate.profiles,
      policy: policy(configuration.settings.rules + values.flatMap(\.rules)))
  }

  private func policy(_ rules: [RuleSetting]) -> Policy {
    var policy = Policy(
      configuration: rules, commandLine: options.validate.rules,
      hasOwnClasses: configuration.classes != nil || options.cards.classes != nil)
    policy.isStrict = options.validate.isStrict
    policy.maximumWarnings =
      options.validate.maximumWarnings ?? configuration.settings.maximumWarnings
    // `--quiet` omits warnings and infos only in text for people; reports for programs stay
    // complete.
    policy.printsOnlyErrors =
      options.common.isQuiet && !options.validate.printsPatch
      && options.validate.reports.allSatisfy { $0.format == .text }
    policy.isExitZero = options.validate.isExitZero
    return policy
  }
}
