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

/// The checks of a run: the shared plan, and the settings of each file.
///
/// The settings are those of the run, changed by the overrides that match the file's path. Overrides
/// apply in order. A later one replaces the kind, the profiles, and each rule that it sets. The
/// command line takes precedence.
struct InputChecks: Sendable {
  var plan = CheckPlan()
  private let overrides: [(paths: PathExclusion, values: ConfigurationFile.Override)]
  private let session: Session
  private let configuration: Configuration
  /// The settings computed so far, by the indices of the overrides that apply.
  private var known: [[Int]: FileSettings] = [:]
  /// The settings of the files by number; empty if all files have the same settings.
  private var ofFiles: [FileSettings] = []

  /// Creates the checks of a run for files that no override matches.
  init(_ run: CardRun) throws {
    (session, configuration) = (run.session, run.configuration)
    let (options, console) = (session.validate, session.console)
    overrides = try configuration.settings.overrides.compactMap {
      [directory = configuration.directory] values in
      try PathExclusion(values.files, from: directory, console).map { ($0, values) }
    }
    plan.settings.isTemplate = options.isTemplate
    plan.settings.maximumPayload = options.maximumPayload
    plan.settings.now = run.stream.now
    plan.settings.isNowGiven = session.cards.now != nil
    plan.settings.hasOwnClasses = hasOwnClasses
    plan.classes = ClassTable(try run.registry())
    plan.contracts = configuration.settings.contracts
    plan.typeKey = run.stream.reading.cards.typeKey
    plan.kind = options.kind
    let usual = settings([])
    known[[]] = usual
    plan.settings.profiles = usual.profiles
    plan.inactive = inactive
  }

  /// Returns the checks with the overrides for the inputs at `paths` applied.
  func applied(to paths: [String]) -> InputChecks {
    var checks = self
    let settings = paths.map { path in
      let numbers = matching(path)
      let settings = checks.settings(numbers)
      checks.known[numbers] = settings
      return settings
    }
    guard checks.known.count > 1 else { return self }
    checks.plan.inactive = checks.inactive
    checks.ofFiles = settings
    return checks
  }

  /// The settings of files that no override matches.
  var usual: FileSettings { settings([]) }

  /// Returns the settings of the file at `path`.
  func settings(of path: String) -> FileSettings { settings(matching(path)) }

  /// Returns the settings of the input with this number; nil if all inputs have the same settings.
  func settings(ofInput input: Int) -> FileSettings? {
    ofFiles.isEmpty ? nil : ofFiles[InputFiles.file(of: input)]
  }

  /// Returns a stream of the findings that `policy` reports.
  ///
  /// - Parameters:
  ///   - policy: by default the policy for files that no override matches.
  ///   - name: returns the name of an input by its number.
  func findings(_ policy: Policy? = nil, name: @escaping (Int) -> String) -> FindingStream {
    FindingStream(self, policy ?? usual.policy, name: name)
  }

  /// The ids of the rules that do not run for any of the files.
  ///
  /// If a rule runs for only some files, `FindingStream` drops its findings in the others.
  private var inactive: Set<String> {
    let ids = Set(Rules.ids.filter { id in !known.values.contains { $0.policy.runs(id) } })
    return session.stream.onError == .skip ? ids.union(Rules.ids(.reading)) : ids
  }

  private var hasOwnClasses: Bool {
    configuration.classes != nil || session.cards.classes != nil
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
    let (options, file) = (session.validate, configuration.settings)
    let values = numbers.map { overrides[$0].values }
    let profiles = values.last { $0.profiles != nil }?.profiles ?? file.profiles
    // `any` never replaces a narrower kind.
    let kinds = (values.map(\.kind) + [options.kind]).compactMap { $0 }
    var policy = Policy(
      configuration: file.rules + values.flatMap(\.rules), commandLine: options.rules,
      hasOwnClasses: hasOwnClasses)
    policy.isStrict = options.isStrict
    policy.maximumWarnings = options.maximumWarnings ?? file.maximumWarnings
    // `--quiet` omits warnings and infos only in text for people; reports for programs stay
    // complete.
    policy.printsOnlyErrors =
      session.common.isQuiet && !options.printsPatch
      && options.reports.allSatisfy { $0.format == .text }
    policy.isExitZero = options.isExitZero
    return FileSettings(
      kind: kinds.last { $0 != .any } ?? kinds.last,
      profiles: options.profiles.isEmpty ? profiles : options.profiles, policy: policy)
  }
}

extension CheckingProcessor where Self: ~Copyable {
  /// Switches the checker to the settings of an input.
  mutating func use(_ checks: InputChecks, forInput input: Int) {
    if let settings = checks.settings(ofInput: input) { checker.use(nil, settings.profiles) }
  }
}
